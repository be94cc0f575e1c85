"""Self-test of a tower surface, see self_test.py; lamps and supply are tested by drivers."""

from array import array

from treppe.runtime import const, micropython, ptr16, ptr32
from treppe.sensing import BROKEN, GOOD, LOOK
from treppe.sensing.faults import count_muxes, odd_code

_FRAMES = const(64)

_JAMMED = const(3800)  # codes
_NO_FIELD = const(2048)
_EMPTY_REACH = const(60)
_DEAD_NOISE16 = const(10)  # variance of a sum of four samples, in sixteenths: 0.2 codes a sample
_WIDE_REACH = const(10)  # around codes 512, 1536, 2560, 3584
_LOUD_NOISE16 = const(1600)  # 2.5 codes a sample
_REFERENCES = ((0, 819), (15, 1024))
_REFERENCE_REACH = const(22)
_RATIO_PERMILLE = const(800)  # of the two references
_RATIO_REACH = const(8)
_HALF_SUPPLY = const(57)  # multiplexer 3, channel 9
_HALF_SUPPLY_REACH = const(60)
_THERMISTOR = const(56)


@micropython.viper  # interpreted, a frame takes a Pico 3 ms of its start
def _add(frame, first, sums, squares):
    """Add to the sums by how much each reading differs from the first one, and to the squares."""
    now, base = ptr16(frame), ptr16(first)
    total, spread = ptr32(sums), ptr32(squares)
    for place in range(64):
        off = int(now[place]) - int(base[place])
        if off > 2000:
            off = 2000
        if off < -2000:
            off = -2000
        total[place] += off
        spread[place] += off * off


class CellSelfTest:
    """Looks at 64 frames of a tower surface on which nothing moves."""

    def __init__(self, surface, calibration):
        self._surface = surface
        self._muxes = range(count_muxes(surface))
        self._calibration = calibration
        self._first = array("H", [0] * 64)
        self._sums = array("i", [0] * 64)
        self._squares = array("i", [0] * 64)
        self._frames = 0

    def update(self, frame) -> bool:
        """Take one frame; True when there are enough."""
        if not self._frames:
            self._first[:] = frame
        _add(frame, self._first, self._sums, self._squares)
        self._frames += 1
        return self._frames >= _FRAMES

    def results(self, is_empty: bool = False) -> list[tuple[str, dict]]:
        """Return the results, see self_test.py."""
        muxes = self._check_muxes()
        dead_muxes = [
            diagnostic.get("mux", mux) for _, diagnostic in muxes for mux in self._muxes
        ]  # all if no mux is named
        fields = []
        is_noisy = self._is_noisy(dead_muxes)
        for field, place in enumerate(self._surface.CHANNELS):
            fault = self._field_fault(field, place, is_empty)
            if not fault and not is_noisy and self._variance16(place) > _LOUD_NOISE16:
                fault = LOOK, {"code": "hall_restless", "field": self._surface.NAMES[field]}
            if fault and place >> 4 not in dead_muxes:
                fields.append(fault)
        if not muxes:
            muxes.append((GOOD, {"code": "references_good"}))
        if not fields and not dead_muxes:
            fields.append((GOOD, {"code": "fields_good", "fields": self._surface.FIELDS}))
        # Noise moves a mean, too: it would be called a resistor that drifts.
        ratios = [] if dead_muxes or is_noisy else self._ratios()
        return muxes + fields + ratios + self._supply(is_noisy) + [self._table()]

    def _table(self):
        if self._calibration.serial:
            serial, material = self._calibration.serial, self._calibration.material
            return GOOD, {"code": "calibration_good", "serial": serial, "material": material}
        return LOOK, {"code": "weights_rough"}

    def _code(self, place: int) -> int:
        return (self._first[place] + self._sums[place] // self._frames) >> 2

    def _variance16(self, place: int) -> int:
        """Return the variance of a sum of four samples, in sixteenths."""
        mean16 = 16 * self._sums[place] // self._frames
        return 16 * self._squares[place] // self._frames - mean16 * mean16 // 16

    def _field_fault(self, field: int, place: int, is_empty: bool):
        """Return state and code, None if all is good."""
        code, name = self._code(place), self._surface.NAMES[field]
        fault = self._hall_fault(name, code, self._variance16(place))
        if fault:
            return BROKEN, fault
        if code > _JAMMED:
            return LOOK, {"code": "platform_jammed", "field": name}
        off = code - (self._calibration.code16(field, 0) >> 4)
        # No piece makes a field lighter than empty: that its table is wrong, or its zero, shows at any time.
        if off < -_EMPTY_REACH or (is_empty and off > _EMPTY_REACH):
            return LOOK, {"code": "platform_off", "field": name, "off": off}
        return None

    def _hall_fault(self, name: str, code: int, variance16: int) -> dict:
        fault = odd_code(code << 2)
        if fault in ("hall_open", "hall_shorted"):
            return {"code": fault, "field": name}
        is_wide = -_WIDE_REACH <= (code & 1023) - 512 <= _WIDE_REACH  # there the converter hides noise
        is_dead = variance16 < _DEAD_NOISE16 and not is_wide
        if is_dead or fault == "magnet_lost":
            return {"code": "hall_dead" if is_dead else fault, "field": name, "reads": code}
        return {}

    def _check_muxes(self):
        """Compare both references of each multiplexer with their right readings."""
        found = []
        for mux in self._muxes:
            for channel, wanted in _REFERENCES:
                code = self._code(16 * mux + channel)
                if not -_REFERENCE_REACH <= code - wanted <= _REFERENCE_REACH:
                    diagnostic = {
                        "code": "reference_wrong",
                        "mux": mux,
                        "channel": channel,
                        "reads": code,
                        "wanted": wanted,
                    }
                    found.append((BROKEN, diagnostic))
                    break
        if len(found) == len(self._muxes):
            found = [(BROKEN, {"code": "references_gone"})]
        return found

    def _ratios(self):
        """Compare the references with each other: a supply makes both drift alike, a resistor only one."""
        for mux in self._muxes:
            ratio = self._code(16 * mux) * 1000 // max(1, self._code(16 * mux + 15))
            if not -_RATIO_REACH <= ratio - _RATIO_PERMILLE <= _RATIO_REACH:
                return [(LOOK, {"code": "references_apart", "mux": mux, "ratio": ratio, "wanted": _RATIO_PERMILLE})]
        return []

    def _is_noisy(self, dead_muxes) -> bool:
        """Tell whether a reference of a multiplexer that works is loud."""
        places = [16 * mux + channel for mux in self._muxes if mux not in dead_muxes for channel, _ in _REFERENCES]
        return any([self._variance16(place) > _LOUD_NOISE16 for place in places])

    def _supply(self, is_noisy: bool):
        """Check half of the supply and the thermistor; say whether the references are noisy."""
        converter = GOOD, {"code": "converter_good"}
        if is_noisy:
            converter = LOOK, {"code": "converter_noisy"}
        if _THERMISTOR >> 4 not in self._muxes:
            return [converter]
        half, heat = self._code(_HALF_SUPPLY), self._code(_THERMISTOR)
        supply = GOOD, {"code": "half_supply_good", "reads": half}
        if not -_HALF_SUPPLY_REACH <= half - _NO_FIELD <= _HALF_SUPPLY_REACH:
            supply = LOOK, {"code": "half_supply_off", "reads": half, "wanted": _NO_FIELD}
        thermistor = GOOD, {"code": "thermistor_good", "reads": heat}
        if not 400 <= heat <= 3700:
            thermistor = LOOK, {"code": "thermistor_off", "reads": heat}
        return [supply, thermistor, converter]
