"""Why an action is a good one in 7 Steps: the points that it scores."""

from typing import Any

from treppe.games.seven.rules import State


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    if after.scores is None or before.scores is None:
        return None
    points = after.scores[player] - before.scores[player]
    return {"code": "why_points", "points": points} if points > 0 else None
