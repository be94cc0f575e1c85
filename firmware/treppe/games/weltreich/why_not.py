"""Why Weltreich does not let a piece go somewhere."""

from treppe.games.refusal import between


def why_not(state, start: int, end: int, firsts: bytes) -> str:
    """Return the rule that forbids it; see `treppe.games.refusal`."""
    line = between(start, end)
    if line is None:
        return "straight"
    if not state.position[end]:
        return ""
    if state.teams and state.owner(end) == (state.current_player() + 2) % 4:
        return "partner"
    far, kind = len(line) + 1, state.pieces(start)[-1][0]
    if far not in {"T": (3,), "S": (4,), "C": (2, 5)}[kind]:
        return "reach " + kind
    return "between"
