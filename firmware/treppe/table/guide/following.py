"""Follows hands that are led: what the board shows meanwhile, and when it is right."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.guide.guidance import CLEAR
from treppe.table.hands import understand
from treppe.table.hands.corrections import explain_from_before
from treppe.table.hands.explain import explain
from treppe.table.hands.verdict import Verdict

if TYPE_CHECKING:
    from treppe.table.guide.guidance import Guidance
    from treppe.table.hands.evidence import Evidence
    from treppe.table.types import Job

_STUCK_MS = const(10_000)  # so long hands may search before a field is doubted
_AT_REST_MS = const(1000)  # after the power has come, until what stands on the board is known
_GOES_ON_MS = const(3000)  # longer than hands that follow the lamps pause between two movements


def follow(evidence: "Evidence", guidance: "Guidance", has_faults: bool) -> "Job":
    """Return the verdict on a board that is still to be led; None if it is right."""
    is_clearing = guidance.reason == CLEAR
    if evidence.to_turn:  # stones that are missing are asked for with their side, not to be turned over
        expected = evidence.position.image
        evidence.ask_to_turn([field for field in evidence.to_turn if evidence.image[field] == expected[field]])
    if is_clearing and guidance.left_over():
        verdict = yield understand.understand_clearing(evidence)
        return verdict
    if _is_right(evidence, guidance, has_faults) or (is_clearing and not guidance.must_fill()):
        return None
    if is_clearing:
        return Verdict(None)
    known = (yield _explain_going_on(evidence)) if guidance.may_go_on else None
    wait_ms = _AT_REST_MS if guidance.remembered else _GOES_ON_MS if known else _STUCK_MS
    return Verdict(known, wait_ms=wait_ms)


def _explain_going_on(evidence: "Evidence") -> "Job":
    """Explain a board that should be led back by actions that it shows; None if it shows none.

    While a piece is missing the lamps go on to lead: a board on its way back may look like an action and a piece in the
    air. Where several actions explain the board people are asked.
    """
    if evidence.is_busy():
        return None
    known = yield explain(evidence, evidence.position)
    if known is None:
        known, back = yield explain_from_before(evidence)
        if back > 1:
            return None  # hands correct what they have done last; more is not replaced unasked
    if known is None or known.has_extra_lifts:
        return None
    if known.unproved and max(evidence.changes().values()) < 0:
        return known  # what is gone may be an action, too: people are asked
    return known if (known.actions or known.choices) and not known.unexplained else None


def _is_right(evidence: "Evidence", guidance: "Guidance", has_faults: bool) -> bool:
    """Tell whether the board is right, also on faulty fields, by people's answers."""
    if has_faults and not evidence.changes() and guidance.has_contradiction():
        return False
    return guidance.is_right()
