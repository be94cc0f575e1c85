"""How well a program plays: six levels a game, from one that children beat to all that the search can do.

A level thinks for so many simulations, and misjudges each action by an error of so much: what it takes for the best is
what a player of that strength might take for it.
"""

from random import Random
from typing import NamedTuple

NAMES = ("novice", "learner", "casual", "skilled", "expert", "master")
LAST = len(NAMES)
LONGEST_S = 2.5  # no level thinks longer about one action


class Level(NamedTuple):
    """How long a level thinks, and how far it errs."""

    simulations: int
    error: float  # standard deviation of what it takes for an action's chance


_USUAL = (Level(20, 0.25), Level(40, 0.12), Level(100, 0.06), Level(300, 0.03), Level(900, 0.01), Level(6000, 0.0))
_BY_GAME: dict[str, tuple[Level, ...]] = {}


def level(game: str, number: int) -> Level:
    """Return a level, 1 to 6, of a game."""
    return _BY_GAME.get(game, _USUAL)[number - 1]


def choose(thoughts: list[tuple[int, int, float]], error: float, random: Random) -> int:
    """Return the action to play, of thoughts with the best first."""
    if not error:
        return thoughts[0][0]
    return max(thoughts, key=lambda thought: thought[2] + random.gauss(0.0, error))[0]
