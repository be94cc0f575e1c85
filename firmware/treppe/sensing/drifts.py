"""Fields at rest whose readings run away: a magnet comes loose, a Hall fails, water gets in.

A field is looked at twice a second, and drifts if a straight line explains most of its last eight looks, three and a
half seconds. A hand that comes to rest makes a step, no line; warmth and creep are slower by far. What the other fields
of its multiplexer do as well comes from their ground.
"""

from array import array

from treppe.runtime import const
from treppe.sensing import FAULTY

_LOOKS = const(8)  # of each field in turn, one a frame: 49 scans lie beside whole periods of the mains
_LEAST_SUMS = const(12)  # from the first look to the last: three times what the slowest drift adds in one, and noise
_LEAST_CG = const(9)  # a look: 18 cg a second, to which the springs' creep is added
_CREEP_PARTS = const(32)
_MOST_CG = const(200)  # a brick in all the looks; more are stairs, as of a tower that is built
_MOST_SUMS = const(250)  # more off the first look counts as this
_LEVEL, _SLOW, _FAST, _FASTER = const(0), const(1), const(2), const(3)  # paces; chance looks fast, but not twice
_NAMED = const(2)
_FAR = const(400)  # so far from the first look the numbers are made smaller
_STRAIGHT = const(134)  # 80 % of all that the readings vary is on the line, times the places' own 168
_STRAIGHTER = const(154)  # 92 % of one that was touched of late: a piece that is put comes to 76 %, two to 89


class Drifts:
    """Names fields that drift; `look` is shown each frame."""

    def __init__(self, surface, masses, settling, faults):
        self._channels, self._masses, self._settling, self._faults = surface.CHANNELS, masses, settling, faults
        self._fields = surface.FIELDS
        self._sums = array("H", bytes(2 * _LOOKS * surface.FIELDS))  # of two readings, one field a scan
        self.is_drifting = bytearray(surface.FIELDS)
        """1: the field's reading seems to run away, by the last look; _NAMED: it does."""
        self._first = 0  # reading of the field whose second one is due
        self._scan = self._since = 0  # of the last frame, and of the one since which none was left out

    def look(self, frame) -> int:
        """Take the second of two readings of a field, and the first one of the next; return the mean code of the two.

        Together they are a period of 50 Hz, and have a third of what 60 Hz move one reading.
        """
        # Few variables, as in cells.py.
        scan, sums = self._settling.scan, self._sums
        field = scan % self._fields
        if scan != self._scan + 1:
            self._since, self._first = scan, frame[self._channels[field]]
        self._scan = scan
        twice = self._first + frame[self._channels[field]]
        self._first = frame[self._channels[field + 1 - self._fields]]
        scan = scan % len(sums) - len(sums)
        sums[scan] = twice
        if abs(twice - sums[scan + self._fields]) >= _LEAST_SUMS or self.is_drifting[field]:
            self._judge(field)
        return twice << 1

    def _judge(self, field: int):
        if self._scan - self._since < len(self._sums) or self._faults.ground_visits:
            return
        pace = _LEVEL if self._settling.activity[field] == FAULTY else self._pace(field, False)
        if pace >= _FAST:
            pace = min(pace, self._pace(field, True))
        before, now = self.is_drifting[field], pace // _FAST
        if pace == _FASTER or (before and pace == _FAST) or (before == _NAMED and pace):
            now = _NAMED
        self.is_drifting[field] = now
        if (now == _NAMED) != (before == _NAMED):
            self._faults.note_drift(field, now == _NAMED)

    def _pace(self, field: int, is_own: bool) -> int:
        """Return the pace of the line through the looks; `is_own`: beside what others on its ground have moved."""
        total = squares = along = 0
        shift = 1 if -_FAR < self._moved(field, _LOOKS - 1) < _FAR else 4  # within 30 bits
        for look in range(_LOOKS):
            off = self._moved(field, look) - (self._common(field, look) if is_own else 0)
            off = max(-_MOST_SUMS, min(_MOST_SUMS, off >> shift))
            total += off
            squares += off * off
            along += off * (2 * look - _LOOKS + 1)
        straight = _STRAIGHT if self._settling.is_still(field) else _STRAIGHTER
        is_straight = 8 * along * along >= straight * (8 * squares - total * total)
        # `along` is 84 times the sums that a look adds, and a rise is of 6 g in sixteenths of a code.
        along = abs(along) << (shift - 1)
        first = self._sums[(self._scan + self._fields) % len(self._sums)]
        cg16 = 84 * self._masses.calibration.rise16(field, first << 1)
        least = cg16 * (_LEAST_CG + self._masses.creep_cg // _CREEP_PARTS) // 2400
        if is_straight and least <= along <= cg16 * _MOST_CG // 2400:
            return _FASTER if along > 2 * least else _FAST
        return _SLOW if 2 * along >= least else _LEVEL

    def _moved(self, field: int, look: int) -> int:
        """Return by how much a field's sum had risen since its first look."""
        sums, fields = self._sums, self._fields
        first = self._scan - (self._scan - field) % fields + fields
        return sums[(first + look * fields) % len(sums)] - sums[first % len(sums)]

    def _common(self, field: int, look: int) -> int:
        """Return by how much the other fields of its multiplexer that lie still have moved until a look."""
        total = count = 0
        for other in self._faults.fields_of_mux[self._channels[field] >> 4]:
            if other != field and self._settling.is_still(other):
                total += self._moved(other, look)
                count += 1
        return total // count if count else 0
