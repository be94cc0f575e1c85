"""What a weighing cell's codes mean: a table of codes at known masses for each field. See stored.py for its record."""

from array import array

from treppe.runtime import const

KNOTS = 8
KNOT_G = 12
NOMINAL = (2620, 2681, 2749, 2828, 2917, 3019, 3137, 3273)
"""Codes at the knots of a cell as it is designed (model, not measured); single cells are up to 120 codes off."""
MATERIALS = ("steel", "fr4", "petg")
THERMISTOR_AT_25_C = 8192
_POINTS = const(16)  # knots, the middles between them, and one beyond
_POINT_CG = const(600)
_HIGHEST = const(65535)


class CalibrationError(ValueError):
    """A stored calibration cannot be used; the text says why."""


def nominal(surface) -> "Calibration":
    """Return what cells without a calibration of their own are taken for: enough to see that something is there."""
    table = Calibration([16 * code for code in NOMINAL] * surface.FIELDS, surface.NAMES)
    table.serial = 0
    return table


class Calibration:
    """Codes of every field at each 6 g: turns codes into masses and back, in integers.

    Codes are sixteenths of an ADC code, masses centigrams. Beyond 90 g the last slope goes on. `serial` counts
    the records of a surface; 0: these are no cell's own codes.
    """

    def __init__(self, codes16, names):
        """Take KNOTS codes a field, field after field; raise CalibrationError where a field's codes do not rise."""
        self.material = "steel"
        self.thermistor = THERMISTOR_AT_25_C
        self.serial = 1
        self._codes = array("H", bytes(2 * _POINTS * len(names)))
        self._names = names
        for field in range(len(names)):
            self.replace(field, [codes16[field * KNOTS + knot] for knot in range(KNOTS)])

    def replace(self, field: int, knots: list[int]):
        """Give a field other codes at 0, 12, ... 84 g; raise CalibrationError where they do not rise."""
        for knot in range(KNOTS - 1):
            if knots[knot + 1] <= knots[knot]:
                raise CalibrationError(
                    f"field {self._names[field]}: the code does not rise from {knot * KNOT_G} g "
                    f"({knots[knot] / 16:.1f}) to {(knot + 1) * KNOT_G} g ({knots[knot + 1] / 16:.1f})"
                )
        for point, code in enumerate(_with_middles(knots)):
            self._codes[field * _POINTS + point] = code

    @property
    def fields(self) -> int:
        """How many fields there are."""
        return len(self._codes) // _POINTS

    def knots16(self, field: int) -> list[int]:
        """Return the field's codes at 0, 12, ... 84 g."""
        first = field * _POINTS
        return [self._codes[first + 2 * knot] for knot in range(KNOTS)]

    def mass_cg(self, field: int, code16: int) -> int:
        """Return the mass on the field that gives this code."""
        codes = self._codes
        at = self._segment(field, code16)
        rise = codes[at + 1] - codes[at]
        return (at - field * _POINTS) * _POINT_CG + (_POINT_CG * (code16 - codes[at]) + rise // 2) // rise

    def code16(self, field: int, mass_cg: int) -> int:
        """Return the code that this mass gives on the field."""
        segment = max(0, min(_POINTS - 2, mass_cg // _POINT_CG))
        at = field * _POINTS + segment
        codes = self._codes
        return codes[at] + (codes[at + 1] - codes[at]) * (mass_cg - segment * _POINT_CG) // _POINT_CG

    def rise16(self, field: int, code16: int) -> int:
        """Return by how much the code rises here for 6 g more."""
        at = self._segment(field, code16)
        return self._codes[at + 1] - self._codes[at]

    def _segment(self, field: int, code16: int) -> int:
        """Return the index of the point below the code, such that the next one belongs to the field too."""
        codes = self._codes
        low = field * _POINTS
        high = low + _POINTS - 1
        while high - low > 1:
            middle = (low + high) >> 1
            if codes[middle] <= code16:
                low = middle
            else:
                high = middle
        return low


def _with_middles(knots: list[int]) -> list[int]:
    """Return the knots with a point between each two: a straight line would be 0.26 g off there (cell's model)."""
    points = [knots[0]]
    for at in range(1, KNOTS):
        before, after = knots[at - 1], knots[at]
        if at == 1:
            middle = (3 * before + 6 * after - knots[at + 1]) // 8
        elif at == KNOTS - 1:
            middle = (6 * before + 3 * after - knots[at - 2]) // 8
        else:
            middle = (9 * (before + after) - knots[at - 2] - knots[at + 1]) // 16
        # A wild table may bend so much that the curve leaves its neighbours: then the straight middle.
        points.append(middle if before < middle < after else (before + after) // 2)
        points.append(after)
    # The curve bends on: half of all towers of seven weigh more than their nominal 84 g.
    rise = max(1, 2 * (points[-1] - points[-2]) - (points[-2] - points[-3]))
    points.append(min(_HIGHEST, points[-1] + rise))
    return points
