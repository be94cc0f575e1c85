"""Disturbances of several fields of a tower surface: knocks, jumps of the ground, and hands that press a platform down.

All Halls of a multiplexer have one ground line. Where lamps share it, it jumps with them, from one scan to the next and
by the same codes on all of these fields; weight comes more slowly, and a table that shakes swings back.
"""

from array import array

from treppe.runtime import const

_KNOCK_FIELDS = const(4)
_KNOCK_SCANS = const(3)
_HOLD_SCANS = const(12)  # longer than one swing of a loaded platform (12 Hz)
_MOST_WAIT_SCANS = const(150)  # no table shakes for longer: it is something else, and fields settle by their means
_FREEZE_SCANS = const(10)
_NONE = const(255)
_GROUND_LOOKS = const(2)  # looks after the first one, four scans from each other, that find the ground jumped alike
_GROUND_SUMS = const(48)  # 12 codes, 2 g on an empty cell
_MOST_GROUND_SUMS = const(1200)  # a quarter of a volt; with a plug that is loose all read nought
_ALIKE_SUMS = const(24)  # two readings differ by so much through noise
_CANDIDATES = const(3)  # fields that are tried as the one by which the others are measured: a hand may be on two
_LEAST_FIELDS = const(5)


class Disturbances:
    """Tells which fields' readings have to wait."""

    def __init__(self, surface, settling, faults):
        self.is_knocked = False
        self._faults = faults
        self._fields = faults.fields_of_mux
        self._jumps = array("h", [0] * len(self._fields))  # by how much each ground seems to have jumped, in sums
        self._looks = bytearray(len(self._jumps))
        self._settling = settling
        self._channels = surface.CHANNELS
        self._neighbours = settling.leaning.neighbours
        self._frozen_until = array("i", [0] * surface.FIELDS)
        self._left_at = array("i", [-_KNOCK_SCANS] * _KNOCK_FIELDS)  # when fields left their band, the last ones
        self._lefts = 0
        self._hold_scans = self._waited_scans = 0

    def note_left(self):
        """One more field has left its band: many at about the same time are a knock on the table."""
        scan = self._settling.scan
        self._left_at[self._lefts] = scan
        self._lefts = (self._lefts + 1) % _KNOCK_FIELDS
        if scan - self._left_at[self._lefts] < _KNOCK_SCANS:
            self.is_knocked = True
            self._settling.knocked_at = scan
            self._hold_scans, self._waited_scans = _HOLD_SCANS, 0

    def wait(self, frame) -> bool:
        """Believe nothing while the table shakes; True once no field crosses its band any more."""
        settling = self._settling
        self._follow_ground(self._waited_scans % len(self._jumps), frame)
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
        return True

    def _jump_sums(self, mux: int, frame) -> int:
        """Return by how much most fields of a multiplexer read otherwise than at rest, all alike; 0 if they do not."""
        fields = self._fields[mux]
        for candidate in range(_CANDIDATES if len(fields) >= _LEAST_FIELDS else 0):
            wanted = self._off_sums(fields[candidate], frame)
            if not _GROUND_SUMS <= abs(wanted) <= _MOST_GROUND_SUMS:
                continue
            alike = total = 0
            for field in fields:
                off = self._off_sums(field, frame)
                if _is_alike(off, wanted):
                    alike += 1
                    total += off
            if 3 * alike >= 2 * len(fields):
                return total // alike
        return 0

    def _off_sums(self, field: int, frame) -> int:
        return frame[self._channels[field]] - (self._settling.baseline16[field] >> 2)

    def _follow_ground(self, mux: int, frame):
        """Let what a multiplexer reads count from where it stands now, if its ground has jumped.

        What reads alike in three looks within a tenth of a second does not swing.
        """
        sums, before = self._jump_sums(mux, frame), self._jumps[mux]
        self._jumps[mux] = sums
        self._looks[mux] = self._looks[mux] + 1 if sums and _is_alike(sums, before) else 0
        if self._looks[mux] < _GROUND_LOOKS:
            return
        self._jumps[mux] = 0
        self._faults.note_ground(mux)
        for field in self._fields[mux]:
            self._settling.move_zero(field, 4 * sums, _is_alike(self._off_sums(field, frame), sums))

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


def _is_alike(sums: int, other: int) -> bool:
    """Tell whether two readings have jumped alike: lamps that are dimmed beat with the scans."""
    return abs(sums - other) <= _ALIKE_SUMS + abs(other) // 5
