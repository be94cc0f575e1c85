"""How a cell's reading moves: creep, swing after a push, noise."""

import itertools
import math
from collections.abc import Sequence

from treppe_host.errors import BadFile

from treppe_hardware.cell.curve import CellCurve
from treppe_hardware.cell.trial import FULL_G, Purpose, Step, of

_BLOCK_FRAMES = 100
_TAUS_S = [60 * 1.05**power for power in range(64)]  # to 1300 s
_TAP_G = 6.0  # more than noise
_STILL_G = 0.5
_RATE = 100.0


# Creep: `fraction` of the load is reached slowly, with a time constant.


def crept_per_fraction(steps: Sequence[Step], until: Step, tau_s: float) -> float:
    """Return in grams how far a spring with fraction 1 has crept in the middle of a step."""
    crept_g = 0.0
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        lasts_s = (after.begun_s - step.begun_s) if after else step.frames / _RATE
        if step is until:
            return step.load_g + (crept_g - step.load_g) * math.exp(-step.frames / _RATE / 2 / tau_s)
        crept_g = step.load_g + (crept_g - step.load_g) * math.exp(-lasts_s / tau_s)
    return crept_g


def fit_creep(steps: Sequence[Step], curve: CellCurve) -> tuple[float, float]:
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


def fit_swing(grams: Sequence[float]) -> tuple[float, float]:
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
        raise BadFile("the weights did not swing: push them down harder")
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


def noise(codes: Sequence[float]) -> float:
    """Return the standard deviation from frame to frame. Differences of neighbouring frames contain no drift."""
    differences = [after - before for before, after in itertools.pairwise(codes)]
    return math.sqrt(sum(each * each for each in differences) / len(differences) / 2)
