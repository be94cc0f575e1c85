"""Why Cubes does not let a stone go somewhere."""

from treppe.games.cubes.cards import DEPENDS
from treppe.games.cubes.rules import AROUND
from treppe.games.refusal import between


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    position = state.position
    stone = state.pieces(start)[-1]
    if stone == "W":
        line = between(start, end)
        if line is None or len(line) > 1:
            return "shift"
        return "between" if any([position[cell] for cell in line]) else "card"
    if state.field_name(start):
        return "off"
    colour = position[DEPENDS + position[-1]]
    near = [state.pieces(end + step)[-1:] for step in AROUND if state.field_name(end + step)]
    count = len([True for piece in near if piece and (piece[0] == "W" or piece[0][2] == str(colour))])
    return "" if count == int(stone[1]) else "count"
