"""What hands did without any sensor seeing it, or not in time, told by what was done after it; loaded when needed.

A captured piece that was pushed off was never seen to go; a piece that was moved on at once, or lay too far from the
centre, was never seen to stand; a disc that a hand still held was weighed after the next player's. All that searches is
a generator, see
job.py.
"""

from treppe.runtime import const
from treppe.table import questions
from treppe.table.hands.explain import Explanation, Search, explain
from treppe.table.hands.position import BEYOND

_MOST_FOUND = const(6)
_MOST_STOPS = const(4)  # looked at: a piece that is pushed touches many fields, and stops where it has been last
_BUDGET_AFTER = const(2)  # positions that are looked at after each


def explain_unseen_capture(view, image, activity, stamps):
    """Explain by a capture that nobody has seen, if the next player has done a whole action after it; else None."""
    moves = []
    if view.scratch.CAPTURES:
        changes = view.differences(image, activity)
        moves = [move for move in _begun(view, changes) if view.takes(move) and view.lasts[move] not in changes]
    return (yield _explain_after(view, moves, image, activity, stamps))


def ask(session):
    """Ask about what explains the board though nobody has seen it, or not in time; False if nothing does."""
    known = yield explain_stop(session.view, session.image, session.activity, session.stamps)
    offers = [(0, actions) for actions in known.unproved] if known else (yield _overtaken(session))
    if offers:
        session.is_wrong = False
        questions.ask(session, offers)
    return bool(offers)


def _overtaken(session):
    """Return what to play instead of the last action if a disc that has come was put before it, but weighed later."""
    changes = session.differences()
    last = session.rewritable[-1] if session.rewritable and session.surface.SENSOR == "cell" else None
    if last and last.taken_from == BEYOND and len(changes) == 1 and max(changes.values()) == 1:
        known = yield explain(last.before, session.image, session.activity, session.stamps)
        if known and last.action in known.actions and not known.rest:
            return [(1, known.actions)]
    return []


def ask_about_mix_up(session):
    """Ask whether two pieces that were in the air at once are where they seem to be, or something was not seen."""
    candidates = [session.explanation.actions]
    for look in (explain_unseen_capture, explain_stop):
        known = yield look(session.view, session.image, session.activity, session.stamps)
        candidates += known.unproved if known else []
    questions.ask(session, [(0, actions) for actions in candidates])


def explain_stop(view, image, activity, stamps=None):
    """Explain by a piece that stopped where it was felt, or seen briefly, and was moved on after another action.

    Without `stamps` it may have stopped wherever there are few ways for it.
    """
    changes = view.differences(image, activity)
    stops = []
    for move in _begun(view, changes, stamps is None):
        last = view.lasts[move]
        if last != BEYOND and not (image[last] or view.image[last]) and (stamps is None or stamps[last]):
            stops.append((-stamps[last] if stamps else 0, move))
    moves = [move for _, move in sorted(stops)[:_MOST_STOPS]]
    return (yield _explain_after(view, moves, image, activity, stamps or bytes(len(image))))


def _begun(view, changes, are_few=False):
    """Return the moves of what has been lifted; if they have to be few, only of what has few."""
    moves: set[int] = set()
    for field, change in changes.items():
        begun = view.moves_at(field, True, False) if change < 0 else ()
        if not are_few or len(begun) <= _MOST_STOPS:
            moves.update(begun)
    return sorted(moves)


def _explain_after(view, moves, image, activity, stamps):
    found: list = []
    for move in moves:
        if len(found) == _MOST_FOUND:
            break
        yield
        after = view.after(view.actions[move])
        left = after.differences(image, activity)
        later = yield Search(image, activity, stamps, False, _BUDGET_AFTER).explain(after, left, 2)
        if later and later.actions and not later.rest:
            found.append([view.actions[move]] + later.actions)
    if not found:
        return None
    known = Explanation([], view, view.differences(image, activity), unproved=found)
    known.is_loose = True
    return known
