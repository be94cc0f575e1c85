"""Why an action is a good one in Weltreich: what it takes, and the thrones that are held then."""

from typing import Any

from treppe.games.weltreich.rules import State


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    taken = sum(before.image()) - sum(after.image())
    if taken > 0:
        return {"code": "why_takes", "pieces": taken}
    held, held_before = (sum(state.owner(throne) == player for throne in state.thrones) for state in (after, before))
    return {"code": "why_throne", "held": held} if held > held_before else None
