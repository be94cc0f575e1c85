"""Why STEP BY STEP does not let a piece go somewhere."""

from treppe.alphabet.image import BEYOND


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    position = state.position
    cell, target = state.fields.find(bytes([start])), state.fields.find(bytes([end]))
    ball = position[state.cells + position[-1]]
    if start == BEYOND:
        return "full" if target in state.around[ball] else "beside"
    if cell != ball:
        return "bricks"
    rise = position[target] - (position[cell] & 15)
    if target in state.around[cell] and rise > 1:
        return "up"
    if target in state.around[cell] and rise < -1:
        return "down"
    if not state.bricks and target != state.middle:
        return "top"
    if target != state.middle and all([position[near] >= 5 and near != cell for near in state.around[target]]):
        return "place"
    return "way"
