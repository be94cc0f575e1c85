"""The trial of one weighing cell with known weights: the user's steps, and the codes read after each.

The weights are pieces of the same mass, 12 g each; 84 g are all seven.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from treppe.sensing.calibration import KNOT_G, KNOTS

FULL_G = KNOT_G * (KNOTS - 1)
FRAME_S = 0.01


class Purpose(StrEnum):
    """The purpose of a step."""

    ZERO = "zero"
    NOISE = "noise"
    LOAD = "load"
    CREEP = "creep"
    TAPS = "taps"


@dataclass(slots=True)
class Step:
    """One task for the user, and the codes that were read afterwards, one for each frame."""

    purpose: Purpose
    load_g: float
    text: str
    frames: int
    codes: list[float] = field(default_factory=list)
    begun_s: float = 0.0
    """Time of the first code, in seconds since the trial began."""

    @property
    def is_done(self) -> bool:
        """Return whether enough codes have been read."""
        return len(self.codes) >= self.frames

    def mean(self) -> float:
        """Return the mean code."""
        return sum(self.codes) / len(self.codes)


def plan(creep_s: float = 600.0, rounds: int = 2) -> list[Step]:
    """Return the steps: `rounds` times up and down with the weights, then `creep_s` seconds with all of them."""
    steps = [
        Step(Purpose.ZERO, 0.0, "Take the platform with its magnet off the cell", 300),
        Step(Purpose.NOISE, 0.0, "Put the platform back; nothing on it", 500),
    ]
    up = [KNOT_G * count for count in range(1, KNOTS)]
    for _ in range(rounds):
        steps += [Step(Purpose.LOAD, mass_g, f"{mass_g} g on the platform: one weight more", 200) for mass_g in up]
        down = [*reversed(up[:-1]), 0]
        steps += [Step(Purpose.LOAD, mass_g, f"{mass_g} g on the platform: one weight less", 200) for mass_g in down]
    frames = round(creep_s / FRAME_S)
    steps.append(Step(Purpose.CREEP, FULL_G, f"All {FULL_G} g on the platform at once, and leave them", frames))
    text = "Push the weights down with a finger and let go at once: five times in the next 10 seconds"
    return [*steps, Step(Purpose.TAPS, FULL_G, text, 1000)]


def of(steps: Sequence[Step], purpose: Purpose) -> list[Step]:
    """Return the steps for a purpose."""
    return [step for step in steps if step.purpose is purpose]
