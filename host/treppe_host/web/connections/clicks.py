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

    words: tuple[str, ...] = ()
    """Actions to record, one after the other."""
    offers: tuple[str, ...] = ()
    """The words of several actions that may be meant: a person chooses."""
    lifted: int = BEYOND
    """The field whose piece comes into the hand, instead of what it holds."""
    taken: str = ""
    """The piece that comes from the box into the hand."""
    is_put_back: bool = False
    """The piece in the hand goes back where it is from."""
    refused: Mapping[str, Any] | None = None


def of_touch(state: games.State, field: int) -> Meaning:
    """Return what a click on a field means while the hand is empty."""
    all_endpoints = shown_by_hands(state)
    from_here = [endpoints for endpoints in all_endpoints if endpoints.first == field]
    brought = [endpoints for endpoints in all_endpoints if endpoints.first == BEYOND and endpoints.last == field]
    if [endpoints.last for endpoints in from_here] == [BEYOND]:
        return _one_of(state, from_here)
    if from_here:
        return Meaning(lifted=field)
    if len(brought) == 1:
        return _one_of(state, brought)
    if brought:
        return Meaning(refused={"at_table": "several"})
    return Meaning(refused=why_not_lifted(state, all_endpoints, field))


def of_put(state: games.State, origin: int, code: str, field: int) -> Meaning:
    """Return what a click on a field means while the hand holds a piece from a field, or from BEYOND with its code."""
    if field == origin:
        return Meaning(is_put_back=True)
    all_endpoints = shown_by_hands(state)
    code = code if origin == BEYOND else ""
    meant = [
        endpoints
        for endpoints in all_endpoints
        if (endpoints.first, endpoints.last, endpoints.code) == (origin, field, code)
    ]
    if meant:
        return _one_of(state, meant)
    words = words_to(state, origin, field)
    if words:
        return Meaning(words=tuple(words))
    if origin != BEYOND and any(endpoints.first == field for endpoints in all_endpoints):
        return Meaning(lifted=field)
    firsts, lasts = columns(all_endpoints)
    return Meaning(refused=refusal.find_refusal(state, firsts, lasts, origin, field) or {"code": "not_here"})


def of_take(state: games.State, code: str) -> Meaning:
    """Return what a click on a kind of piece in the box means."""
    if targets(state, code):
        return Meaning(taken=code)
    return Meaning(refused=refusal.of_lift(state, *columns(shown_by_hands(state)), BEYOND) or {"at_table": "not_this"})


def of_give(state: games.State, origin: int) -> Meaning:
    """Return what it means to lay aside a piece from a field, or from BEYOND."""
    off = leaving(state, origin)
    return _one_of(state, off) if off else Meaning(is_put_back=True)


def leaving(state: games.State, origin: int) -> list[Endpoints]:
    """Return the actions by which a field's piece leaves the board."""
    return [endpoints for endpoints in shown_by_hands(state) if (endpoints.first, endpoints.last) == (origin, BEYOND)]


def targets(state: games.State, code: str) -> list[int]:
    """Return the fields that a kind of piece may come to from the box."""
    return [
        endpoints.last for endpoints in shown_by_hands(state) if (endpoints.first, endpoints.code) == (BEYOND, code)
    ]


def _one_of(state: games.State, meant: list[Endpoints]) -> Meaning:
    words = tuple([state.word(endpoints.action) for endpoints in meant])
    return Meaning(words=words) if len(words) == 1 else Meaning(offers=words)


def shown_by_hands(state: games.State) -> list[Endpoints]:
    """Return the legal actions in which a piece leaves a field or reaches one."""
    found = []
    actions = state.legal_actions()
    for action, first, last in zip(actions, *state.endpoints(actions), strict=True):
        if first != BEYOND:
            found.append(Endpoints(action, first, last, ""))
        elif last != BEYOND:
            after = state.clone()
            after.apply_action(action)
            found.append(Endpoints(action, first, last, after.pieces(last)[-1]))
    return found


def words_to(state: games.State, first: int, field: int) -> list[str]:
    """Return the words of the actions by which a piece goes on to a field, while a single way leads there.

    Lamps show such fields at once (`State.CHAINS`); nothing if there is no such way.
    """
    words: list[str] = []
    twin, seen, player = state.clone(), {first}, state.current_player()
    while state.CHAINS and twin.current_player() == player:
        actions = twin.legal_actions()
        all_endpoints = zip(actions, *twin.endpoints(actions), strict=True)
        ways = {last: action for action, start, last in all_endpoints if start == first}
        if words and field in ways:
            return [*words, twin.word(ways[field])]
        if len(ways) != 1 or not seen.isdisjoint(ways):
            break
        [(first, action)] = ways.items()
        seen.add(first)
        words.append(twin.word(action))
        twin.apply_action(action)
    return []


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
