"""Follows hands that are led: what the board shows meanwhile, and when it is right."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.tracking import understand
from treppe.tracking.corrections import explain_from_before
from treppe.tracking.explain import explain
from treppe.tracking.guidance import CLEAR
from treppe.tracking.verdict import Verdict

if TYPE_CHECKING:
    from treppe.tracking.guidance import Guidance
    from treppe.tracking.observed import ObservedBoard
    from treppe.types import Job

_STUCK_MS = const(10_000)  # so long hands may search before a field is doubted
_AT_REST_MS = const(1000)  # after the power has come, or what was wrong has been put right, until the board is believed
_GOES_ON_MS = const(3000)  # longer than hands that follow the lamps pause between two movements


def follow_board(observed: "ObservedBoard", guidance: "Guidance", has_faults: bool) -> "Job":
    """Return the verdict on a board that is still to be led; None if it is right."""
    is_clearing = guidance.reason == CLEAR
    if observed.to_turn:  # stones that are missing are asked for with their side, not to be turned over
        expected = observed.position.image
        observed.ask_to_turn([field for field in observed.to_turn if observed.image[field] == expected[field]])
    if is_clearing and guidance.left_over():
        verdict = yield understand.understand_clearing(observed)
        return verdict
    if _is_right(observed, guidance, has_faults) or (is_clearing and not guidance.must_fill()):
        return None
    if is_clearing:
        return Verdict(None)
    hypothesis = (yield _explain_going_on(observed)) if guidance.may_go_on else None
    wait_ms = _GOES_ON_MS if hypothesis else _STUCK_MS
    if guidance.remembered or (hypothesis and _was_done_before(observed)):
        wait_ms = _AT_REST_MS
    return Verdict(hypothesis, wait_ms=wait_ms)


def _explain_going_on(observed: "ObservedBoard") -> "Job":
    """Explain a board that should be guided back by actions that it shows; None if it shows none.

    While a piece is missing the lamps go on to lead: a board on its way back may look like an action and a piece in the
    air. Where several actions explain the board people are asked.
    """
    if observed.is_busy() or observed.has_filled_at_once():
        return None
    hypothesis, undo_count = (yield explain(observed, observed.position)), 0
    if hypothesis is None:
        hypothesis, undo_count = yield explain_from_before(observed)
        if undo_count > 1:
            return None  # hands correct what they have done last; more is not replaced unasked
    if hypothesis is None or hypothesis.has_extra_lifts:
        return None
    if hypothesis.unproved and max(observed.changes().values()) < 0:
        return hypothesis  # what is gone may be an action, too: people are asked
    is_done = hypothesis.actions or hypothesis.choices or undo_count  # or the last action is taken back
    return hypothesis if is_done and not hypothesis.unexplained else None


def _was_done_before(observed: "ObservedBoard") -> bool:
    """Tell whether all that differs differed before the board was wrong: the rest has been put right."""
    return all([observed.stamps[field] < observed.wrong_stamp for field in observed.changes()])


def _is_right(observed: "ObservedBoard", guidance: "Guidance", has_faults: bool) -> bool:
    """Tell whether the board is right, also on faulty fields, by people's answers."""
    if has_faults and not observed.changes() and guidance.has_contradiction():
        return False
    return guidance.is_right()
