"""Why something was recorded: the changes that were seen, for people who do not believe it."""

from typing import Any

from treppe.runtime import const, elapsed_ms

_MOST_BYTES = const(192)  # of the changes kept: 4 each
_LONGEST = const(65535)


class Trace:
    """What was seen since the last record, and why that was made.

    `message` has `words` that were recorded, those they replace (`instead`), `how` (seen, OK, END, chosen), and as hex:
    `changed`, the fields that differ from the position before, three bytes each: field, value there, value now;
    `back`, those that had differed meanwhile; and `seen`: every change of the image, four bytes each: field, value,
    hundredths of a second since the change before it (two bytes, the higher first). The journal keeps that with the
    record.
    """

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self.message: dict[str, Any] = {}
        self.version = 0
        self._seen = bytearray()
        self._last_ms = 0

    def see(self, field: int, value: int, now_ms: int) -> None:
        """A field has taken a value."""
        pause = min(elapsed_ms(now_ms, self._last_ms) // 10, _LONGEST)
        self._last_ms = now_ms
        if len(self._seen) >= _MOST_BYTES:
            self._seen = self._seen[4:]
        self._seen.extend(bytes((field, value, pause >> 8, pause & 255)))

    def note(self, how: str, words: list[str], instead: list[str], changed: bytes, back: bytes) -> str:
        """Words are about to be recorded; return what was seen of them. See `message` for the arguments."""
        self.message = {"how": how, "words": words, "instead": instead}
        self.message["changed"], self.message["back"] = changed.hex(), back.hex()
        self.message["seen"] = seen = self._seen.hex()
        self._seen = bytearray()
        self.version += 1
        return seen
