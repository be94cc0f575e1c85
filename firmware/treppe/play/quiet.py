"""Finds moments when no light is waited for: long work, as collecting garbage, is done then."""

from treppe.runtime import const, elapsed_ms

_QUIET_MS = const(150)  # after the last change: hands have hardly begun the next movement
# Calls with many variables leave as much garbage in three seconds, on towers, as may gather before MicroPython collects
# it, in the midst of what people wait for.
_AGAIN_MS = const(2500)


class Quiet:
    """Says when it is quiet: once after each flurry of changes, and then again and again."""

    def __init__(self) -> None:
        self._version = -1
        self._begun_ms = 0
        self._wait_ms = _QUIET_MS

    def is_due(self, now_ms: int, version: int) -> bool:
        """Tell whether now is such a moment; `version` changes with everything that happens. Call it each frame."""
        if version != self._version:
            self._version = version
            self._begun_ms = now_ms
            self._wait_ms = _QUIET_MS
            return False
        if elapsed_ms(now_ms, self._begun_ms) < self._wait_ms:
            return False
        self._begun_ms = now_ms
        self._wait_ms = _AGAIN_MS
        return True
