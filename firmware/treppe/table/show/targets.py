"""Lamps for what has been begun: where a piece that was lifted may go, and what is left to do of its moves."""

from treppe.runtime import const, micropython, ptr8
from treppe.table.hands.position import BEYOND
from treppe.table.show import roles

ANY = const(256)
"""For `light`: whatever is at the other end."""


def show_begun(out, view, moves, changes, supply_role):
    """Light what is left to do of the moves that the changes begin, and what may follow with the same piece."""
    for field, change in changes.items():
        if change < 0:
            out[field] = roles.CAME_FROM
    if view.scratch.SIMPLE:
        _show_other_ends(out, view, moves, changes, supply_role)
    elif view.scratch.PASSES:
        _show_jumps(out, view, moves, changes)
    else:
        _show_rest(out, view, moves, changes, supply_role)
    if len(moves) == 1:
        action = view.actions[moves[0]]
        for field in view.recall().passage(action):
            if out[field] == roles.OFF:
                out[field] = roles.WAY
        if view.scratch.CHAINS and len(changes) == 1:
            _show_chain(out, view, action, view.lasts[moves[0]])


def _show_chain(out, view, action, field):
    """Light where the piece may be moved on to, as long as there is one way to do it."""
    player = view.player
    while True:
        view = view.after(action)
        moves = view.moves_at(field, True, False) if view.player == player else ()
        for move in moves:
            out[view.lasts[move]] = roles.MAY_GO
        if len(moves) != 1:
            return
        action = view.actions[move]
        field = view.lasts[move]


def _show_other_ends(out, view, moves, changes, supply_role):
    """Light what is left to do where one piece goes from one field to another, and a part of that has been done."""
    firsts, lasts, image, captures = view.firsts, view.lasts, view.image, view.scratch.CAPTURES
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


def _show_jumps(out, view, moves, changes):
    """Light what is left to do of moves that take away what they pass."""
    state = view.recall()
    for move in moves:
        first, last = view.firsts[move], view.lasts[move]
        take_role = roles.REMOVE
        if first not in changes:
            out[first] = roles.MAY_LIFT
        if last not in changes:
            out[last] = roles.MAY_GO
            take_role = roles.CAPTURE
        for field in state.passed(view.actions[move]):
            if field not in changes:
                out[field] = take_role


def _show_rest(out, view, moves, changes, supply_role):
    """Light what is left to do of moves of any kind."""
    firsts, known, may_go, capture = view.firsts, view.known_movements, roles.MAY_GO, roles.CAPTURE
    for move in moves:
        first = firsts[move]
        take_role = roles.REMOVE
        for field, change, net in known.get(move) or view.movements(move):
            if not net:
                out[field] = capture
            elif change > 0:
                if changes.get(field) != net:
                    out[field] = supply_role if first == BEYOND else may_go
                    take_role = capture  # what comes after it need not be taken yet
            elif changes.get(field, 0) > net:
                out[field] = roles.MAY_LIFT if field == first else take_role


@micropython.viper  # a player may have hundreds of moves
def light(out: ptr8, fields, others, other: int, role: int):
    """Give a role to the fields at one end of the moves that have `other`, or `ANY`, at their other end."""
    lit = ptr8(fields)
    end = ptr8(others)
    beyond = int(BEYOND)
    for move in range(int(len(fields))):  # noqa: RUF046 - viper needs the type
        if lit[move] != beyond and (end[move] == other or other == ANY):
            out[lit[move]] = role
