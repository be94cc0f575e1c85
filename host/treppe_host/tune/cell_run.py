"""`treppe tune --cell`: leads the user through the trial of a cell, and writes the parameters of its model."""

import json
import time
from array import array
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from treppe_sim.hands.weighing import WeighingHands

from treppe_host.narrow_table import NarrowTable
from treppe_host.tune.cell_fit import CellParameters, fit
from treppe_host.tune.cell_trial import FRAME_S, Purpose, Step, plan
from treppe_host.tune.live import LiveBoard

_PAUSE_S = 0.05
_SETTLE_FRAMES = 100


def run(
    at: LiveBoard,
    place: int,
    material: str,
    path: Path,
    creep_s: float,
    console: Console,
    hands: WeighingHands | None = None,
) -> CellParameters:
    """Lead through the trial on a field, print its results and write them to a file; raise BadFile, OSError.

    Simulated `hands` do the steps; without them the user does them, and presses Enter.
    """
    steps = plan(creep_s)
    who = "Simulated hands do it." if hands else "Each time: do what is said, take your hand away, press Enter."
    console.print(
        f"A trial of the cell {at.monitor.surface.NAMES[place]}: seven weights of exactly 12 g, and "
        f"{5 + creep_s / 60:.0f} minutes. {who}"
    )
    for number, step in enumerate(steps, 1):
        console.print(f"{number} of {len(steps)}: {step.text}.")
        measure(at, place, step, partial(_do, hands, step) if hands else input, console)
    found = fit(steps)
    console.print(describe(found))
    path.write_text(json.dumps(found.model(material), indent=1) + "\n", "utf-8")
    console.print(f"Parameters in {path}; the simulation takes them with TREPPE_PARAMETERS={path}")
    return found


def _do(hands: WeighingHands, step: Step) -> None:
    """Let simulated hands do a step."""
    hands.set_magnet(is_there=step.purpose is not Purpose.ZERO)
    if step.purpose in (Purpose.LOAD, Purpose.CREEP):
        hands.load(step.load_g)
    elif step.purpose is Purpose.TAPS:
        hands.begin_to_tap()


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
