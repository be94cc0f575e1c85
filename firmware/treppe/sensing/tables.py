"""Makes a calibration's tables from codes at the knots, and reads them."""

from array import array

from treppe.runtime import const, micropython
from treppe.sensing.calibration import KNOT_G, KNOTS, POINTS, Calibration, CalibrationError

NOMINAL16 = (41925, 42891, 43989, 45240, 46670, 48310, 50195, 52365)
"""Codes at the knots of a cell as it is designed, in sixteenths (model, not measured); single
cells are up to 120 codes off."""
TYPICAL_PERCENT = const(26)
"""By how much a cell's weights may differ from the typical ones: three standard deviations (model)."""
_HIGHEST = const(65535)
# What cells can give, in whole codes. A calibration accepts empty ones in the trimmed band and 50 codes to either side;
# their zero may move by 60 more.
_EMPTY = (2480, 2760)
FULL_RISE = (375, 1125)
"""The rise of a full tower; one typical cell of 10,000 is below 447 or above 1013 (model)."""
_USUAL_RISE = (490, 820)
"""The same of a surface's median cell: chance moves it by 2 per cent, and one batch of springs and magnets by 20."""
_STEP_PERCENT = (50, 160)
"""A step of 12 g, compared with its part of the field's own rise: pieces are accepted that are half of one off."""


def nominal(surface) -> Calibration:
    """Return the typical calibration, for cells without their own: enough to see that a piece is there."""
    table = build(list(NOMINAL16) * surface.FIELDS, surface.NAMES)
    table.serial = 0
    table.doubts = bytes([TYPICAL_PERCENT] * surface.FIELDS)
    return table


def build(codes16, names) -> Calibration:
    """Return the calibration with KNOTS codes a field, field after field.

    Raises CalibrationError for codes that no cell gives, and for a surface whose cells rise too little or too much.
    """
    table = Calibration(array("H", bytes(2 * POINTS * len(names))))
    for field in range(len(names)):
        replace(table, field, [codes16[field * KNOTS + knot] for knot in range(KNOTS)], names[field])
    first, last = range(0, len(codes16), KNOTS), range(KNOTS - 1, len(codes16), KNOTS)
    rises16 = sorted([codes16[high] - codes16[low] for low, high in zip(first, last)])
    _check(names[0] + "-" + names[len(names) - 1], "84 g - 0 g", rises16[len(rises16) // 2] >> 4, _USUAL_RISE)
    return table


@micropython.native  # with the middles the half of what a tower surface's tables take of a board's start
def check(knots: list[int], name: str):
    """Raise CalibrationError, with the field's name, for codes at 0, 12, ... 84 g that no cell gives."""
    for knot in range(KNOTS - 1):
        if knots[knot + 1] <= knots[knot]:
            code16, next16 = knots[knot], knots[knot + 1]
            raise CalibrationError(
                {"code": "calibration_falls", "field": name, "grams": knot * KNOT_G, "low16": code16, "high16": next16}
            )
    _check(name, "0 g", knots[0] >> 4, _EMPTY)
    rise16, usual16 = knots[-1] - knots[0], NOMINAL16[-1] - NOMINAL16[0]
    _check(name, "84 g - 0 g", rise16 >> 4, FULL_RISE)
    least_percent, most_percent = _STEP_PERCENT
    for knot in range(1, KNOTS):
        due16 = (NOMINAL16[knot] - NOMINAL16[knot - 1]) * rise16 // usual16
        step, bounds = (
            (knots[knot] - knots[knot - 1]) >> 4,
            (due16 * least_percent // 1600, due16 * most_percent // 1600),
        )
        if not bounds[0] <= step <= bounds[1]:
            _refuse(name, f"{KNOT_G * knot} g - {KNOT_G * (knot - 1)} g", step, bounds)


def _check(name: str, where: str, value: int, bounds: tuple[int, int]):
    if not bounds[0] <= value <= bounds[1]:
        _refuse(name, where, value, bounds)


def _refuse(name: str, where: str, value: int, bounds: tuple[int, int]):
    value_text = f"{value} ({where}: {bounds[0]} - {bounds[1]})"
    raise CalibrationError({"code": "calibration_code", "field": name, "value": value_text})


def replace(table: Calibration, field: int, knots: list[int], name: str):
    """Give a field other codes at 0, 12, ... 84 g; raise CalibrationError for what no cell gives."""
    check(knots, name)
    for point, code in enumerate(_with_middles(knots)):
        table.codes[field * POINTS + point] = code


def knots16(table: Calibration, field: int) -> list[int]:
    """Return the field's codes at 0, 12, ... 84 g."""
    first = field * POINTS
    return [table.codes[first + 2 * knot] for knot in range(KNOTS)]


@micropython.native
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
