"""Disturbances of several fields of a tower surface: knocks on the table, and hands that press one platform down."""

from array import array

from treppe.runtime import const

_KNOCK_FIELDS = const(4)
_HOLD_SCANS = const(12)  # longer than one swing of a loaded platform (12 Hz)
_MOST_WAIT_SCANS = const(150)  # no table shakes for longer: it is something else, and fields settle by their means
_FREEZE_SCANS = const(10)
_NONE = const(255)


class Disturbances:
    """Tells which fields' readings have to wait."""

    def __init__(self, surface, settling):
        self.is_knocked = False
        self._settling = settling
        self._channels = surface.CHANNELS
        self._neighbours = settling.leaning.neighbours
        self._frozen_until = array("i", [0] * surface.FIELDS)
        self._left = self._left_before = self._left_earlier = 0  # fields that left their band, per scan
        self._hold_scans = self._waited_scans = 0

    def begin_scan(self):
        """Count the fields that leave their band from now on as those of another scan."""
        self._left_earlier = self._left_before
        self._left_before = self._left
        self._left = 0

    def note_left(self):
        """One more field has left its band."""
        self._left += 1

    def end_scan(self):
        """End a scan; tell whether so many fields have left their band that the table was knocked."""
        if self._left + self._left_before + self._left_earlier >= _KNOCK_FIELDS:
            self.is_knocked = True
            self._settling.knocked_at = self._settling.scan
            self._hold_scans, self._waited_scans = _HOLD_SCANS, 0

    def wait(self, frame) -> bool:
        """Believe nothing while the table shakes; True once no field crosses its band any more."""
        settling = self._settling
        low, high, out, channels = settling.low, settling.high, settling.out, self._channels
        crossed = False
        for field in range(len(channels)):
            reading = frame[channels[field]]
            is_out = reading < low[field] or reading > high[field]
            if is_out != (out[field] > 0):
                out[field] = is_out
                crossed = True
        self._hold_scans = _HOLD_SCANS if crossed else self._hold_scans - 1
        self._waited_scans += 1
        if self._hold_scans and not self.has_waited:
            return False
        self.is_knocked = False
        self._left = self._left_before = 0
        return True

    @property
    def has_waited(self) -> bool:
        """Tell whether the table has shaken for longer than any table does."""
        return self._waited_scans >= _MOST_WAIT_SCANS

    def freeze_neighbours(self, field: int):
        """Let the neighbours' weights wait: a hand presses this platform down, and moves them a little."""
        until = self._settling.scan + _FREEZE_SCANS
        for at in range(field * 8, field * 8 + 8):
            if self._neighbours[at] != _NONE:
                self._frozen_until[self._neighbours[at]] = until

    def is_frozen(self, field: int) -> bool:
        """Tell whether the field's weight waits for a hand beside it."""
        return self._settling.scan < self._frozen_until[field]
