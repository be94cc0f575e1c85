"""Which pieces beside a board belong on it."""

from collections.abc import Sequence

from treppe.games import State

from treppe_host.records.followed_game import FollowedGame


def wanted_on(field: int, game: FollowedGame, stack: Sequence[str]) -> set[str]:
    """Return the pieces, by code, that are missing on a field, or that an action may bring there from the supply."""
    if not game.state:
        return set()
    should = game.state.pieces(field)
    missing = _next_missing(stack, should)
    if missing:
        return {missing}
    return game.brought_to(field) if list(stack) == should else set()


def missing_on(state: State, stacks: Sequence[Sequence[str]]) -> set[str]:
    """Return the pieces, by code, that come next onto the stacks that are too low for a position."""
    found = (_next_missing(stack, state.pieces(field)) for field, stack in enumerate(stacks))
    return {code for code in found if code}


def _next_missing(stack: Sequence[str], should: list[str]) -> str:
    """Return the piece that comes next onto a stack, empty if the stack is high enough or has another piece in it."""
    is_begun = len(stack) < len(should) and should[: len(stack)] == list(stack)
    return should[len(stack)] if is_begun else ""
