"""Follows hands that are led: when the board is right."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.guide.guidance import CLEAR

if TYPE_CHECKING:
    from treppe.table.evidence import Evidence
    from treppe.table.guide.guidance import Guidance

STUCK_MS = const(10_000)
"""So long hands may search before a field is doubted."""
GOES_ON_MS = const(3000)
"""Longer than hands that follow the lamps pause between two movements."""
_AT_REST_MS = const(1000)  # after the power has come, until what stands on the board is known


def follow(evidence: "Evidence", guidance: "Guidance", has_faults: bool) -> int:
    """Return after how long without a change to look again at a board that is still to be led; -1 if it is right."""
    is_clearing = guidance.reason == CLEAR
    if evidence.to_turn:  # stones that are missing are asked for with their side, not to be turned over
        expected = evidence.position.image
        evidence.ask_to_turn([field for field in evidence.to_turn if evidence.image[field] == expected[field]])
    if is_clearing and guidance.left_over():
        return evidence.settled_ms if evidence.quiet_ms() < evidence.settled_ms else 0
    if _is_right(evidence, guidance, has_faults) or (is_clearing and not guidance.must_fill()):
        return -1
    if is_clearing:
        return 0
    if guidance.remembered:
        return _AT_REST_MS
    return GOES_ON_MS if guidance.may_go_on and evidence.quiet_ms() < GOES_ON_MS else STUCK_MS


def _is_right(evidence: "Evidence", guidance: "Guidance", has_faults: bool) -> bool:
    """Tell whether the board is right, also on faulty fields, by people's answers."""
    if has_faults and not evidence.changes() and guidance.has_contradiction():
        return False
    return guidance.is_right()
