"""The curve of a cell's codes over masses: code = zero + amplitude B(gap - mass / spring).

B is the field of the magnet's data sheet. A curve alone hardly tells a strong magnet far away from a weak one close by.
So the amplitude is held to the tolerance of magnet and sensor (3 %); 40 % of that go into the spring rate.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from treppe_sim.cell import axial_field_mt
from treppe_sim.parameters import PARAMETERS

from treppe_hardware.linear import solve

NOMINAL_MT: float = PARAMETERS["magnet"]["Br_mT"]
_CODES_PER_MT = PARAMETERS["hall"]["mV_per_mT"] * 4096 / PARAMETERS["adc"]["vref_mV"]
_AMPLITUDE_SD = math.hypot(PARAMETERS["magnet"]["Br_sd"], PARAMETERS["hall"]["gain_sd"])
_PUT_SD_G = 0.3  # for the weights of the fit only: friction, and weights off the centre


@dataclass(frozen=True, slots=True)
class CellCurve:
    """Codes of one cell over masses."""

    zero_code: float
    amplitude: float
    gap_mm: float
    spring_g_per_mm: float

    def code(self, mass_g: float) -> float:
        """Return the code for a mass."""
        mt = axial_field_mt(self.gap_mm - mass_g / self.spring_g_per_mm, NOMINAL_MT)
        code: float = self.zero_code + self.amplitude * _CODES_PER_MT * mt
        return code

    def grams(self, code: float) -> float:
        """Return the mass for a code, between -60 g and the magnet touching the sensor."""
        low, high = -60.0, 0.98 * self.gap_mm * self.spring_g_per_mm
        for _ in range(40):
            middle = (low + high) / 2
            if self.code(middle) < code:
                low = middle
            else:
                high = middle
        return (low + high) / 2


def fit_curve(zero: float, puts: Sequence[tuple[float, float]]) -> tuple[CellCurve, float]:
    """Return the curve through the puts, and the standard deviation of its spring rate (Gauss and Newton)."""
    cell = PARAMETERS["cell"]
    at = [1.0, cell["gap_empty_mm"], cell["spring_gf_per_mm"]]

    def residuals(values: Sequence[float]) -> list[float]:
        curve = CellCurve(zero, *values)
        found = [(values[0] - 1) / _AMPLITUDE_SD]
        for mass_g, code in puts:
            slope = curve.code(mass_g + 0.5) - curve.code(mass_g - 0.5)
            found.append((curve.code(mass_g) - code) / (slope * _PUT_SD_G))
        return found

    variance = 0.0
    for _ in range(30):
        errors, jacobian = residuals(at), _jacobian(residuals, at)
        normal = [[sum(row[i] * row[j] for row in jacobian) for j in range(3)] for i in range(3)]
        variance = solve(normal, (0.0, 0.0, 1.0))[2]
        step = solve(
            normal, [-sum(row[i] * error for row, error in zip(jacobian, errors, strict=True)) for i in range(3)]
        )
        # The first steps may be long; parameters stay within those of possible cells.
        at = [min(max(value + change, 0.7 * value), 1.4 * value) for value, change in zip(at, step, strict=True)]
        if max(abs(change) for change in step) < 1e-6:
            break
    return CellCurve(zero, *at), math.sqrt(max(0.0, variance))


def _jacobian(function: Callable[[Sequence[float]], list[float]], at: Sequence[float]) -> list[list[float]]:
    columns = []
    for place, value in enumerate(at):
        width = 1e-4 * value
        above = function([*at[:place], value + width, *at[place + 1 :]])
        below = function([*at[:place], value - width, *at[place + 1 :]])
        columns.append([(high - low) / (2 * width) for high, low in zip(above, below, strict=True)])
    return [list(row) for row in zip(*columns, strict=True)]
