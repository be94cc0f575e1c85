"""What is said of the hand on the page, and of the hands at a real board: what they hold, and what to do with it."""

from collections.abc import Sequence
from types import ModuleType

from treppe import games
from treppe.table import roles

from treppe_host.web import texts
from treppe_host.web.desk import Desk
from treppe_host.web.simulated import SimulatedDesk

_CAPTURE, _REMOVE = chr(roles.CAPTURE), chr(roles.REMOVE)
_TARGETS = frozenset(map(chr, (roles.MAY_GO, roles.BUILD, roles.CAPTURE, *roles.PUTS)))


def text(words: ModuleType, desk: Desk, is_due: bool) -> str:
    """Return what the hand holds, in words, and what it may do now; `is_due`: take a piece from beside the board."""
    hand, lit = desk.hand, desk.roles
    names = ", ".join(texts.piece_name(words, code) for code in hand)
    if not isinstance(desk, SimulatedDesk):
        held = words.LIFTED.format(names) if hand else words.HANDS_AT_BOARD
        return " ".join([held, words.TAKE_CAPTURED] if hand and _CAPTURE in lit else [held])
    if hand:
        return f"{words.IN_HAND.format(names)} {_advice(words, desk, lit)}"
    if _REMOVE in lit:
        return str(words.HAND_REMOVES)
    slips = [words.SLIPS[slip] for slip in desk.slips]
    return " ".join([*slips, words.HAND_DUE if is_due else words.HAND_EMPTY])


def _advice(words: ModuleType, desk: SimulatedDesk, lit: str) -> str:
    """Say what to do with what the hand holds."""
    state = desk.game.state
    if _CAPTURE in lit and state:
        return str(words.HAND_TAKES if state.CAPTURES else words.HAND_JUMPS)
    if _REMOVE in lit and _TARGETS.isdisjoint(lit):
        return str(words.HAND_LAYS_ASIDE)
    if state and desk.hand[-1] not in desk.game.due_pieces() and _is_complete(state, desk.stacks):
        return str(words.HAND_LAYS_ASIDE)
    return str(words.HAND_PUTS)


def _is_complete(state: games.State, stacks: Sequence[Sequence[str]]) -> bool:
    """Tell whether everything stands on the board that belongs there."""
    return all(list(stack) == state.pieces(field) for field, stack in enumerate(stacks))
