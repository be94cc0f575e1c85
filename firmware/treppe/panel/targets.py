"""Lamps for a lifted piece: where it may go, and which steps of its moves are left."""

from typing import TYPE_CHECKING

from treppe.alphabet import roles
from treppe.alphabet.image import BEYOND
from treppe.runtime import const, micropython, ptr8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.tracking.position import Position
    from treppe.types import Changes

ANY = const(256)
"""For `light`: any field at the other end."""


def show_begun(
    out: bytearray, position: "Position", moves: "Sequence[int]", changes: "Changes", supply_role: int
) -> bool:
    """Light the rest of the moves that the changes begin, and how the same piece may go on.

    Returns True if there is more to light, which the next frame should do.
    """
    for field, change in changes.items():
        if change < 0:
            out[field] = roles.CAME_FROM
    if position.scratch.SIMPLE:
        _show_other_ends(out, position, moves, changes, supply_role)
    elif position.scratch.PASSES:
        _show_jumps(out, position, moves, changes)
    elif moves:
        _show_rest(out, position, moves, changes, supply_role)
    if len(moves) == 1:
        action = position.actions[moves[0]]
        show_way(out, position.recall().passage(action), True)
        if position.scratch.CHAINS and len(changes) == 1:
            return _show_chain(out, position, action, position.lasts[moves[0]])
    return False


def show_way(out: bytearray, way: list[int], is_lifted: bool) -> None:
    """Light a way off the board, and where it ends once the piece is in a hand, which may put it there."""
    for field in way:
        if out[field] == roles.OFF:
            out[field] = roles.WAY
    if way and is_lifted:
        out[way[-1]] = roles.MAY_GO


def _show_chain(out: bytearray, position: "Position", action: int, field: int) -> bool:
    """Light the fields to which the piece may move on, while one way leads there.

    Returns True where that ends at a position which has just been worked out: its legal actions take up to 10 ms.
    """
    player = position.player
    while True:
        is_new = not position.is_followed(action)
        position = position.after(action)
        if is_new:
            return True
        moves = position.moves_from(field) if position.player == player else ()
        for move in moves:
            out[position.lasts[move]] = roles.MAY_GO
        if len(moves) != 1:
            return False
        action = position.actions[move]
        field = position.lasts[move]


def _show_other_ends(
    out: bytearray, position: "Position", moves: "Sequence[int]", changes: "Changes", supply_role: int
) -> None:
    """Light the rest of moves of one piece from field to field."""
    firsts, lasts, image, captures = position.firsts, position.lasts, position.image, position.scratch.CAPTURES
    may_go = roles.MAY_GO
    if len(changes) == 1 and not captures:
        [(field, change)] = changes.items()
        if change < 0:
            light(out, lasts, firsts, field, may_go)
            return
    for move in moves:
        first, last = firsts[move], lasts[move]
        if first != BEYOND and first not in changes:
            out[first] = roles.MAY_LIFT
        if last == BEYOND:
            continue
        if captures and image[last]:
            out[last] = roles.CAPTURE
        elif last not in changes:
            out[last] = supply_role if first == BEYOND else may_go


def _show_jumps(out: bytearray, position: "Position", moves: "Sequence[int]", changes: "Changes") -> None:
    """Light the rest of moves that take the pieces they pass."""
    state = position.recall()
    for move in moves:
        first, last = position.firsts[move], position.lasts[move]
        take_role = roles.REMOVE
        if first not in changes:
            out[first] = roles.MAY_LIFT
        if last not in changes:
            out[last] = roles.MAY_GO
            take_role = roles.CAPTURE
        for field in state.passed(position.actions[move]):
            if field not in changes:
                out[field] = take_role


def _show_rest(
    out: bytearray, position: "Position", moves: "Sequence[int]", changes: "Changes", supply_role: int
) -> None:
    """Light the rest of moves of any kind."""
    firsts, cached, may_go, capture = position.firsts, position.cached_movements, roles.MAY_GO, roles.CAPTURE
    for move in moves:
        first = firsts[move]
        take_role = roles.REMOVE
        for field, change, net in cached.get(move) or position.movements(move):
            if not net:
                out[field] = capture
            elif change > 0:
                if changes.get(field) != net:
                    out[field] = supply_role if first == BEYOND else may_go
                    take_role = capture  # the pieces after it need not be taken yet
            elif changes.get(field, 0) > net:
                out[field] = roles.MAY_LIFT if field == first else take_role


@micropython.viper  # a player may have hundreds of moves
def light(out: ptr8, fields, others, other: int, role: int):  # type: ignore[no-untyped-def]
    """Give a role to the fields at one end of the moves that have `other`, or `ANY`, at their other end."""
    lit = ptr8(fields)
    end = ptr8(others)
    beyond = int(BEYOND)
    for move in range(int(len(fields))):  # noqa: RUF046 - viper needs the type
        if lit[move] != beyond and (end[move] == other or other == ANY):
            out[lit[move]] = role
