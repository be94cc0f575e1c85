"""Which role each lamp has: what may be lifted, where it may go, and the way back when the board is not right."""

from treppe.sensing import SETTLING, TOUCHED, UNSURE, has_activity
from treppe.table import roles
from treppe.table.explain import BEYOND


def show(out, session) -> bool:
    """Fill `out` with the role of each field; False while it is too early to say anything."""
    out[:] = session.dark
    if session.stage == "guide":
        if session.guide == "setup":
            _show_set_up(out, session.differences(), session.view.image, session.course.state)
        else:
            _show_way_back(out, session.differences(), session.view.image)
    elif session.stage == "over":
        _show_winners(out, session.course.state, session.course.ending[1])
    elif session.stage == "play" and not _show_play(out, session):
        return False
    if has_activity(session.activity, UNSURE, UNSURE):
        for field in range(len(out)):
            if session.activity[field] == UNSURE:
                out[field] = roles.UNSURE
    return True


def _show_play(out, session) -> bool:
    known = session.explanation
    supply_role = roles.BUILD if session.surface.SENSOR == "cell" else roles.MAY_GO
    if known is None:
        changes = session.differences()
        if all([change < 0 for change in changes.values()]):
            _show_wrong_lift(out, changes, session.view, session.course.state)
            return True
        _show_way_back(out, changes, session.view.image)
        return session.is_wrong
    if known.choices:
        _show_choices(out, known, session.choice)
    elif not session.has_hints:
        return True
    elif known.rest:
        _show_begun(out, known.view, known.open, known.rest, supply_role)
    elif not _show_touched(out, session, known.view, supply_role):
        _show_turn(out, known.view, supply_role)
    return True


def _show_touched(out, session, view, supply_role) -> bool:
    """Show where a piece may go that a hand is only just at; False if there is none."""
    if not has_activity(session.activity, TOUCHED, SETTLING):
        return False
    for field in range(len(out)):
        if TOUCHED <= session.activity[field] <= SETTLING and session.image[field] == view.image[field]:
            begun = [move for move in range(view.count()) if view.lift(move) == field]
            if begun:
                _show_begun(out, view, begun, {field: view.placement(begun[0])[0][1]}, supply_role)
                return True
    return False


def _show_choices(out, known, choice):
    """Light what one of the choices changes as the target, what the others change as unsure."""
    for number, actions in enumerate(known.choices):
        view = known.view
        for action in actions:
            view = view.after(action)
        for field in range(len(out)):
            if view.image[field] != known.view.image[field] and out[field] != roles.MAY_GO:
                out[field] = roles.MAY_GO if number == choice else roles.UNSURE


def _show_turn(out, view, supply_role):
    """Light what the player to move may lift, and where something from the supply may go, in `supply_role`."""
    for move in range(view.count()):
        field = view.lift(move)
        if field != BEYOND:
            out[field] = roles.PLAYER + view.player
        else:
            _show_rest(out, view, move, {}, supply_role)


def _show_begun(out, view, moves, changes, supply_role):
    """Light what is left to do of the moves that the changes begin."""
    for field, change in changes.items():
        if change < 0:
            out[field] = roles.CAME_FROM
    for move in moves:
        _show_rest(out, view, move, changes, supply_role)


def _show_rest(out, view, move, changes, supply_role):
    first = view.lift(move)
    for field, change, net in view.placement(move):
        if field == BEYOND:
            continue
        missing = net - changes.get(field, 0)
        if not net:
            out[field] = roles.CAPTURE
        elif change > 0 and missing > 0:
            out[field] = supply_role if first == BEYOND else roles.MAY_GO
        elif change < 0 and missing < 0:
            out[field] = roles.MAY_LIFT if field == first else roles.CAPTURE


def _show_way_back(out, changes, expected):
    """Light what to take away and what to put, so that the board becomes as expected."""
    for field, change in changes.items():
        out[field] = way_back(expected[field] + change, expected[field])


def _show_set_up(out, changes, expected, state):
    """Light the way to the position; where an owned piece is missing, in the owner's colour."""
    _show_way_back(out, changes, expected)
    for field in changes:
        owner = owner_of(state.pieces(field))
        if out[field] == roles.PUT and owner >= 0:
            out[field] = roles.PLAYER + owner


def _show_wrong_lift(out, changes, view, state):
    """Light own pieces that may not be lifted as wrong, beside those that may; all others must come back."""
    for field in changes:
        if owner_of(state.pieces(field)) != view.player:
            out[field] = roles.PUT
            continue
        out[field] = roles.WRONG
        for move in range(view.count()):
            if view.lift(move) != BEYOND:
                out[view.lift(move)] = roles.MAY_LIFT


def _show_winners(out, state, winners):
    """Light every field on top of which a winner's piece stands."""
    image = state.image()
    for field in range(len(image)):
        if image[field] and owner_of(state.pieces(field)) in winners:
            out[field] = roles.WINNER


def way_back(actual: int, expected: int) -> int:
    """Return what comes first on a field with this value: REMOVE or PUT."""
    ball_is_in_the_way = actual & 16 and actual & 15 != expected & 15
    return roles.REMOVE if actual > expected or ball_is_in_the_way else roles.PUT


def owner_of(pieces: list[str]) -> int:
    """Return the player whose piece lies on top, -1 if nobody's does."""
    return int(pieces[-1][1]) if pieces and pieces[-1][0] in "OSTCPN" else -1
