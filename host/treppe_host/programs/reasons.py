"""Why a program takes an action for the best: a code with its value, as far as search or game know."""

from typing import Any

from treppe.games import State
from treppe_host.programs.process import Thoughts
from treppe_host.programs.start import evaluation_of

SURE = 0.9999
ALIKE = 0.02
"""Actions whose chances differ by less are as good as each other."""


def why(state: State, thoughts: Thoughts) -> dict[str, Any] | None:
    """Return why what was found for a position is the best there, as a code that begins with `why_`, or None.

    What the search is sure of comes first; then what the game's evaluation, if it has a `why`, sees in it; then how
    much the next best action would cost. None where all is lost.
    """
    best, others = thoughts.best[0].chance, [thought.chance for thought in thoughts.best[1:]]
    if thoughts.is_proven:
        return {"code": "why_best"}
    if best > SURE and state.players > 1:
        return {"code": "why_wins"}
    if not others:
        return {"code": "why_only"}
    if best < 1 - SURE:
        return None
    if max(others) < 1 - SURE:
        return {"code": "why_saves"}
    action, after = state.action(thoughts.word), state.clone()
    after.apply_action(action)
    see = getattr(evaluation_of(state.NAME), "why", None)
    known: dict[str, Any] | None = see(state, action, after) if see else None
    if known:
        return known
    gap = best - max(others)
    return {"code": "why_alike"} if gap < ALIKE else {"code": "why_costs", "percent": round(100 * gap)}
