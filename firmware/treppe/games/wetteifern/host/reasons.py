"""Why an action is a good one in Allein Wetteifern: the pieces that are left."""

from typing import Any

from treppe.games.wetteifern.rules import State


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    left = sum(after.image())
    return {"code": "why_left", "pieces": left} if left < sum(before.image()) else None
