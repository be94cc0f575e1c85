"""Why an action is a good one in Das Tor: it brings in a piece."""

from typing import Any

from treppe.games.tor.rules import State

_SUPPLY = 144


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    waiting, left = (_waiting(state, player) for state in (before, after))
    return {"code": "why_enters", "pieces": left} if left < waiting else None


def _waiting(state: State, player: int) -> int:
    """Return how many of a player's pieces, of both shapes, wait beside the board."""
    return int(state.position[_SUPPLY + player] + state.position[_SUPPLY + 4 + player])
