"""Why an action is a good one in Cubes: the player's stones that are active then."""

from typing import Any

from treppe.games.cubes.rules import State


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    active, active_before = (_active(state, player) for state in (after, before))
    return {"code": "why_active", "stones": active} if active > active_before else None


def _active(state: State, player: int) -> int:
    """Return how many of a player's stones on the board lie active side up."""
    fields = [field for field, value in enumerate(state.image()) if value and state.field_name(field)]
    return sum(state.owner(field) == player and state.pieces(field)[-1].endswith("a") for field in fields)
