"""Fits the parameters of a cell's model to the readings of a trial.

Spring rate and gap come from the curve of codes over masses: code = zero + amplitude B(gap - mass / spring), with B of
the magnet's data sheet. A curve alone hardly tells a strong magnet far away from a weak one close by. So the amplitude
is held to the tolerance of magnet and sensor (3 %); 40 % of that go into the spring rate.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from treppe_sim.cell import axial_field_mt
from treppe_sim.parameters import PARAMETERS

from treppe_host.errors import BadFile
from treppe_host.tune.cell_trial import FULL_G, Purpose, Step, of

_NOMINAL_MT: float = PARAMETERS["magnet"]["Br_mT"]
_CODES_PER_MT = PARAMETERS["hall"]["mV_per_mT"] * 4096 / PARAMETERS["adc"]["vref_mV"]
_AMPLITUDE_SD = math.hypot(PARAMETERS["magnet"]["Br_sd"], PARAMETERS["hall"]["gain_sd"])
_CONVERTER_SD = 0.01  # error of a spring rate from the steps of the converter, seen in simulated trials
_PUT_SD_G = 0.3  # for the weights of the fit only: friction, and weights off the centre
_BLOCK_FRAMES = 100
_TAUS_S = [60 * 1.05**power for power in range(64)]  # to 1300 s
_TAP_G = 6.0  # more than noise
_STILL_G = 0.5
_RATE = 100.0


@dataclass(frozen=True, slots=True)
class CellParameters:
    """What the trial has found; each `_sd` is the standard deviation of its estimate."""

    zero_code: float
    gap_mm: float
    spring_g_per_mm: float
    spring_sd: float
    amplitude: float
    """Field at the sensor, as a part of the data sheets' value."""
    friction_g: float
    """Half of the range in which a reading comes to rest after a put."""
    creep_fraction: float
    creep_tau_s: float
    zeta: float
    frequency_hz: float
    noise_codes: float
    """Noise of one sample of the converter, if the four samples of a frame are independent."""
    worst_g: float
    """Largest difference between model and reading over all puts."""

    def model(self, variant: str) -> dict[str, Any]:
        """Return them as parameters of the simulation that replace its own (see `treppe_sim.parameters`)."""
        return {
            "about": "Measured on a single cell by treppe tune --cell.",
            "adc": {"noise_one_sample_lsb": round(self.noise_codes, 2)},
            "hall": {"zero_code": round(self.zero_code, 1)},
            "magnet": {"Br_mT": round(_NOMINAL_MT * self.amplitude, 1)},
            "cell": {
                "gap_empty_mm": round(self.gap_mm, 3),
                "spring_gf_per_mm": round(self.spring_g_per_mm, 2),
                "zeta_at_full_load": round(self.zeta, 3),
            },
            "variants": {
                variant: {
                    "hysteresis_g": round(self.friction_g, 3),
                    "creep_fraction": round(self.creep_fraction, 5),
                }
            },
            "creep_tau_s": round(self.creep_tau_s),
        }


def fit(steps: Sequence[Step]) -> CellParameters:
    """Return the parameters that fit a finished trial; raise BadFile if no cell reads so."""
    zero = of(steps, Purpose.ZERO)[0].mean()
    empty = of(steps, Purpose.NOISE)[0]
    puts = [(step.load_g, step.mean()) for step in (empty, *of(steps, Purpose.LOAD))]
    if puts[0][1] - zero < 100 or max(code for _, code in puts) - puts[0][1] < 200:
        raise BadFile(
            f"this is no cell: without magnet it reads {zero:.0f}, empty {puts[0][1]:.0f}, "
            f"loaded at most {max(code for _, code in puts):.0f}"
        )
    curve, _ = _fit_curve(zero, puts)
    creep, tau_s = _fit_creep(steps, curve)
    crept = [creep * _crept_per_fraction(steps, step, tau_s) for step in (empty, *of(steps, Purpose.LOAD))]
    corrected = [(mass_g + more_g, code) for (mass_g, code), more_g in zip(puts, crept, strict=True)]
    curve, fit_sd = _fit_curve(zero, corrected)
    spring_sd = math.hypot(fit_sd, _CONVERTER_SD * curve.spring_g_per_mm)
    off_g = [curve.grams(code) - mass_g for mass_g, code in corrected]
    friction_g = math.sqrt(3 * sum(off * off for off in off_g) / max(1, len(off_g) - 3))
    zeta, frequency_hz = _fit_swing([curve.grams(code) for code in of(steps, Purpose.TAPS)[0].codes])
    noise = 2 * _noise(empty.codes)
    worst_g = max(map(abs, off_g))
    return CellParameters(
        zero, curve.gap_mm, curve.spring_g_per_mm, spring_sd, curve.amplitude, friction_g, creep, tau_s, zeta,
        frequency_hz, noise, worst_g,
    )  # fmt: skip


# The curve.


@dataclass(frozen=True, slots=True)
class _Curve:
    zero_code: float
    amplitude: float
    gap_mm: float
    spring_g_per_mm: float

    def code(self, mass_g: float) -> float:
        mt = axial_field_mt(self.gap_mm - mass_g / self.spring_g_per_mm, _NOMINAL_MT)
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


def _fit_curve(zero: float, puts: Sequence[tuple[float, float]]) -> tuple[_Curve, float]:
    """Return the curve through the puts, and the standard deviation of its spring rate (Gauss and Newton)."""
    cell = PARAMETERS["cell"]
    at = [1.0, cell["gap_empty_mm"], cell["spring_gf_per_mm"]]

    def residuals(values: Sequence[float]) -> list[float]:
        curve = _Curve(zero, *values)
        found = [(values[0] - 1) / _AMPLITUDE_SD]
        for mass_g, code in puts:
            slope = curve.code(mass_g + 0.5) - curve.code(mass_g - 0.5)
            found.append((curve.code(mass_g) - code) / (slope * _PUT_SD_G))
        return found

    inverse: list[list[float]] = []
    for _ in range(30):
        errors, jacobian = residuals(at), _jacobian(residuals, at)
        normal = [[sum(row[i] * row[j] for row in jacobian) for j in range(3)] for i in range(3)]
        inverse = _invert(normal)
        pull = [sum(row[i] * error for row, error in zip(jacobian, errors, strict=True)) for i in range(3)]
        step = [-sum(inverse[i][j] * pull[j] for j in range(3)) for i in range(3)]
        # The first steps may be long; parameters stay within those of possible cells.
        at = [min(max(value + change, 0.7 * value), 1.4 * value) for value, change in zip(at, step, strict=True)]
        if max(abs(change) for change in step) < 1e-6:
            break
    return _Curve(zero, *at), math.sqrt(max(0.0, inverse[2][2]))


def _jacobian(function: Callable[[Sequence[float]], list[float]], at: Sequence[float]) -> list[list[float]]:
    columns = []
    for place, value in enumerate(at):
        width = 1e-4 * value
        above = function([*at[:place], value + width, *at[place + 1 :]])
        below = function([*at[:place], value - width, *at[place + 1 :]])
        columns.append([(high - low) / (2 * width) for high, low in zip(above, below, strict=True)])
    return [list(row) for row in zip(*columns, strict=True)]


def _invert(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse (Gauss and Jordan; the matrix is positive)."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for other in range(size):
            if other != pivot:
                share = rows[other][pivot]
                rows[other] = [value - share * by for value, by in zip(rows[other], rows[pivot], strict=True)]
    return [row[size:] for row in rows]


# Creep: `fraction` of the load is reached slowly, with a time constant.


def _crept_per_fraction(steps: Sequence[Step], until: Step, tau_s: float) -> float:
    """Return in grams how far a spring with fraction 1 has crept in the middle of a step."""
    crept_g = 0.0
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        lasts_s = (after.begun_s - step.begun_s) if after else step.frames / _RATE
        if step is until:
            return step.load_g + (crept_g - step.load_g) * math.exp(-step.frames / _RATE / 2 / tau_s)
        crept_g = step.load_g + (crept_g - step.load_g) * math.exp(-lasts_s / tau_s)
    return crept_g


def _fit_creep(steps: Sequence[Step], curve: _Curve) -> tuple[float, float]:
    """Return the fraction of the load and the time constant in seconds."""
    step = of(steps, Purpose.CREEP)[0]
    blocks = [step.codes[at : at + _BLOCK_FRAMES] for at in range(0, len(step.codes), _BLOCK_FRAMES)]
    grams = [curve.grams(sum(block) / len(block)) for block in blocks if len(block) == _BLOCK_FRAMES]
    times_s = [(number + 0.5) * _BLOCK_FRAMES / _RATE for number in range(len(grams))]
    best = (math.inf, 0.0, _TAUS_S[0])
    for tau_s in _TAUS_S:
        shape = [1 - math.exp(-time_s / tau_s) for time_s in times_s]
        rise, error = _regress(shape, grams)
        if error < best[0]:
            best = (error, rise, tau_s)
    _, rise_g, tau_s = best
    begun_g = _crept_before(steps, step, tau_s)
    return max(0.0, rise_g / (FULL_G - begun_g)), tau_s


def _crept_before(steps: Sequence[Step], until: Step, tau_s: float) -> float:
    crept_g = 0.0
    for step, after in itertools.pairwise(steps):
        if step is until:
            break
        crept_g = step.load_g + (crept_g - step.load_g) * math.exp(-(after.begun_s - step.begun_s) / tau_s)
    return crept_g


def _regress(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Return the slope of y over x, and the remaining sum of squares."""
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    spread = sum((each - mean_x) ** 2 for each in x)
    slope = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    left = sum((b - mean_y - slope * (a - mean_x)) ** 2 for a, b in zip(x, y, strict=True))
    return slope, left


# Swinging and noise.


def _fit_swing(grams: Sequence[float]) -> tuple[float, float]:
    """Return damping and natural frequency of the platform's swing after each push: x" = a x' + b x.

    The fit begins at the first swing beyond rest, for the finger has left the platform by then.
    """
    rest_g = sorted(grams)[len(grams) // 2]
    off = [value - rest_g for value in grams]
    triples: list[tuple[float, float, float]] = []
    at = 0
    while at < len(off):
        if off[at] > _TAP_G:
            while at < len(off) and off[at] > 0:
                at += 1
            end = at
            while end + 2 < len(off) and max(map(abs, off[end : end + 3])) > _STILL_G and off[end] < _TAP_G * 4:
                triples.append((off[end], off[end + 1], off[end + 2]))
                end += 1
            at = end
        at += 1
    if len(triples) < 6:
        raise BadFile("nobody has pushed the weights down hard enough: they did not swing")
    s11 = sum(now * now for _, now, _ in triples)
    s12 = sum(before * now for before, now, _ in triples)
    s22 = sum(before * before for before, _, _ in triples)
    t1 = sum(now * after for _, now, after in triples)
    t2 = sum(before * after for before, _, after in triples)
    determinant = s11 * s22 - s12 * s12
    a, b = (t1 * s22 - t2 * s12) / determinant, (t2 * s11 - t1 * s12) / determinant
    radius = math.sqrt(max(1e-6, -b))
    turn = math.acos(max(-1.0, min(1.0, a / (2 * radius))))
    decay, omega = -math.log(radius) * _RATE, turn * _RATE
    natural = math.hypot(decay, omega)
    return decay / natural, natural / (2 * math.pi)


def _noise(codes: Sequence[float]) -> float:
    """Return the standard deviation from frame to frame. Differences of neighbouring frames contain no drift."""
    differences = [after - before for before, after in itertools.pairwise(codes)]
    return math.sqrt(sum(each * each for each in differences) / len(differences) / 2)
