"""How well a program plays: six levels a game, from one that children beat to all that the search can do.

A level thinks for so many simulations, and misjudges each action by an error of so much: what it takes for the best is
what a player of that strength might take for it. Simulations bound it, not time, so it plays the same on any machine
that is fast enough. `make bench-company` sets each level against the next lower one.
"""

from random import Random
from typing import NamedTuple

from treppe.games import State

NAMES = ("novice", "learner", "casual", "skilled", "expert", "master")
LAST = len(NAMES)
LONGEST_S = 2.5  # no level thinks longer about one action
AGAIN = 0.02  # the error grows by so much each time the same position comes again: programs would go round for ever
_BACK = 40  # actions in which a position counts as the same one again


class Level(NamedTuple):
    """How long a level thinks, and how far it errs."""

    simulations: int
    error: float  # standard deviation of what it takes for an action's chance


_USUAL = (Level(1, 0.5), Level(1, 0.15), Level(1, 0.05), Level(20, 0.01), Level(200, 0.0), Level(2500, 0.0))
_BY_GAME: dict[str, tuple[Level, ...]] = {
    "aufstellen": (
        Level(1, 5.0),
        Level(5, 0.04),
        Level(20, 0.01),
        Level(170, 0.0),
        Level(1000, 0.0),
        Level(10_000, 0.0),
    ),
    "blockade": (Level(1, 0.3), Level(4, 0.0), Level(16, 0.0), Level(60, 0.0), Level(300, 0.0), Level(2500, 0.0)),
    "cubes": (Level(1, 0.5), Level(1, 0.12), Level(1, 0.05), Level(25, 0.0), Level(200, 0.0), Level(1500, 0.0)),
    "seven": (Level(1, 0.5), Level(1, 0.1), Level(1, 0.03), Level(8, 0.0), Level(40, 0.0), Level(800, 0.0)),
    "sprung": (
        Level(1, 0.5),
        Level(5, 0.14),
        Level(10, 0.055),
        Level(30, 0.022),
        Level(300, 0.007),
        Level(15_000, 0.0),
    ),
    "step": (Level(1, 5.0), Level(8, 0.0), Level(60, 0.0), Level(400, 0.0), Level(3000, 0.0), Level(20_000, 0.0)),
    "wetteifern": (Level(1, 5.0), Level(1, 0.15), Level(1, 0.04), Level(10, 0.0), Level(45, 0.0), Level(5000, 0.0)),
}


def level(game: str, number: int) -> Level:
    """Return a level, 1 to 6, of a game."""
    return _BY_GAME.get(game, _USUAL)[number - 1]


def error_at(level: Level, state: State) -> float:
    """Return how far a level errs at a state: more each time its position has come again lately."""
    back = state.clone()
    count = 0
    for _ in range(min(_BACK, len(back.history()))):
        back.undo_action()
        count += back.position == state.position
    return level.error + AGAIN * count


def choose(thoughts: list[tuple[int, int, float]], error: float, random: Random) -> int:
    """Return the action to play, of thoughts with the best first."""
    if not error:
        return thoughts[0][0]
    return max(thoughts, key=lambda thought: thought[2] + random.gauss(0.0, error))[0]
