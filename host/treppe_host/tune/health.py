"""Finds fields that go bad before they err: their readings lie further from the known masses than they did.

Each reading is compared with what was learned from all earlier ones. Twelve of a sound cell are off by one standard
deviation on the average; the chance that they are off by two is about one in 200,000, so years of play pass between
false alarms. A field that drifts is off to one side, and shows so earlier.
"""

from dataclasses import dataclass
from math import sqrt
from types import ModuleType

from treppe_host.tune.learned_field import Surprise, drifts
from treppe_host.tune.learning import Learner

RECENT = 12
LEAST_BEFORE = 6
_ALARM = 2.0
_STACKS = 4
"""So many readings raise no alarm: two stacks that lean on others, each read when it comes and when it goes."""
_TOGETHER_PERCENT = 3
"""By so much all fields may read otherwise than people have calibrated: a brick of five would be asked about."""
_HALF_STEP_G = {"bricks": 3.0, "discs": 6.0}


@dataclass(frozen=True, slots=True)
class Decline:
    """A field whose margin has fallen: standard deviations between a value and the next one, before and now."""

    field: int
    before: float
    now: float
    games: int
    """In how many games this has come."""
    zero_g: float = 0.0
    """How far its zero has moved, where that is the sign."""


def margin(history: list[Surprise], surface: ModuleType) -> float:
    """Return how many standard deviations of a field's readings lie between a value and the line to the next one."""
    off_g = sqrt(sum(each.off_g**2 for each in history) / max(1, len(history)))
    return _HALF_STEP_G[surface.PIECES] / max(0.1, off_g)


def decline(field: int, history: list[Surprise], surface: ModuleType, zero_g: float = 0.0) -> Decline | None:
    """Return the fault that a field's readings, the oldest first, show; None without one, or with too few readings.

    `zero_g`: how far its zero has moved; nought if that is none.
    """
    recent, before = history[-RECENT:], history[:-RECENT]
    if not drifts(history) and not zero_g:
        if len(recent) < RECENT or len(before) < LEAST_BEFORE:
            return None
        sizes = sorted(abs(each.sigmas) for each in recent)
        most = sizes[-1 - _STACKS]
        if sqrt(sum(min(size, most) ** 2 for size in sizes) / RECENT) < _ALARM:
            return None
    games = len({each.game for each in recent})
    sound = before or recent[:1]
    return Decline(field, margin(sound, surface), margin(recent, surface), games, zero_g)


def together_percent(learner: Learner) -> int:
    """Return by how many per cent all fields read more than when people calibrated them; 0 if that is usual."""
    percent = 100 * (learner.together - 1)
    return round(percent) if abs(percent) >= _TOGETHER_PERCENT else 0


def declines(learner: Learner, surface: ModuleType) -> list[Decline]:
    """Return the fields that want a look, the worst first."""
    moving = learner.moving_zeros()
    found = [
        decline(field, learned.history, surface, moving.get(field, 0.0)) for field, learned in enumerate(learner.fields)
    ]
    return sorted((each for each in found if each), key=lambda each: each.now)


def margins(learner: Learner, surface: ModuleType) -> dict[int, float]:
    """Return the present margin of each field that has been read often enough to tell."""
    recent = {field: learned.history[-RECENT:] for field, learned in enumerate(learner.fields)}
    return {field: margin(history, surface) for field, history in recent.items() if len(history) >= LEAST_BEFORE}
