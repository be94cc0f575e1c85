"""Why a piece cannot go somewhere, by the rules: a code with its values.

What is true of all games stands here; what a game alone forbids, in `why_not` of its folder.
"""

from treppe.alphabet.image import BEYOND


def find_refusal(state, firsts: bytes, lasts: bytes, start: int, end: int) -> dict:
    """Return why the piece on top of one surface field, or from the supply (BEYOND), cannot go to another.

    `firsts` and `lasts` are the `endpoints` of the legal actions; empty if the movement is one of them.
    """
    if end == BEYOND or (start, end) in zip(firsts, lasts):
        return {}
    found = of_lift(state, firsts, lasts, start)
    if found:
        return found
    if not state.field_name(end):
        return {"code": "not_board"}
    if _is_taken(state, end):
        return {"code": "not_free"}
    own = _own(state.NAME)
    rule = own(state, start, end, firsts) if own else ""
    if rule:
        return {"code": "not_allowed", "rule": rule}
    return {"code": "not_here" if start == BEYOND or start in firsts else "not_this"}


def of_lift(state, firsts: bytes, lasts: bytes, start: int) -> dict:
    """Return why no piece may be lifted there, or taken from the supply, whatever it is for; empty if one may be."""
    if start != BEYOND and state.owner(start) not in (-1, state.current_player()):
        return {"code": "not_yours"}
    if len(firsts) == 1 and firsts[0] != BEYOND and lasts[0] == BEYOND:
        return {"code": "not_staying"}
    may_move = any([first != BEYOND for first in firsts])
    may_put = any([first == BEYOND != last for first, last in zip(firsts, lasts)])
    if not (may_move or may_put):
        return {"code": "not_choosing"}
    if not (may_put if start == BEYOND else may_move):
        return {"code": "not_move" if start == BEYOND else "not_put"}
    return {}


def _is_taken(state, field: int) -> bool:
    """Tell whether a piece stands on a field that players may neither cover nor capture."""
    pieces = state.pieces(field)
    if not pieces or pieces[-1][0] in "BD":
        return False
    return not state.CAPTURES or state.owner(field) == state.current_player()


def between(start: int, end: int) -> range | None:
    """Return the cells between two of a row or column of the 12x12 board; None where they are in neither."""
    low, high = min(start, end), max(start, end)
    if low // 12 == high // 12:
        return range(low + 1, high)
    return range(low + 12, high, 12) if low % 12 == high % 12 else None


def _own(name: str):
    """Return the game's own function, None if it has none."""
    try:
        return __import__("treppe.games." + name + ".why_not", None, None, ("why_not",)).why_not
    except ImportError:
        return None
