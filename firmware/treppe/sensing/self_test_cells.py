"""Self-test of a tower surface, see self_test.py. What a lamp or the supply does is not sensing's to see."""

from array import array

from treppe.runtime import const
from treppe.sensing.findings import BROKEN, GOOD, LOOK

_FRAMES = const(64)

_OPEN = const(100)  # codes
_SHORT = const(4000)
_JAMMED = const(3800)
_NO_FIELD = const(2048)
_NO_FIELD_REACH = const(80)
_EMPTY_REACH = const(60)
_DEAD_NOISE16 = const(10)  # variance of a sum of four samples, in sixteenths: 0.2 codes a sample
_WIDE_REACH = const(10)  # around codes 512, 1536, 2560, 3584
_LOUD_NOISE16 = const(1600)  # 2.5 codes a sample
_REFERENCES = ((0, 778), (15, 1024))
_REFERENCE_REACH = const(22)
_RATIO_PERMILLE = const(760)  # of the two references
_RATIO_REACH = const(8)
_HALF_SUPPLY = const(57)  # multiplexer 3, channel 9
_HALF_SUPPLY_REACH = const(60)
_THERMISTOR = const(56)


class CellSelfTest:
    """Looks at 64 frames of a tower surface on which nothing moves."""

    def __init__(self, surface, calibration):
        self._surface = surface
        self._calibration = calibration
        self._first = array("H", [0] * 64)
        self._sums = array("i", [0] * 64)
        self._squares = array("i", [0] * 64)
        self._frames = 0

    def update(self, frame) -> bool:
        """Take one frame; True when there are enough."""
        if not self._frames:
            self._first[:] = frame
        for place in range(64):
            off = max(-2000, min(2000, frame[place] - self._first[place]))
            self._sums[place] += off
            self._squares[place] += off * off
        self._frames += 1
        return self._frames >= _FRAMES

    def results(self, is_empty: bool = False) -> list[tuple[str, str, str]]:
        """Return what was found, see self_test.py."""
        muxes = self._muxes()
        dead_muxes = [part for part, _, _ in muxes]
        fields = []
        for field, place in enumerate(self._surface.CHANNELS):
            fault = self._field_fault(field, place, is_empty)
            if fault and f"multiplexer M{place >> 4}" not in dead_muxes and "select lines" not in dead_muxes:
                fields.append(("field " + self._surface.NAMES[field], fault[0], fault[1]))
        if not muxes:
            muxes.append(("multiplexers", GOOD, "all four read their references"))
        if not fields and not dead_muxes:
            fields.append(("fields", GOOD, f"all {self._surface.FIELDS} read what cells can"))
        return muxes + fields + ([] if dead_muxes else self._ratios()) + self._supply() + [self._table()]

    def _table(self):
        if self._calibration.serial:
            return ("calibration", GOOD, f"number {self._calibration.serial}, springs of {self._calibration.material}")
        return ("calibration", LOOK, "there is none: weights are rough; calibrate")

    def _code(self, place: int) -> int:
        return (self._first[place] + self._sums[place] // self._frames) >> 2

    def _variance16(self, place: int) -> int:
        """Return the variance of a sum of four samples, in sixteenths."""
        mean16 = 16 * self._sums[place] // self._frames
        return 16 * self._squares[place] // self._frames - mean16 * mean16 // 16

    def _field_fault(self, field: int, place: int, is_empty: bool):
        """Return state and text, None if all is good."""
        code = self._code(place)
        fault = self._hall_fault(code, self._variance16(place))
        if fault:
            return BROKEN, fault + "; its value is asked for, all other fields work"
        if code > _JAMMED:
            return LOOK, "overloaded or jammed: lift what lies there; all other fields work"
        off = code - (self._calibration.code16(field, 0) >> 4)
        if is_empty and not -_EMPTY_REACH <= off <= _EMPTY_REACH:
            return LOOK, f"the empty platform reads {off:+d} codes off its calibration: jammed, or calibrate anew"
        return None

    def _hall_fault(self, code: int, variance16: int) -> str:
        if code < _OPEN:
            return "Hall output open"
        if code > _SHORT:
            return "Hall output shorted to the supply"
        is_wide = -_WIDE_REACH <= (code & 1023) - 512 <= _WIDE_REACH  # there the converter hides noise
        if variance16 < _DEAD_NOISE16 and not is_wide:
            return f"the Hall is dead: it reads {code} without any noise"
        if -_NO_FIELD_REACH <= code - _NO_FIELD <= _NO_FIELD_REACH:
            return f"the magnet is lost: the Hall reads {code}, as without a field"
        return ""

    def _muxes(self):
        """Hold both references of each multiplexer against what they must read."""
        found = []
        for mux in range(4):
            for channel, wanted in _REFERENCES:
                code = self._code(16 * mux + channel)
                if not -_REFERENCE_REACH <= code - wanted <= _REFERENCE_REACH:
                    fault = f"channel {channel} reads {code} instead of {wanted}: a select line, its enable or its plug"
                    rest = "; the fields of the other multiplexers work, its own are asked for"
                    found.append((f"multiplexer M{mux}", BROKEN, fault + rest))
                    break
        if len(found) == 4:
            fault = "no multiplexer reads its references: a line is stuck or VREF is missing; no field works"
            found = [("select lines", BROKEN, fault)]
        return found

    def _ratios(self):
        """Hold the references against each other: both drift alike with the supply, not with their resistors."""
        for mux in range(4):
            ratio = self._code(16 * mux) * 1000 // max(1, self._code(16 * mux + 15))
            if not -_RATIO_REACH <= ratio - _RATIO_PERMILLE <= _RATIO_REACH:
                fault = f"those of multiplexer M{mux} stand as {ratio} to 1000 instead of {_RATIO_PERMILLE}"
                return [
                    ("references", LOOK, fault + ": a resistor drifts; all fields work, calibrate after the repair")
                ]
        return []

    def _supply(self):
        """Hold against what they must read: half of the supply, the thermistor, and the noise of a reference."""
        half, heat = self._code(_HALF_SUPPLY), self._code(_THERMISTOR)
        supply = ("supply 3V3A", GOOD, f"half of it reads {half}")
        if not -_HALF_SUPPLY_REACH <= half - _NO_FIELD <= _HALF_SUPPLY_REACH:
            rest = "weights may be wrong; calibrate after the repair"
            supply = ("supply 3V3A", LOOK, f"half of it reads {half} instead of {_NO_FIELD}; {rest}")
        thermistor = ("thermistor", GOOD, f"reads {heat}")
        if not 400 <= heat <= 3700:
            fault = f"reads {heat}: open or shorted; all fields work, without the correction of heat"
            thermistor = ("thermistor", LOOK, fault)
        converter = ("converter", GOOD, "quiet")
        if self._variance16(15) > _LOUD_NOISE16:
            converter = ("converter", LOOK, "its references are noisy; all fields work, more of them unsure")
        return [supply, thermistor, converter]
