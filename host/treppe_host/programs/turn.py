"""A program's whole turn, worked out action by action before the first piece is moved."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from treppe.games import State
from treppe_host.programs import levels
from treppe_host.programs.process import Limits, Thinker

_NEXT_S = 0.8  # for each action after the first: the tree is there already
_MOST_ACTIONS = 16


@dataclass(frozen=True, slots=True)
class Step:
    """An action of a plan: the position that it is for, its word, and whether hands show it."""

    position: bytes
    word: str
    is_shown: bool


def plan_turn(thinker: Thinker, state: State, number: int, random: Random, is_wanted: Callable[[], bool]) -> list[Step]:
    """Return what a program of a level plays for the player to move, to the end of his turn; `state` stays as it is.

    For one who plays alone the turn is one action.

    Blocks while it thinks, and ends early when it is not wanted any more. Raises HandsUnknown and ThinkerGone.
    """
    level = levels.level(state.NAME, number)
    twin = state.clone()
    player = twin.current_player()
    steps: list[Step] = []
    most = _MOST_ACTIONS if state.players > 1 else 1
    while twin.current_player() == player and len(steps) < most and is_wanted():
        seconds = _NEXT_S if steps else levels.LONGEST_S
        error = levels.error_at(level, twin)
        limits = Limits(level.simulations, seconds, error, level.regard, random.randrange(1, 2**32), is_varied=True)
        word = thinker.think(twin, limits).word
        action = twin.action(word)
        steps.append(Step(bytes(twin.position), word, bool(twin.hand_moves(action))))
        twin.apply_action(action)
    return steps
