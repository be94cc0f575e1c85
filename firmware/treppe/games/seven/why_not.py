"""Why 7 Steps does not let a disc go somewhere."""

from treppe.alphabet.image import BEYOND
from treppe.games.seven.rules import AROUND, COUNT, EFFECT, MOST_DISCS, PATH


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    if start != BEYOND:
        return "stays"
    position = state.position
    path = bytes(position[PATH : PATH + position[COUNT]])
    if not position[state.hand_at(position[-1]) + state.colours[end]]:
        return "colour"
    if not path:
        return "lowest"
    if end in path:
        return "again"
    if end not in AROUND[6 * path[-1] : 6 * path[-1] + 6]:
        return "beside"
    rise = position[end] + 1 - position[path[-1]]
    if rise < 0:
        return "down"
    return "most" if position[COUNT] == MOST_DISCS else "up 2" if position[EFFECT] == 3 else "up"
