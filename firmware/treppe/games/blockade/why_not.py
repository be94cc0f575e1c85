"""Why Blockade does not let a piece go somewhere."""

from treppe.alphabet.image import BEYOND
from treppe.games import board12
from treppe.games.blockade.rules import KINGS
from treppe.games.refusal import between
from treppe.games.square import parse_cell


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    if start != BEYOND and state.pieces(start)[-1][0] == "C":
        return "king"
    if board12.centre(end) in [board12.centre(parse_cell(king, 12, 12)) for king in KINGS]:
        return "court"
    if start == BEYOND:
        stands = [cell for cell in range(144) if state.pieces(cell) == ["S" + str(state.current_player())]]
        return "" if stands else "first"
    line = between(start, end)
    if line is None:
        return "straight"
    return "between" if any([state.position[cell] for cell in line]) else ""
