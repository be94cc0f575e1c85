"""Roles of the lamps: pieces that may be lifted, fields where they may go, and the way back when the board is wrong."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet import roles
from treppe.alphabet.image import BEYOND
from treppe.panel import result
from treppe.panel.targets import ANY, light, show_begun, show_way
from treppe.runtime import const
from treppe.sensing import FAULTY, SETTLING, TOUCHED, UNSURE, next_active
from treppe.sensing.kinds import kind_of
from treppe.tracking.guidance import CLEAR
from treppe.tracking.known_pieces import colour_of
from treppe.tracking.marks import BLOCKED
from treppe.tracking.position import end_of

if TYPE_CHECKING:
    from treppe.panel.view import View
    from treppe.tracking.position import Position
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Changes

_TARGETS = bytes([roles.MAY_GO, roles.BUILD, roles.CAPTURE])
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
        result.show_winners(out, view.game_record)
    elif view.stage == "play":
        shown = _show_play(out, view, dark)
        if shown == TOO_EARLY:
            return shown
    if view.stage == "play" and not view.pending.is_wrong:
        for field, player in view.game_record.state.signs():
            if out[field] == roles.OFF:
                out[field] = roles.SIGN + player
    for field in view.observed.to_turn:
        if view.stage != "guide" or out[field] == roles.OFF:  # pieces to put or take off come first
            out[field] = roles.TURN
    for field in view.guidance.doubts[:1]:
        out[field] = roles.UNSURE
    field = next_active(0, view.observed.activity, UNSURE, UNSURE)
    while field < len(out):
        out[field] = roles.UNSURE
        field = next_active(field + 1, view.observed.activity, UNSURE, UNSURE)
    return shown


def _show_play(out: bytearray, view: "View", dark: bytes) -> int:
    pending, observed = view.pending, view.observed
    hypothesis = pending.verdict.hypothesis
    if pending.is_wrong and not _is_one_lift(observed.changes()):
        if pending.refused.get("code") == "not_built":
            _show_turn(out, observed.position, roles.BUILD)
        else:
            _show_way_back(out, view)
        return WHOLE
    if hypothesis is None and not pending.alternatives:
        changes = observed.changes()
        if _is_one_lift(changes):
            _show_wrong_lift(out, changes, observed.position)
            return WHOLE
        return TOO_EARLY
    if hypothesis and hypothesis.choices:
        _show_choices(out, view)
    if pending.alternatives and not view.has_display and not (hypothesis and hypothesis.unproved):
        if out == dark:
            roles.show_numbers(out, 0, len(pending.alternatives), view.pending.choice)
        return WHOLE
    shown = WHOLE
    if hypothesis and not hypothesis.choices:
        if hypothesis.begun.wanted or view.shows_hints(hypothesis.begun.player):
            shown = _show_hints(out, view, hypothesis)
            _show_warned(out, hypothesis)
        for field in hypothesis.begun.advised:
            if field not in hypothesis.unexplained:
                out[field] = roles.ADVISED
    if pending.alternatives and not (hypothesis and hypothesis.choices):
        _show_offer(out, view)
    if pending.verdict.undo_count:
        _show_lifted(out, observed.changes(), pending.verdict.undo_count)
    for field in pending.away:
        if out[field] == roles.OFF:
            out[field] = roles.CAME_FROM
    return shown


def _show_hints(out: bytearray, view: "View", hypothesis: "Hypothesis") -> int:
    """Light the legal actions of the player to move, or how the present one may go on."""
    supply_role = roles.BUILD if kind_of(view.surface).HAS_WEIGHTS else roles.MAY_GO
    if hypothesis.unexplained:
        is_part = show_begun(out, hypothesis.begun, hypothesis.open, hypothesis.unexplained, supply_role)
        if hypothesis.has_extra_lifts:
            _show_extra_lifts(out, hypothesis)
        return PART if is_part else WHOLE
    shown = _show_touched(out, view, hypothesis.position, supply_role)
    if shown:
        return shown
    _show_turn(out, hypothesis.position, supply_role)
    for field, player in view.game_record.marks or ():
        out[field] = roles.BLOCKED if player == BLOCKED else roles.PLAYER + player
    for field in view.observed.last_fields:
        if out[field] == roles.OFF:
            out[field] = roles.LAST
    return WHOLE


def _show_warned(out: bytearray, hypothesis: "Hypothesis") -> None:
    """Mark the targets on which a program warns, while the piece that it means is in the hand."""
    position, unexplained = hypothesis.begun, hypothesis.unexplained
    origin = position.warned_from
    if unexplained.get(origin, 0) < 0 or (origin == BEYOND and not unexplained):
        for field in position.warned:
            if out[field] in _TARGETS:
                out[field] = roles.WARNED


def _show_lifted(out: bytearray, changes: "Changes", undo_count: int) -> None:
    """Light the fields of pieces in a hand that belong to recorded actions.

    That of the last action may as well come back there as elsewhere.
    """
    for field, change in changes.items():
        if change < 0 and (undo_count > 1 or out[field] == roles.OFF):
            out[field] = roles.CAME_FROM


def _is_one_lift(changes: "Changes") -> bool:
    return len(changes) == 1 and min(changes.values()) < 0


def _show_touched(out: bytearray, view: "View", position: "Position", supply_role: int) -> int:
    """Show where the piece that a hand has just touched may go; 0 if there is none."""
    field = next_active(0, view.observed.activity, TOUCHED, SETTLING)
    while field < len(out):
        if view.observed.image[field] == position.image[field]:
            begun = position.moves_from(field)
            if begun:
                changes = {field: position.movements(begun[0])[0][1]}
                return PART if show_begun(out, position, begun, changes, supply_role) else WHOLE
        field = next_active(field + 1, view.observed.activity, TOUCHED, SETTLING)
    return 0


def _show_choices(out: bytearray, view: "View") -> None:
    """Light the proposal's fields as targets, those of the other choices as unsure."""
    hypothesis: Any = view.pending.verdict.hypothesis
    for number, actions in enumerate(hypothesis.choices):
        image = end_of(hypothesis.position, actions).image
        for field in range(len(out)):
            if image[field] != hypothesis.position.image[field] and out[field] != roles.MAY_GO:
                out[field] = roles.MAY_GO if number == view.pending.choice else roles.UNSURE


def _show_offer(out: bytearray, view: "View") -> None:
    """Light the fields where the action in question puts something."""
    observed, pending = view.observed, view.pending
    undo_count, actions = pending.alternatives[pending.choice]
    before = observed.position_before(undo_count)
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


def _show_extra_lifts(out: bytearray, hypothesis: "Hypothesis") -> None:
    """Light the fields to which other players' lifted pieces must come back."""
    state = hypothesis.position.recall()
    for field, change in hypothesis.unexplained.items():
        if change < 0 and out[field] == roles.CAME_FROM and state.owner(field) != hypothesis.position.player:
            out[field] = roles.PUT


def _show_clearing(out: bytearray, view: "View") -> None:
    """Light the pieces that the rules have removed; once these are gone, the fields where they have put some."""
    observed = view.observed
    changes = observed.changes() if view.guidance.must_fill() else view.guidance.left_over()
    expected = observed.position.image
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
    if view.has_display and not any([diagnostic["code"] == "lamps_dark" for _, diagnostic in view.messages.tests]):
        return
    for field in range(len(out)):
        out[field] = roles.WRONG if view.observed.activity[field] == FAULTY else roles.MAY_GO
