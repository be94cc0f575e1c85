"""One of the pieces that have been lifted has nothing to do with the action: adjusted, or pushed out of its place.

Loaded when that is seen first.
"""

from treppe.table.hands.explain import Explanation
from treppe.table.hands.movements import is_proved, is_whole
from treppe.table.hands.position import BEYOND


def explain(session):
    """Return the beginnings that are left when one lifted piece is put back, None if there are none."""
    view = session.view
    changes = view.differences(session.image, session.activity)
    lifted = [field for field in changes if changes[field] < 0]
    if not 2 <= len(changes) <= 4 or not lifted:
        return None
    moves: set[int] = set()
    whole: list[int] = []
    for stray in lifted:
        others = {field: change for field, change in changes.items() if field != stray}
        begun = view.begun(others)
        moves |= set(begun)
        whole += _done(session, begun, others)
    if not moves:
        return None
    known = Explanation([], view, changes, sorted(moves), unproved=[[view.actions[move]] for move in whole])
    known.is_loose = True
    return known


def explain_next(session):
    """Explain three lifts and a put by a move beside the stray, and the beginning of the next move; else None."""
    view, stamps = session.view, session.stamps
    changes = view.differences(session.image, session.activity)
    lifted = [field for field in changes if changes[field] < 0]
    if len(changes) != 4 or len(lifted) != 3:
        return None
    latest = max(changes, key=lambda field: stamps[field])
    whole: list[int] = []
    for stray in lifted:
        if stray != latest:
            others = {field: change for field, change in changes.items() if field not in (stray, latest)}
            whole += _done(session, view.begun(others), others)
    if len(whole) != 1 or view.firsts[whole[0]] == BEYOND:
        return None
    action = view.actions[whole[0]]
    after = view.after(action)
    begun = after.moves_at(latest, True, False)
    return Explanation([action], after, after.differences(session.image, session.activity), begun) if begun else None


def _done(session, begun, changes):
    """Return which of the moves that changes begin have been done, as the changes prove."""
    view, activity, stamps = session.view, session.activity, session.stamps
    found = []
    for move in view.completed(begun, changes, activity):
        movements = view.movements(move)
        if is_whole(movements, changes, activity) and is_proved(movements, changes, activity, stamps):
            found.append(move)
    return found
