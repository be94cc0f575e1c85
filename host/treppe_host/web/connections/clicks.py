"""What a click at the table means in a position: actions of the rules, a piece in the hand, or a refusal.

Hands show an action by the field that a piece leaves and the one that it reaches. All of it runs in MicroPython, too,
in the page without a server.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.games import refusal


class Endpoints(NamedTuple):
    """An action: the field that a piece leaves, the one that it reaches, its code if it comes from the box.

    Fields beyond the board are BEYOND.
    """

    action: int
    first: int
    last: int
    code: str


@dataclass(frozen=True)
class Meaning:
    """What is to be done: at most one of these.

    `refused` tells why nothing is, as a code of the rules, or by `at_table` where no rule says it.
    """

    notations: tuple[str, ...] = ()
    """Actions to record, one after the other."""
    offers: tuple[str, ...] = ()
    """The notations of several actions that may be meant: a person chooses."""
    lifted: int = BEYOND
    """The field whose piece comes into the hand, instead of what it holds."""
    taken: str = ""
    """The piece that comes from the box into the hand."""
    is_put_back: bool = False
    """The piece in the hand goes back where it is from."""
    refused: Mapping[str, Any] | None = None


def of_touch(state: games.State, field: int, only: str = "") -> Meaning:
    """Return what a click on a field means while the hand is empty. `only`: the one action that counts, in notation."""
    all_endpoints = shown_by_hands(state, only)
    from_here = [endpoints for endpoints in all_endpoints if endpoints.first == field]
    brought = [endpoints for endpoints in all_endpoints if endpoints.first == BEYOND and endpoints.last == field]
    if [endpoints.last for endpoints in from_here] == [BEYOND]:
        return _one_of(state, from_here)
    if from_here:
        return Meaning(lifted=field)
    if brought:
        return _one_of(state, brought)
    if off := leaving_by(state, all_endpoints, field):
        return of_touch(state, off[0].first, only)
    if only and any(endpoints.last == field for endpoints in all_endpoints):
        return Meaning(notations=(only,))
    return Meaning(refused=_lesson(only) or why_not_lifted(state, all_endpoints, field))


def of_put(state: games.State, origin: int, code: str, field: int, only: str = "") -> Meaning:
    """Return what a click on a field means while the hand holds a piece from a field, or from BEYOND with its code."""
    if field == origin:
        return Meaning(is_put_back=True)
    all_endpoints = shown_by_hands(state, only)
    meant = [endpoints for endpoints in _of_piece(all_endpoints, origin, code) if endpoints.last == field]
    meant = meant or [off for off in leaving_by(state, all_endpoints, field) if off.first == origin]
    if meant:
        return _one_of(state, meant)
    notations = () if only else ways_on(state, origin).get(field)
    if notations:
        return Meaning(notations=tuple(notations))
    if origin != BEYOND and any(endpoints.first == field for endpoints in all_endpoints):
        return Meaning(lifted=field)
    firsts, lasts = columns(all_endpoints)
    found = _lesson(only) or refusal.find_refusal(state, firsts, lasts, origin, field) or {"code": "not_here"}
    return Meaning(refused=found)


def of_take(state: games.State, code: str, only: str = "") -> Meaning:
    """Return what a click on a kind of piece in the box means."""
    all_endpoints = shown_by_hands(state, only)
    if _of_piece(all_endpoints, BEYOND, code):
        return Meaning(taken=code)
    found = _lesson(only) or refusal.of_lift(state, *columns(all_endpoints), BEYOND) or {"at_table": "not_this"}
    return Meaning(refused=found)


def of_give(state: games.State, origin: int, only: str = "") -> Meaning:
    """Return what it means to lay aside a piece from a field, or from BEYOND."""
    off = leaving(shown_by_hands(state, only), origin)
    return _one_of(state, off) if off else Meaning(is_put_back=True)


def leaving(all_endpoints: Sequence[Endpoints], origin: int) -> list[Endpoints]:
    """Return the actions by which a field's piece leaves the board."""
    return [endpoints for endpoints in all_endpoints if (endpoints.first, endpoints.last) == (origin, BEYOND)]


def leaving_by(state: games.State, all_endpoints: Sequence[Endpoints], field: int) -> list[Endpoints]:
    """Return the actions by which a piece leaves the board over a field, as Blockade's king may."""
    return [each for each in all_endpoints if each.last == BEYOND and field in state.passage(each.action)]


def accepting(state: games.State, all_endpoints: Sequence[Endpoints], origin: int, code: str, only: str) -> set[int]:
    """Return the fields on which a click is accepted, for lamps to offer: with a piece in the hand, see of_put,
    those where it may go; with an empty one, `code` is empty, those of pieces to be lifted or brought.
    """
    meant = _of_piece(all_endpoints, origin, code) if code else all_endpoints
    fields = {field for each in meant if each.last == BEYOND for field in state.passage(each.action)}
    fields |= {each.last for each in meant if code or only or each.first == BEYOND}
    fields |= set() if code else {each.first for each in meant}
    further = ways_on(state, origin) if code and origin != BEYOND and not only else ()
    return (fields | set(further)) - {BEYOND}


def _of_piece(all_endpoints: Sequence[Endpoints], origin: int, code: str) -> list[Endpoints]:
    code = code if origin == BEYOND else ""
    return [endpoints for endpoints in all_endpoints if (endpoints.first, endpoints.code) == (origin, code)]


def _one_of(state: games.State, meant: list[Endpoints]) -> Meaning:
    notations = tuple([state.word(endpoints.action) for endpoints in meant])
    return Meaning(notations=notations) if len(notations) == 1 else Meaning(offers=notations)


def _lesson(only: str) -> dict[str, Any]:
    return {"at_table": "lesson"} if only else {}


def shown_by_hands(state: games.State, only: str = "") -> list[Endpoints]:
    """Return the legal actions in which a piece leaves a field or reaches one; of a word `only` that one."""
    found = []
    actions = [state.action(only)] if only else state.legal_actions()
    for action, first, last in zip(actions, *state.endpoints(actions), strict=True):
        if first != BEYOND:
            found.append(Endpoints(action, first, last, ""))
        elif last != BEYOND:
            after = state.clone()
            after.apply_action(action)
            found.append(Endpoints(action, first, last, after.pieces(last)[-1]))
    return found


def ways_on(state: games.State, first: int) -> dict[int, list[str]]:
    """Return the actions by which a piece goes on, in notation, by the fields that it comes to so, while a single way
    leads there: lamps show such fields at once (`State.CHAINS`).
    """
    found: dict[int, list[str]] = {}
    notations: list[str] = []
    twin, seen, player = state.clone(), {first}, state.current_player()
    while state.CHAINS and twin.current_player() == player:
        actions = twin.legal_actions()
        all_endpoints = zip(actions, *twin.endpoints(actions), strict=True)
        ways = {last: action for action, start, last in all_endpoints if start == first}
        for last in ways if notations else ():
            found.setdefault(last, [*notations, twin.word(ways[last])])
        if len(ways) != 1 or not seen.isdisjoint(ways):
            break
        [(first, action)] = ways.items()
        seen.add(first)
        notations.append(twin.word(action))
        twin.apply_action(action)
    return found


def why_not_lifted(state: games.State, all_endpoints: Sequence[Endpoints], field: int) -> dict[str, Any]:
    """Return why no action begins at a field: a code of the rules, or by `at_table`."""
    firsts, lasts = columns(all_endpoints)
    if BEYOND in firsts:  # pieces come from the box
        return refusal.find_refusal(state, firsts, lasts, BEYOND, field)
    if not state.pieces(field):
        return {"at_table": "nothing"}
    return refusal.of_lift(state, firsts, lasts, field) or {"code": "not_this"}


def columns(all_endpoints: Sequence[Endpoints]) -> tuple[bytes, bytes]:
    """Return the fields that pieces leave, and those that they reach, action by action."""
    return bytes([endpoints.first for endpoints in all_endpoints]), bytes(
        [endpoints.last for endpoints in all_endpoints]
    )
