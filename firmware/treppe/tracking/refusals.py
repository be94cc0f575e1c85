"""Why the rules refuse what the board shows."""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.games import refusal

if TYPE_CHECKING:
    from treppe.tracking.observed import ObservedBoard
    from treppe.tracking.position import Position
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Diagnostic


def why_refused(observed: "ObservedBoard", hypothesis: "Hypothesis | None" = None) -> "Diagnostic":
    """Return why one piece cannot go where it has been put, or be lifted, as a code; empty if more is different.

    Or, if `hypothesis` says so, that it is too early for it.
    """
    if hypothesis and hypothesis.is_early:
        return _owed(observed.position)
    if observed.has_filled_at_once():
        return {"code": "filled_at_once"}
    position, changes = observed.position.know(), observed.changes()
    lifted = [field for field, change in changes.items() if change < 0]
    put = [field for field, change in changes.items() if change > 0]
    if len(put) > 1 or len(lifted) > 1 or not changes or position.wanted:
        return {}

    start = lifted[0] if lifted else BEYOND
    state, firsts, lasts = position.recall(), position.firsts, position.lasts
    return (
        refusal.find_refusal(state, firsts, lasts, start, put[0])
        if put
        else refusal.of_lift(state, firsts, lasts, start)
    )


def _owed(position: "Position") -> "Diagnostic":
    """Return what the player to move has to do before the next one plays, as a code."""
    if position.stop is not None:
        return {"code": "not_ended"}
    state = position.recall()
    state.perform(position.actions[0])
    return {"code": "not_built", "piece": state.pieces(position.lasts[0])[-1][0]}
