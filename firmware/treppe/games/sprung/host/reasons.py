"""Why an action is a good one in Schaff den Sprung: how far it goes."""

from typing import Any

from treppe.games.sprung.rules import State


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    if action == before.STOP:
        return None
    return {"code": "why_squares", "squares": (action & 255) - (action >> 8)}
