"""Fits the parameters of a cell's model to the readings of a trial."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from treppe_host.errors import BadFile
from treppe_host.tune.cell_curve import NOMINAL_MT, fit_curve
from treppe_host.tune.cell_motion import crept_per_fraction, fit_creep, fit_swing, noise
from treppe_host.tune.cell_trial import Purpose, Step, of

_CONVERTER_SD = 0.01  # error of a spring rate from the steps of the converter, seen in simulated trials


@dataclass(frozen=True, slots=True)
class CellParameters:
    """Results of the trial; each `_sd` is the standard deviation of its estimate."""

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
            "magnet": {"Br_mT": round(NOMINAL_MT * self.amplitude, 1)},
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
    """Return the parameters that fit a finished trial; raise BadFile for readings that no cell gives."""
    zero = of(steps, Purpose.ZERO)[0].mean()
    empty = of(steps, Purpose.NOISE)[0]
    puts = [(step.load_g, step.mean()) for step in (empty, *of(steps, Purpose.LOAD))]
    if puts[0][1] - zero < 100 or max(code for _, code in puts) - puts[0][1] < 200:
        raise BadFile(
            f"this is no cell: without magnet it reads {zero:.0f}, empty {puts[0][1]:.0f}, "
            f"loaded at most {max(code for _, code in puts):.0f}"
        )
    curve, _ = fit_curve(zero, puts)
    creep, tau_s = fit_creep(steps, curve)
    crept = [creep * crept_per_fraction(steps, step, tau_s) for step in (empty, *of(steps, Purpose.LOAD))]
    corrected = [(mass_g + more_g, code) for (mass_g, code), more_g in zip(puts, crept, strict=True)]
    curve, fit_sd = fit_curve(zero, corrected)
    spring_sd = math.hypot(fit_sd, _CONVERTER_SD * curve.spring_g_per_mm)
    off_g = [curve.grams(code) - mass_g for mass_g, code in corrected]
    friction_g = math.sqrt(3 * sum(off * off for off in off_g) / max(1, len(off_g) - 3))
    zeta, frequency_hz = fit_swing([curve.grams(code) for code in of(steps, Purpose.TAPS)[0].codes])
    noise_codes = 2 * noise(empty.codes)
    worst_g = max(map(abs, off_g))
    return CellParameters(
        zero, curve.gap_mm, curve.spring_g_per_mm, spring_sd, curve.amplitude, friction_g, creep, tau_s, zeta,
        frequency_hz, noise_codes, worst_g,
    )  # fmt: skip
