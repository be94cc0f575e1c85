"""How well a program plays: six levels a game, from one that children beat to all that the search can do.

A level thinks for so many simulations, and misjudges each action by an error of so much: what it takes for the best
is what a player of that strength might take for it (`search.choose`). In a race it may also mind its own way more than
that of others. Simulations bound it, not time, so it plays the same on any machine that is fast enough. `make
bench-programs` sets each level against the next lower one.
"""

from typing import NamedTuple

from treppe.games import State
from treppe_host.programs.search import AGAIN, LATELY
from treppe_host.programs.start import evaluation_of

NAMES = ("novice", "learner", "casual", "skilled", "expert", "master")
LAST = len(NAMES)
LONGEST_S = 2.5  # no level thinks longer about one action
ADVICE_S = 0.6  # people who ask for advice want it within a second, its way to the board's lamps included


class Level(NamedTuple):
    """How long a level thinks, and how far it errs."""

    simulations: int
    error: float  # of what it takes for an action's chance, in spreads of all actions' chances
    regard: float = 1.0  # how far it minds what the others are up to; only where the game's evaluation knows of it


_USUAL = ((1, 1.5), (1, 0.7), (1, 0.2), (20, 0.0), (200, 0.0), (2500, 0.0))
"""Of a game whose evaluation has no `LEVELS`."""


def level(game: str, number: int) -> Level:
    """Return a level, 1 to 6, of a game."""
    return Level(*getattr(evaluation_of(game), "LEVELS", _USUAL)[number - 1])


def error_at(level: Level, state: State) -> float:
    """Return how far a level errs at a state: more each time its position has come again lately."""
    back = state.clone()
    count = 0
    for _ in range(min(LATELY, len(back.history()))):
        back.undo_action()
        count += back.position == state.position
    return level.error + AGAIN * count
