"""Holds the board against the rules: which legal actions, or beginning of one, make this image?

All that works longer than a frame may is a generator, see job.py.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands.evidence import Evidence
from treppe.table.hands.explanation import Explanation
from treppe.table.hands.position import Position
from treppe.table.hands.search import DEPTH, Search
from treppe.table.hands.unseen import explain_unseen_capture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.types import Bytes, Job

_BUDGET = const(24)  # positions that are looked at for one image
_BUDGET_MOVED_ON = const(12)  # where a piece may have been moved several times, unseen
# A board on which so much differs is disturbed, or another game is being laid out: no hands play so much unseen. A
# Pico would look for an explanation for many seconds, and run out of memory; a command, which waits for it, would meet
# the watchdog.
_MANY_CHANGES = const(6)
_FEW_POSITIONS = const(8)
_TOO_MANY_CHANGES = const(16)


def explain(evidence: Evidence, position: Position, budget: int = _BUDGET) -> "Job":
    """Work out the Explanation of the board from a position, None if nothing legal makes it.

    A stone of the fields `evidence.to_turn` may be in a hand, to be turned over. The search looks at no more than
    `budget` positions.
    """
    return explain_image(position, evidence.image, evidence.activity, evidence.stamps, evidence.to_turn, budget)


def explain_image(
    position: "Position",
    image: "Bytes",
    activity: "Bytes",
    stamps: "Bytes",
    to_turn: "Sequence[int]" = (),
    budget: int = _BUDGET,
) -> "Job":
    """Work out the Explanation of an image from a position, as `explain` does; for the bytes see Evidence."""
    known = yield _explain(position, image, activity, stamps, budget)
    if known is None or known.unexplained:
        standing = None
        for field in to_turn:
            if position.image[field] and not image[field]:
                standing = standing or bytearray(image)
                standing[field] = position.image[field]
        if standing:
            turning = yield _explain(position, standing, activity, stamps, budget)
            if known is None or (turning and turning.actions and not turning.unexplained):
                known = turning
    return known


def _explain(position: "Position", image: "Bytes", activity: "Bytes", stamps: "Bytes", budget: int) -> "Job":
    changes = position.differences(image, activity)
    if not changes:
        return Explanation([], position, changes)
    num_changes = len(changes)
    if num_changes > _TOO_MANY_CHANGES:
        return None
    if num_changes > _MANY_CHANGES:
        budget = min(budget, _FEW_POSITIONS)
    search = Search(image, activity, stamps, False, budget)
    known = yield search.explain(position, changes, DEPTH)
    if known is None and position.scratch.CHAINS and search.has_followed:
        search = Search(image, activity, stamps, True, min(budget, _BUDGET_MOVED_ON))
        known = yield search.explain(position, changes, DEPTH)
        if known and known.actions and search.doubts:
            known = Explanation([], position, changes, unproved=[known.actions])
    if known is None and position.scratch.CAPTURES and search.has_followed:
        known = yield explain_unseen_capture(position, image, activity, stamps)
    if search.has_followed:
        yield  # what comes of it, and the lamps, take a frame of their own
    return known
