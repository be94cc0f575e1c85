"""Why an action is a good one in Aufstellen: the longest line that is the player's alone."""

from typing import Any

from treppe.games.aufstellen.rules import State

_FIRST_OF_SECOND = 4  # pieces of the second player


def why(before: State, action: int, after: State) -> dict[str, Any] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player, longest, is_barred = before.current_player(), 0, False
    end = action & 15
    for line in after.lines:
        if end in line:
            owners = [after.position[centre] // _FIRST_OF_SECOND for centre in line if after.position[centre]]
            if len(owners) == 4 and owners.count(1 - player) == 3:
                is_barred = True
            if owners.count(player) == len(owners):
                longest = max(longest, len(owners))
    if is_barred:
        return {"code": "why_bars"}
    return {"code": "why_line", "pieces": longest} if longest > 1 else None
