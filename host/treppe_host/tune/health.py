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
_LEAST_BEFORE = 6
_ALARM = 2.0
_MOST_SIGMAS = 5.0
"""One reading alone, as of a hand, raises no alarm."""
_HALF_STEP_G = {"bricks": 3.0, "discs": 6.0}


@dataclass(frozen=True, slots=True)
class Decline:
    """A field whose margin has fallen: standard deviations between a value and the next one, before and now."""

    field: int
    before: float
    now: float
    games: int
    """In how many games this has come."""


def margin(history: list[Surprise], surface: ModuleType) -> float:
    """Return how many standard deviations of a field's readings lie between a value and the line to the next one."""
    off_g = sqrt(sum(each.off_g**2 for each in history) / len(history))
    return _HALF_STEP_G[surface.PIECES] / max(0.1, off_g)


def decline(field: int, history: list[Surprise], surface: ModuleType) -> Decline | None:
    """Return the fault that a field's readings, the oldest first, show; None without one, or with too few readings."""
    recent, before = history[-RECENT:], history[:-RECENT]
    if not drifts(history):
        if len(recent) < RECENT or len(before) < _LEAST_BEFORE:
            return None
        sigmas = sqrt(sum(min(abs(each.sigmas), _MOST_SIGMAS) ** 2 for each in recent) / RECENT)
        if sigmas < _ALARM:
            return None
    games = len({each.game for each in recent})
    return Decline(field, margin(before or recent[:1], surface), margin(recent, surface), games)


def declines(learner: Learner, surface: ModuleType) -> list[Decline]:
    """Return the fields that want a look, the worst first."""
    found = [decline(field, known.history, surface) for field, known in enumerate(learner.fields)]
    return sorted((each for each in found if each), key=lambda each: each.now)


def margins(learner: Learner, surface: ModuleType) -> dict[int, float]:
    """Return the present margin of each field that has been read often enough to tell."""
    recent = {field: known.history[-RECENT:] for field, known in enumerate(learner.fields)}
    return {field: margin(history, surface) for field, history in recent.items() if len(history) >= _LEAST_BEFORE}
