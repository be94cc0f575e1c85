"""Why an action is a good one in Blockade: a way for the own king, or none for the other one."""

from typing import Any

from treppe.games.blockade.rules import State


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    if after.way(player):
        return {"code": "why_way"}
    return {"code": "why_bars"} if before.way(1 - player) and not after.way(1 - player) else None
