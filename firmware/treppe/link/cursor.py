"""A cursor in the journal: reads on from a numbered event, and keeps none in memory."""

from treppe.link.line import is_intact
from treppe.runtime import const

_CHUNK = const(512)
_LONGEST = const(2048)  # bytes; without a newline by then it is no line
SPOILT = b" torn\n"
"""Ends a line that a power cut tore, so that it stays bad even if only its newline was missing."""


def number_of(line: bytes) -> int:
    """Return the event's number of an intact line of the journal, which always begins with it: `{"e":57,`."""
    return int(line[5 : line.find(b",")])


class Cursor:
    """Reads the journal's lines in order, skipping what is damaged; if it `stays`, of one file only."""

    def __init__(self, journal, number: int, stays: bool = False):
        self.number = number
        """Number of the event to read next; the one read may be later, if that one is damaged or removed."""
        self.is_torn = False
        """Whether the journal's end, when it was last reached, was an unfinished line."""
        self.damaged = 0
        """Bytes of finished but damaged lines since the last good one."""
        self._journal = journal
        self._stays = stays
        self._file = max([file for file in journal.files if file <= number], default=0)
        self._offset = 0  # of the buffer in the file
        self._buffer = b""

    def read(self) -> bytes | None:
        """Return the next line, None at the journal's end."""
        if self._is_at_last():
            line: bytes = self._journal.last_line
            self._offset += len(line)
            self.number += 1
            return line
        while True:
            end = self._buffer.find(b"\n") + 1
            if end:
                line = self._take(end)
                if not is_intact(line):
                    self.damaged += 0 if _is_torn(line) else end
                elif number_of(line) >= self.number:
                    self.number = number_of(line) + 1
                    self.damaged = 0
                    return line
            elif not self._fill():
                return None

    def _is_at_last(self):
        """Tell whether all was read but the line written last, which is in memory."""
        journal = self._journal
        is_behind = self.number == journal.next_number - 1 and self._offset and not self._buffer
        return is_behind and journal.last_line and self._file == journal.files[-1]

    def _take(self, size):
        line = self._buffer[:size]
        self._buffer = self._buffer[size:]
        self._offset += size
        return line

    def _fill(self):
        """Read more; at the end of a file go on to the next; return False at the end of the last."""
        journal = self._journal
        if self._file in journal.files:
            if len(self._buffer) > _LONGEST:
                self.damaged += len(self._take(len(self._buffer)))
            place = self._offset + len(self._buffer)
            chunk = journal.storage.read(journal.name_of(self._file), place, _CHUNK)
            if chunk:
                self._buffer += chunk
                return True
        for file in journal.files:
            if file > self._file and not self._stays:
                self._file = file
                self._offset = 0
                self._buffer = b""
                return True
        self.is_torn = bool(self._buffer)
        if is_intact(self._buffer[:-1]):
            self.damaged += len(self._buffer)  # the line is whole: its newline is not as it was written
        self._buffer = b""
        return False


def _is_torn(line: bytes) -> bool:
    """Tell whether a power cut has torn a line: its number was never sent."""
    return line.endswith(SPOILT) and not is_intact(line[: -len(SPOILT) - 1])
