"""Why an action is a good one in STEP BY STEP: what it does for the way to the top."""

from typing import Any

from treppe.games.step.rules import TOWER, State

_LEVEL = 15
_OUT = 255


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    position, cells, player = after.position, after.cells, before.current_player()
    ball, built = position[cells + player], action
    level = position[ball] & _LEVEL
    if before.placement(action)[0][0] != _OUT:
        is_higher = level > before.position[before.position[cells + player]] & _LEVEL
        return {"code": "why_steps", "steps": TOWER - level} if is_higher else None
    if built in after.around[ball] and position[built] == level + 1:
        return {"code": "why_stair"}
    for other in range(after.players):
        cell = position[cells + other]
        is_near = other != player and cell != _OUT and built in after.around[cell]
        if is_near and position[built] == (position[cell] & _LEVEL) + 2:
            return {"code": "why_bars"}
    return None
