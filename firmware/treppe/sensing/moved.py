"""What the sensors read, thinned for a host that keeps it: a reading is reported when it has moved by more than noise.

For a third of a second after that it is reported as it comes, so that sensing decides from it again what it has
decided.
"""

from array import array

from treppe.runtime import const, micropython, ptr8, ptr16

_CLOSE_FRAMES = const(30)
_ENTRIES = const(96)
_LATE_FRAMES = const(100)


class Moved:
    """Takes frames, and keeps what has moved until it is sent: `version` changes when that is worth a line.

    An entry is the number of frames since the entry before, the place in the frame, and what it reads now.
    """

    def __init__(self, kind):
        """Take the kind of sensors, see kinds.py."""
        self.version = 0
        self._places = kind.PLACES
        self._noise = kind.NOISE
        self._size = 2 + kind.READING_BYTES
        self._kept = array("H", [0] * self._places)
        self._close = array("H", [0] * self._places)  # for so many frames more a place is reported as it comes
        self._entries = bytearray(_ENTRIES * self._size)
        self._count = 0
        self._first = 0  # number of the first entry
        self._lost = 0
        self._begun_ms = 0
        self._frames = self._last = 0

    def take(self, frame, now_ms: int):
        self._frames += 1
        kept, close = self._kept, self._close
        place = _next_moved(0, frame, kept, close, self._noise, self._size > 3)
        while place < self._places:
            self._note(place, kept[place], now_ms)
            place = _next_moved(place + 1, frame, kept, close, self._noise, self._size > 3)
        if self._count and (self._count > _ENTRIES // 2 or self._frames >= _LATE_FRAMES):
            self.version = self._first + self._count

    def _note(self, place, reading, now_ms):
        if self._count == _ENTRIES:
            self._lost += 1
            return
        if not self._count:
            self._begun_ms = now_ms
            self._frames = self._last = 0
        at = self._count * self._size
        entries = self._entries
        entries[at] = self._frames - self._last
        entries[at + 1] = place
        if self._size > 3:
            entries[at + 2] = reading >> 8
            at += 1
        entries[at + 2] = reading & 255
        self._last = self._frames
        self._count += 1

    def message(self) -> dict:
        """Return what has moved since this was asked; nothing if nothing has."""
        count = self._count
        if not count:
            return {}
        moved = bytes(memoryview(self._entries)[: count * self._size])
        message = {"ms": self._begun_ms, "n": self._first, "moved": moved.hex()}
        self._first += count + self._lost
        self._count = self._lost = 0
        return message


@micropython.viper  # looked through in each frame
def _next_moved(first: int, frame, kept, close, noise: int, is_wide: int) -> int:
    """Keep the reading of the next place, from `first` on, to be reported; return it, or the number of places."""
    sums = ptr16(frame)
    chips = ptr8(frame)
    before = ptr16(kept)
    still = ptr16(close)
    count = int(len(kept))  # noqa: RUF046 - viper needs the type
    for place in range(first, count):
        now = int(sums[place]) if is_wide else int(chips[place])
        off = now - int(before[place])
        if off < 0:
            off = 0 - off
        if still[place]:
            still[place] -= 1
        elif off <= noise:
            continue
        if off > noise and before[place] and noise:
            still[place] = _CLOSE_FRAMES
        if off:
            before[place] = now
            return place
    return count
