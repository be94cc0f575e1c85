"""Why Schaff den Sprung does not let a piece go somewhere."""

from treppe.alphabet.image import BEYOND


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    if BEYOND in firsts and start not in firsts:
        return "extra"
    if start // 12 != end // 12:
        return "row"
    return "right" if end < start else "first"
