"""`treppe hardware cell`: leads the user through the trial of a cell, and writes the parameters of its model."""

import json
import math
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from treppe_host import terminal
from treppe_host.errors import BadFile
from treppe_host.narrow_table import NarrowTable
from treppe_host.store.store import Store
from treppe_host.tune import live
from treppe_host.tune.live import LiveBoard
from treppe_host.tune.session import TuneSession

from treppe_hardware.cell.curve import NOMINAL_MT, fit_curve
from treppe_hardware.cell.motion import crept_per_fraction, fit_creep, fit_swing, noise
from treppe_hardware.cell.trial import FRAME_S, Purpose, Step, of, plan

_PAUSE_S = 0.05
_SETTLE_FRAMES = 100
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
            "about": "Measured on a single cell by treppe hardware cell.",
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


def measure_cell(store: Store, port: str, field: str, material: str, path: Path, creep_s: float) -> None:
    """Lead through the trial of a board's cell, and write its results to a file.

    Raises BadFile, OSError, and PortError where the board cannot be reached.
    """
    if path.is_dir() or not path.parent.is_dir():
        raise BadFile(f"{path}: this is a folder, or is in none")
    with live.open_board(store, port, TuneSession(store)) as at:
        names = at.monitor.surface.NAMES
        if field not in names or not at.monitor.is_calibrated:
            raise BadFile(f"there is no cell {field!r} on {at.monitor.surface.NAME}")
        weigh(at, names.index(field), material, path, creep_s, terminal.console())


def weigh(at: LiveBoard, place: int, material: str, path: Path, creep_s: float, console: Console) -> CellParameters:
    """Lead through the trial on a field, print its results and write them to a file; raise BadFile, OSError."""
    steps = plan(creep_s)
    console.print(
        f"A trial of the cell {at.monitor.surface.NAMES[place]}: seven weights of exactly 12 g, and "
        f"{5 + creep_s / 60:.0f} minutes. Each time: do what is said, take your hand away, press Enter."
    )
    for number, step in enumerate(steps, 1):
        console.print(f"{number} of {len(steps)}: {step.text}.")
        measure(at, place, step, input, console)
    found = fit(steps)
    console.print(describe(found))
    path.write_text(json.dumps(found.model(material), indent=1) + "\n", "utf-8")
    console.print(f"Parameters in {path}; the simulation takes them with TREPPE_PARAMETERS={path}")
    return found


def measure(at: LiveBoard, place: int, step: Step, ask: Callable[[], object], console: Console) -> None:
    """Let `ask` wait until the step is done, then read its frames: of a push at once, else after a second of rest."""
    ask()
    channel = at.monitor.surface.CHANNELS[place]
    with at.lock:
        last = at.session.frames[-1][0]
    begun = last if step.purpose is Purpose.TAPS else last + _SETTLE_FRAMES
    step.begun_s = begun * FRAME_S
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("reading", total=step.frames)
        while not step.is_done:
            with at.lock:
                fresh = [(number, frame) for number, frame in at.session.frames if number > last]
            for number, frame in fresh:
                last = number
                if number > begun and not step.is_done:
                    step.codes.append(array("H", frame)[channel] / 4)
            bar.update(task, completed=len(step.codes))
            time.sleep(_PAUSE_S)


def describe(found: CellParameters) -> NarrowTable:
    """Return the found parameters beside those of the model."""
    table = NarrowTable("", "found", "designed", goes=("designed",))
    rows = (
        ("without magnet", f"{found.zero_code:.1f} codes", "2048 +-74"),
        ("gap, empty", f"{found.gap_mm:.2f} mm", "4.8"),
        ("spring rate", f"{found.spring_g_per_mm:.1f} +-{found.spring_sd:.1f} gf/mm", "54"),
        ("friction", f"+-{found.friction_g:.2f} g", "steel 0.25, FR4 0.6, PETG 1.2"),
        ("creep", f"{100 * found.creep_fraction:.2f} % of the load", "steel 0.3, FR4 1.5, PETG 10"),
        ("creep, time constant", f"{found.creep_tau_s:.0f} s", "300"),
        ("damping at full load", f"{found.zeta:.2f}", "at least 0.3"),
        ("natural frequency", f"{found.frequency_hz:.1f} Hz", "12"),
        ("noise of a sample", f"{found.noise_codes:.2f} codes", "1.2"),
        ("model off at most", f"{found.worst_g:.2f} g", ""),
    )
    for row in rows:
        table.add_row(*row)
    return table


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
