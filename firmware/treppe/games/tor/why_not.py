"""Why Das Tor does not let a piece go somewhere."""

from treppe.alphabet.image import BEYOND
from treppe.games import board12
from treppe.games.refusal import between


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    if start == BEYOND:
        return "gate"
    if start not in firsts and firsts[0] in board12.CENTRES:
        return "clear"
    if end in board12.CENTRES:
        return "centre"
    return "straight" if between(start, end) is None else ""
