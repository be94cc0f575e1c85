"""Why Allein Wetteifern does not let a piece go somewhere."""

from treppe.games.refusal import between


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    line, position = between(start, end), state.position
    if line is None:
        return "straight"
    if not line:
        return "jump"
    if not all([position[cell] for cell in line]):
        return "gap"
    if position[start] in [position[cell] for cell in line]:
        return "colour"
    return "area"
