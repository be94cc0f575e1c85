"""Roles of the lamps: pieces that may be lifted, fields where they may go, and the way back when the board is wrong."""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.sensing import FAULTY, SETTLING, TOUCHED, UNSURE, next_active
from treppe.sensing.kinds import kind_of
from treppe.table.guide.guidance import CLEAR
from treppe.table.guide.known_pieces import colour_of
from treppe.table.hands.position import BEYOND, end_of
from treppe.table.marks import BLOCKED
from treppe.table.show import result, roles
from treppe.table.show.targets import ANY, light, show_begun, show_way

if TYPE_CHECKING:
    from treppe.table.hands.position import Position
    from treppe.table.hands.verdict import Explanation
    from treppe.table.types import Changes
    from treppe.table.view import View

TOO_EARLY, WHOLE, PART = const(0), const(1), const(2)


def show(out: bytearray, view: "View", dark: bytes) -> int:
    """Fill `out`, `dark` at first, with the role of each field: WHOLE, in PART, TOO_EARLY for that."""
    out[:] = dark
    shown = WHOLE
    if view.stage == "guide":
        if view.guidance.reason == CLEAR:
            _show_clearing(out, view)
        else:
            _show_way_back(out, view)
    elif view.stage == "idle":
        if not view.has_display:
            out[0] = roles.CAME_FROM  # the board is on
        if view.messages.notice and view.messages.tests:
            _show_tests(out, view)
    elif view.stage == "over":
        result.show_winners(out, view.course)
    elif view.stage == "play":
        shown = _show_play(out, view, dark)
        if shown == TOO_EARLY:
            return shown
    if view.stage == "play" and not view.pending.is_wrong:
        for field, player in view.course.state.signs():
            if out[field] == roles.OFF:
                out[field] = roles.SIGN + player
    for field in view.evidence.to_turn:
        if view.stage != "guide" or out[field] == roles.OFF:  # pieces to put or take off come first
            out[field] = roles.TURN
    for field in view.guidance.doubts[:1]:
        out[field] = roles.UNSURE
    field = next_active(0, view.evidence.activity, UNSURE, UNSURE)
    while field < len(out):
        out[field] = roles.UNSURE
        field = next_active(field + 1, view.evidence.activity, UNSURE, UNSURE)
    return shown


def _show_play(out: bytearray, view: "View", dark: bytes) -> int:
    pending, evidence = view.pending, view.evidence
    known = pending.verdict.explanation
    if pending.is_wrong and not _is_one_lift(evidence.changes()):
        _show_way_back(out, view)
        return WHOLE
    if known is None and not pending.offers:
        changes = evidence.changes()
        if _is_one_lift(changes):
            _show_wrong_lift(out, changes, evidence.position)
            return WHOLE
        return TOO_EARLY
    if known and known.choices:
        _show_choices(out, view)
    if pending.offers and not view.has_display and not (known and known.unproved):
        if out == dark:
            roles.show_numbers(out, 0, len(pending.offers), view.pending.choice)
        return WHOLE
    shown = WHOLE
    if known and not known.choices:
        if known.begun.wanted or view.shows_hints(known.begun.player):
            shown = _show_hints(out, view, known)
        for field in known.begun.advised:
            if field not in known.unexplained:
                out[field] = roles.ADVISED
    if pending.offers and not (known and known.choices):
        _show_offer(out, view)
    if pending.verdict.back:
        _show_lifted(out, evidence.changes(), pending.verdict.back)
    for field in pending.away:
        if out[field] == roles.OFF:
            out[field] = roles.CAME_FROM
    return shown


def _show_hints(out: bytearray, view: "View", known: "Explanation") -> int:
    """Light the legal actions of the player to move, or how the present one may go on."""
    supply_role = roles.BUILD if kind_of(view.surface).HAS_WEIGHTS else roles.MAY_GO
    if known.unexplained:
        is_part = show_begun(out, known.begun, known.open, known.unexplained, supply_role)
        if known.has_extra_lifts:
            _show_extra_lifts(out, known)
        return PART if is_part else WHOLE
    shown = _show_touched(out, view, known.position, supply_role)
    if shown:
        return shown
    _show_turn(out, known.position, supply_role)
    for field, player in view.course.marks or ():
        out[field] = roles.BLOCKED if player == BLOCKED else roles.PLAYER + player
    for field in view.evidence.last_fields:
        if out[field] == roles.OFF:
            out[field] = roles.LAST
    return WHOLE


def _show_lifted(out: bytearray, changes: "Changes", back: int) -> None:
    """Light the fields of pieces in a hand that belong to recorded actions.

    That of the last action may as well come back there as elsewhere.
    """
    for field, change in changes.items():
        if change < 0 and (back > 1 or out[field] == roles.OFF):
            out[field] = roles.CAME_FROM


def _is_one_lift(changes: "Changes") -> bool:
    return len(changes) == 1 and min(changes.values()) < 0


def _show_touched(out: bytearray, view: "View", position: "Position", supply_role: int) -> int:
    """Show where the piece that a hand has just touched may go; 0 if there is none."""
    field = next_active(0, view.evidence.activity, TOUCHED, SETTLING)
    while field < len(out):
        if view.evidence.image[field] == position.image[field]:
            begun = position.moves_at(field, True, False)
            if begun:
                changes = {field: position.movements(begun[0])[0][1]}
                return PART if show_begun(out, position, begun, changes, supply_role) else WHOLE
        field = next_active(field + 1, view.evidence.activity, TOUCHED, SETTLING)
    return 0


def _show_choices(out: bytearray, view: "View") -> None:
    """Light the proposal's fields as targets, those of the other choices as unsure."""
    known: Any = view.pending.verdict.explanation
    for number, actions in enumerate(known.choices):
        image = end_of(known.position, actions).image
        for field in range(len(out)):
            if image[field] != known.position.image[field] and out[field] != roles.MAY_GO:
                out[field] = roles.MAY_GO if number == view.pending.choice else roles.UNSURE


def _show_offer(out: bytearray, view: "View") -> None:
    """Light the fields where the action in question puts something."""
    evidence, pending = view.evidence, view.pending
    back, actions = pending.offers[pending.choice]
    before = evidence.position_before(back)
    image = end_of(before, actions).image
    for field in range(len(out)):
        if image[field] > before.image[field]:
            out[field] = roles.MAY_GO


def _show_turn(out: bytearray, position: "Position", supply_role: int) -> None:
    """Light pieces that the player to move may lift, and fields for the supply in `supply_role`.

    Of a program's player light the whole action that it wants.
    """
    if position.turn:
        out[:] = position.turn
        return
    firsts, lasts = position.know().firsts, position.lasts
    if position.wanted:
        show_begun(out, position, [0], {}, supply_role)
        return
    is_alone = position.scratch.players == 1  # who plays all the colours himself has none
    light(out, firsts, lasts, ANY, roles.MAY_LIFT if is_alone else roles.PLAYER + position.player)
    light(out, lasts, firsts, BEYOND, supply_role)
    show_way(out, position.way_off(), False)
    position.keep_turn(out)


def _show_extra_lifts(out: bytearray, known: "Explanation") -> None:
    """Light the fields to which other players' lifted pieces must come back."""
    state = known.position.recall()
    for field, change in known.unexplained.items():
        if change < 0 and out[field] == roles.CAME_FROM and state.owner(field) != known.position.player:
            out[field] = roles.PUT


def _show_clearing(out: bytearray, view: "View") -> None:
    """Light the pieces that the rules have removed; once these are gone, the fields where they have put some."""
    evidence = view.evidence
    changes = evidence.changes() if view.guidance.must_fill() else view.guidance.left_over()
    expected = evidence.position.image
    for field, change in changes.items():
        out[field] = _next_movement(expected[field] + change, expected[field])
    if any([role == roles.REMOVE for role in out]):
        for field in changes:
            if out[field] == roles.PUT:
                out[field] = roles.OFF


def _show_way_back(out: bytearray, view: "View") -> None:
    """Light the next pieces to take and fields to fill, in the colour of the piece that belongs there."""
    way = view.guidance.way_back()
    for field in way.sources:
        out[field] = roles.REMOVE
    for field in way.targets:
        colour = colour_of(view.guidance.wanted(field)[0])
        out[field] = roles.PUT if colour < 0 else roles.PUT_OF + colour


def _show_wrong_lift(out: bytearray, changes: "Changes", position: "Position") -> None:
    """Light own pieces that may not be lifted as wrong, beside those that may; all others must come back."""
    state = position.recall()
    for field in changes:
        if state.owner(field) != position.player:
            out[field] = roles.PUT
            continue
        out[field] = roles.WRONG
        light(out, position.know().firsts, position.lasts, ANY, roles.MAY_LIFT)


def _next_movement(actual: int, expected: int) -> int:
    """Return the first step on a field with this value: REMOVE or PUT."""
    ball_is_in_the_way = actual & 16 and actual & 15 != expected & 15
    return roles.REMOVE if actual > expected or ball_is_in_the_way else roles.PUT


def _show_tests(out: bytearray, view: "View") -> None:
    """Show the self-test's results by lamps: working parts shine, broken ones flash.

    A display says it, too; then they shine only if one of them is to be looked for.
    """
    if view.has_display and not any([told["code"] == "lamps_dark" for _, told in view.messages.tests]):
        return
    for field in range(len(out)):
        out[field] = roles.WRONG if view.evidence.activity[field] == FAULTY else roles.MAY_GO
