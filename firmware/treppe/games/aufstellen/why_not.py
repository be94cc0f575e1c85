"""Why Aufstellen does not let a piece go somewhere."""

from treppe.alphabet.image import BEYOND


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    shape = "STC"[state.due()]
    if start != BEYOND and state.pieces(start)[-1][0] != shape:
        return "due " + shape
    if end not in [state.field(cell) for cell in range(16)]:
        return "centre"
    return "around" if shape == "C" else "beside"
