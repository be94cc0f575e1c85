"""Why the rules refuse what the board shows."""

from typing import TYPE_CHECKING

from treppe.games import refusal

if TYPE_CHECKING:
    from treppe.table.hands.evidence import Evidence
    from treppe.table.types import Told


def why_refused(evidence: "Evidence") -> "Told":
    """Return why one piece cannot go where it has been put, or be lifted, as a code; empty if more is different."""
    position, changes = evidence.position.know(), evidence.changes()
    lifted = [field for field, change in changes.items() if change < 0]
    put = [field for field, change in changes.items() if change > 0]
    if len(put) > 1 or len(lifted) > 1 or not changes or position.wanted:
        return {}

    start = lifted[0] if lifted else refusal.BEYOND
    state, firsts, lasts = position.recall(), position.firsts, position.lasts
    return (
        refusal.find_refusal(state, firsts, lasts, start, put[0])
        if put
        else refusal.of_lift(state, firsts, lasts, start)
    )
