"""The actions of a position as hands show them: by the field that a piece leaves and the one that it reaches."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from treppe import games
from treppe.games import refusal

BEYOND = refusal.BEYOND


class Ends(NamedTuple):
    """An action: the field that a piece leaves, the one that it reaches, its code if it comes from the box.

    Fields beyond the board are BEYOND.
    """

    action: int
    first: int
    last: int
    code: str


def shown_by_hands(state: games.State) -> list[Ends]:
    """Return the legal actions in which a piece leaves a field or reaches one."""
    found = []
    actions = state.legal_actions()
    for action, first, last in zip(actions, *state.ends(actions), strict=True):
        if first != BEYOND:
            found.append(Ends(action, first, last, ""))
        elif last != BEYOND:
            after = state.clone()
            after.apply_action(action)
            found.append(Ends(action, first, last, after.pieces(last)[-1]))
    return found


def words_to(state: games.State, first: int, field: int) -> list[str]:
    """Return the words of the actions by which a piece goes on to a field, while a single way leads there.

    Lamps show such fields at once (`State.CHAINS`); nothing if there is no such way.
    """
    words: list[str] = []
    twin, seen, player = state.clone(), {first}, state.current_player()
    while state.CHAINS and twin.current_player() == player:
        actions = twin.legal_actions()
        all_ends = zip(actions, *twin.ends(actions), strict=True)
        ways = {last: action for action, start, last in all_ends if start == first}
        if words and field in ways:
            return [*words, twin.word(ways[field])]
        if len(ways) != 1 or not seen.isdisjoint(ways):
            break
        [(first, action)] = ways.items()
        seen.add(first)
        words.append(twin.word(action))
        twin.apply_action(action)
    return []


def why_not_lifted(state: games.State, all_ends: Sequence[Ends], field: int) -> dict[str, Any]:
    """Return why no action begins at a field: a code of the rules, or by `at_table`."""
    firsts, lasts = columns(all_ends)
    if BEYOND in firsts:  # pieces come from the box
        return refusal.find(state, firsts, lasts, BEYOND, field)
    if not state.pieces(field):
        return {"at_table": "nothing"}
    return refusal.of_lift(state, firsts, lasts, field) or {"code": "not_this"}


def columns(all_ends: Sequence[Ends]) -> tuple[bytes, bytes]:
    """Return the fields that pieces leave, and those that they reach, action by action."""
    return bytes([ends.first for ends in all_ends]), bytes([ends.last for ends in all_ends])
