"""Restarts the firmware of a board that a killed program has left at its Python prompt.

It interrupts no running program: the firmware, or another one, takes the bytes for bad lines.
"""

_SILENT_S = 3.0
_RESTS_S = 0.2  # after this silence a prompt waits, and no line is still on its way
_LONGEST_S = 300.0
_PROMPT = b">>> "
_TAKEN = b"\x01"  # the prompt for programs sends only this while it waits for the rest of one

# Ctrl-D ends a program that was sent in part; with an open bracket it does not run. Ctrl-B leads to the prompt for
# people, where the bracket is closed.
_END_PROGRAM = b"\n(\x04\x02\n)\n"
# No Ctrl-C: it would end a program of somebody else's whose own prompt looks like this one. The greetings before have
# ended a partial line. A Pico without Treppe stays as it is, for it cannot import it.
_RESTART = b"import treppe, machine; machine.reset()\r\n"


class PromptRecovery:
    """Reads from a port whose board sends no hello, and decides what to send there besides greetings."""

    def __init__(self) -> None:
        self._end = b""
        self._heard_s: float | None = None
        self._next_s = float("-inf")
        self._pause_s = _SILENT_S

    def hear(self, received: bytes, now_s: float) -> None:
        self._end = (self._end + received)[-len(_PROMPT) :]
        if received.strip(_TAKEN) or self._heard_s is None:
            self._heard_s = now_s

    def due(self, now_s: float) -> bytes:
        """Return the bytes to send now, mostly none."""
        silent_s = 0.0 if self._heard_s is None else now_s - self._heard_s
        if self._end == _PROMPT and silent_s >= _RESTS_S and now_s >= self._next_s:
            self._end = b""
            self._next_s = now_s + self._pause_s
            self._pause_s = min(2 * self._pause_s, _LONGEST_S)  # a board in safe mode comes back to its prompt
            return _RESTART
        if silent_s >= _SILENT_S:
            self._heard_s = now_s
            return _END_PROGRAM
        return b""
