"""What hands did without any sensor seeing it, or not in time, told by what was done after it.

A captured piece that was pushed off was never seen to go; a piece that was moved on at once, or lay too far from the
centre, was never seen to stand. What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands.explanation import Explanation
from treppe.table.hands.position import BEYOND
from treppe.table.hands.search import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.hands.position import Position
    from treppe.table.types import Bytes, Changes, Job

_MOST_FOUND = const(6)
_MOST_STOPS = const(4)  # looked at: a piece that is pushed touches many fields, and stops where it has been last
_BUDGET_AFTER = const(2)  # positions that are looked at after each


def explain_unseen_capture(position: "Position", image: "Bytes", activity: "Bytes", stamps: "Bytes") -> "Job":
    """Explain by an unseen capture, if the next player has done a whole action after it; else None."""
    moves = []
    if position.scratch.CAPTURES:
        changes = position.differences(image, activity)
        moves = [
            move for move in _begun(position, changes) if position.takes(move) and position.lasts[move] not in changes
        ]
    return (yield _explain_after(position, moves, image, activity, stamps))


def explain_stop(position: "Position", image: "Bytes", activity: "Bytes", stamps: "Bytes | None" = None) -> "Job":
    """Explain by a piece that stopped where it was felt, or seen briefly, and was moved on after another action.

    Without `stamps` it may have stopped wherever there are few ways for it.
    """
    changes = position.differences(image, activity)
    stops = []
    for move in _begun(position, changes, stamps is None):
        last = position.lasts[move]
        if last != BEYOND and not (image[last] or position.image[last]) and (stamps is None or stamps[last]):
            stops.append((-stamps[last] if stamps else 0, move))
    moves = [move for _, move in sorted(stops)[:_MOST_STOPS]]
    return (yield _explain_after(position, moves, image, activity, stamps or bytes(len(image))))


def _begun(position: "Position", changes: "Changes", are_few: bool = False) -> list[int]:
    """Return the moves of lifted pieces; `are_few`: only of pieces with few moves."""
    moves: set[int] = set()
    for field, change in changes.items():
        begun = position.moves_at(field, True, False) if change < 0 else ()
        if not are_few or len(begun) <= _MOST_STOPS:
            moves.update(begun)
    return sorted(moves)


def _explain_after(
    position: "Position", moves: "Sequence[int]", image: "Bytes", activity: "Bytes", stamps: "Bytes"
) -> "Job":
    found: list[list[int]] = []
    for move in moves:
        if len(found) == _MOST_FOUND:
            break
        yield
        after = position.after(position.actions[move])
        left = after.differences(image, activity)
        later = yield Search(image, activity, stamps, False, _BUDGET_AFTER).explain(after, left, 2)
        if later and later.actions and not later.unexplained:
            found.append([position.actions[move]] + later.actions)
    if not found:
        return None
    known = Explanation([], position, position.differences(image, activity), unproved=found)
    known.has_extra_lifts = True
    return known
