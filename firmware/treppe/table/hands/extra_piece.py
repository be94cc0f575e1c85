"""One of the pieces that have been lifted has nothing to do with the action: adjusted, or pushed out of its place."""

from typing import TYPE_CHECKING

from treppe.table.hands.evidence import Evidence
from treppe.table.hands.explain import explain_image
from treppe.table.hands.explanation import Explanation
from treppe.table.hands.movements import is_proved, is_whole
from treppe.table.hands.position import BEYOND

if TYPE_CHECKING:
    from treppe.table.types import Changes, Job


def explain_without_absent(evidence: Evidence) -> "Job":
    """Work out the Explanation of all but the pieces that were away when something was recorded last; else None.

    The actions since do not explain them.
    """
    changes, position = evidence.changes(), evidence.position
    away = [field for field in changes if changes[field] < 0 and field in evidence.absent]
    if not away or len(away) == len(changes):
        return None
    image = bytearray(evidence.image)
    for field in away:
        image[field] = position.image[field]
    known = yield explain_image(position, image, evidence.activity, evidence.stamps, evidence.to_turn)
    if known:
        known.unexplained = known.position.differences(evidence.image, evidence.activity)
    return known


def explain(evidence: Evidence) -> "Explanation | None":
    """Return the beginnings that are left when one lifted piece is put back, None if there are none."""
    position = evidence.position
    changes = evidence.changes()
    lifted = [field for field in changes if changes[field] < 0]
    if not 2 <= len(changes) <= 4 or not lifted:
        return None
    moves: set[int] = set()
    whole: list[int] = []
    for stray in lifted:
        others = {field: change for field, change in changes.items() if field != stray}
        begun = position.begun(others)
        moves |= set(begun)
        whole += _done(evidence, begun, others)
    if not moves:
        return None
    known = Explanation([], position, changes, sorted(moves), unproved=[[position.actions[move]] for move in whole])
    known.has_extra_lifts = True
    return known


def explain_next(evidence: Evidence) -> "Explanation | None":
    """Explain three lifts and a put by a move beside the stray, and the beginning of the next move; else None."""
    position, stamps = evidence.position, evidence.stamps
    changes = evidence.changes()
    lifted = [field for field in changes if changes[field] < 0]
    if len(changes) != 4 or len(lifted) != 3:
        return None
    latest = max(changes, key=lambda field: stamps[field])
    whole: list[int] = []
    for stray in lifted:
        if stray != latest:
            others = {field: change for field, change in changes.items() if field not in (stray, latest)}
            whole += _done(evidence, position.begun(others), others)
    if len(whole) != 1 or position.firsts[whole[0]] == BEYOND:
        return None
    action = position.actions[whole[0]]
    after = position.after(action)
    begun = after.moves_at(latest, True, False)
    return Explanation([action], after, after.differences(evidence.image, evidence.activity), begun) if begun else None


def _done(evidence: "Evidence", begun: list[int], changes: "Changes") -> list[int]:
    """Return which of the moves that changes begin have been done, as the changes prove."""
    position, activity, stamps = evidence.position, evidence.activity, evidence.stamps
    found = []
    for move in position.completed(begun, changes, activity):
        movements = position.movements(move)
        if is_whole(movements, changes, activity) and is_proved(movements, changes, activity, stamps):
            found.append(move)
    return found
