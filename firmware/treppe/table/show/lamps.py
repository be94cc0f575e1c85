"""Which role each lamp has: what may be lifted, where it may go, and the way back when the board is not right."""

from treppe.runtime import const
from treppe.sensing import SETTLING, TOUCHED, UNSURE, next_active
from treppe.table.guide import guidance
from treppe.table.hands.position import BEYOND, end_of
from treppe.table.show import roles
from treppe.table.show.targets import ANY, light, show_begun

_AT_ONCE = const(16)  # fields that are looked at without a pause


def show(out, session) -> bool:
    """Fill `out` with the role of each field; False while it is too early to say anything."""
    out[:] = session.dark
    if session.stage == "guide":
        if session.guide == "clear":
            _show_clearing(out, session)
        else:
            _show_way_back(out, session)
    elif session.stage == "idle":
        if not session.has_display:
            out[0] = roles.CAME_FROM  # the board is on
        if session.notice and session.tests:
            session.complain("show_tests", out)
    elif session.stage == "over":
        session.do_seldom("show.result", "show_winners", out)
    elif session.stage == "play" and not _show_play(out, session):
        return False
    for field in session.to_turn:
        if session.stage != "guide" or out[field] == roles.OFF:  # what has to be put, or taken off, comes first
            out[field] = roles.TURN
    for field in session.doubts[:1]:
        out[field] = roles.UNSURE
    field = next_active(0, session.activity, UNSURE, UNSURE)
    while field < len(out):
        out[field] = roles.UNSURE
        field = next_active(field + 1, session.activity, UNSURE, UNSURE)
    return True


def _show_play(out, session) -> bool:
    known = session.explanation
    if session.is_wrong and not _is_one_lift(session.differences()):
        _show_way_back(out, session)
        return True
    supply_role = roles.BUILD if session.surface.SENSOR == "cell" else roles.MAY_GO
    if known is None:
        changes = session.differences()
        if _is_one_lift(changes):
            _show_wrong_lift(out, changes, session.view)
            return True
        return False
    if known.choices:
        _show_choices(out, session)
    if session.offers and not session.has_display and not known.unproved:
        if out == session.dark:
            show_numbers(out, 0, len(session.offers), session.choice)
        return True
    if known.choices or not session.shows_hints(known.begun.player):
        return True
    if known.rest:
        show_begun(out, known.begun, known.open, known.rest, supply_role)
        if known.is_loose:
            _show_strays(out, known)
    elif not _show_touched(out, session, known.view, supply_role):
        _show_turn(out, known.view, supply_role)
        for field, role in session.course.marks or ():
            out[field] = role
        for field in session.last_fields:
            if out[field] == roles.OFF:
                out[field] = roles.LAST
    return True


def show_numbers(out, first: int, count: int, chosen: int, role: int = roles.MAY_GO):
    """Light `count` fields from `first` on, the chosen one steadily: choices for those who have no display."""
    for number in range(count):
        out[first + number] = role if number == chosen else roles.CAME_FROM


def _is_one_lift(changes):
    return len(changes) == 1 and min(changes.values()) < 0


def _show_touched(out, session, view, supply_role) -> bool:
    """Show where a piece may go that a hand is only just at; False if there is none."""
    field = next_active(0, session.activity, TOUCHED, SETTLING)
    while field < len(out):
        if session.image[field] == view.image[field]:
            begun = view.moves_at(field, True, False)
            if begun:
                show_begun(out, view, begun, {field: view.movements(begun[0])[0][1]}, supply_role)
                return True
        field = next_active(field + 1, session.activity, TOUCHED, SETTLING)
    return False


def _show_choices(out, session):
    """Light what the proposal changes as the target, what the other choices change as unsure."""
    known = session.explanation
    for number, actions in enumerate(known.choices):
        image = end_of(known.view, actions).image
        for field in range(len(out)):
            if image[field] != known.view.image[field] and out[field] != roles.MAY_GO:
                out[field] = roles.MAY_GO if number == session.choice else roles.UNSURE


def _show_turn(out, view, supply_role):
    """Light what the player to move may lift, and where something from the supply may go, in `supply_role`."""
    if view.turn:
        out[:] = view.turn
        return
    firsts, lasts = view.know().firsts, view.lasts
    light(out, firsts, lasts, ANY, roles.PLAYER + view.player)
    light(out, lasts, firsts, BEYOND, supply_role)
    view.turn = bytes(out)


def marks(session):
    """Find the fields, with their roles, of pieces that have just changed hands, and of those who are blocked.

    A generator, see job.py.
    """
    state, found = session.course.state, []
    for event in state.events:
        if event[0] not in ("converted", "blocked"):
            continue
        for field, is_full in enumerate(session.view.image):
            if is_full and event[0] == "converted" and colour_of(state.pieces(field)[-1]) == event[1]:
                found.append((field, roles.PLAYER + event[2]))
            elif is_full and event[0] == "blocked" and state.owner(field) == event[1]:
                found.append((field, roles.BLOCKED))
            if field % _AT_ONCE == 0:
                yield
    return found


def _show_strays(out, known):
    """Light where other players' pieces that have been lifted must come back to."""
    state = known.view.recall()
    for field, change in known.rest.items():
        if change < 0 and out[field] == roles.CAME_FROM and state.owner(field) != known.view.player:
            out[field] = roles.PUT


def _show_clearing(out, session):
    """Light what the rules have removed; only when it is gone, where they have put something."""
    changes = guidance.left_over(session)
    if guidance.must_fill(session):
        changes = session.differences()
    expected = session.view.image
    for field, change in changes.items():
        out[field] = way_back(expected[field] + change, expected[field])
    if any([role == roles.REMOVE for role in out]):
        for field in changes:
            if out[field] == roles.PUT:
                out[field] = roles.OFF


def _show_way_back(out, session):
    """Light what to take from where and what to put where next, in the colour of the piece that belongs there."""
    way = guidance.way_back(session)
    for field in way.sources:
        out[field] = roles.REMOVE
    for field in way.targets:
        colour = colour_of(guidance.wanted_piece(session, field))
        out[field] = roles.PUT if colour < 0 else roles.PUT_OF + colour


def _show_wrong_lift(out, changes, view):
    """Light own pieces that may not be lifted as wrong, beside those that may; all others must come back."""
    state = view.recall()
    for field in changes:
        if state.owner(field) != view.player:
            out[field] = roles.PUT
            continue
        out[field] = roles.WRONG
        light(out, view.know().firsts, view.lasts, ANY, roles.MAY_LIFT)


def way_back(actual: int, expected: int) -> int:
    """Return what comes first on a field with this value: REMOVE or PUT."""
    ball_is_in_the_way = actual & 16 and actual & 15 != expected & 15
    return roles.REMOVE if actual > expected or ball_is_in_the_way else roles.PUT


def colour_of(piece: str) -> int:
    """Return the colour of a piece, by its code, as a player's number; -1 if it has none of the four."""
    if not piece or piece[0] not in "OSTCPN":
        return -1
    return int(piece[2 if piece[0] == "N" else 1])
