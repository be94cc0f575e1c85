"""What else may it have been? Explains the board from further back than hands mostly change their minds.

Loaded when people have refused all that was proposed, or when nothing else explains the board. All that searches is a
generator, see job.py.
"""

from treppe.runtime import const
from treppe.table import questions
from treppe.table.commit import turn_over
from treppe.table.hands.corrections import Played
from treppe.table.hands.explain import explain
from treppe.table.hands.position import View, end_of
from treppe.table.hands.unseen import explain_stop

_FARTHEST = const(3)  # actions back
_MOST_FOUND = const(4)
_BUDGET = const(4)  # positions looked at from each: a Pico takes about a second for all
_LONG_AGO_MS = const(5000)


def look(session):
    """Return what may be proposed beside what is: how many actions to take back, and which to play instead.

    Each leads to a position of its own; what is nearest comes first. Nothing where the board is as it should be.
    """
    if not session.differences():
        return []
    known = [session.view.position]
    for back, actions in session.offers:
        known.append(end_of(questions.start(session, back), actions).position)
    _remember(session)
    found: list = []
    for possible in (_explained, _stopped):
        for back in range(min(len(session.rewritable), _FARTHEST) + 1):
            before = questions.start(session, back)
            for actions in (yield possible(session, before)):
                position = end_of(before, actions).position
                if position not in known and len(found) < _MOST_FOUND:
                    known.append(position)
                    found.append((back, actions))
            if back:
                before.forget()
        if found:
            break
    return found


def reopen(session):
    """Return what was asked last, and never answered, carried on to the whole board; nothing if that decides it.

    What needs more actions than another is not so: pieces that were in the air have come back.
    """
    found: list = []
    ends: list = []
    for back, actions in session.unanswered:
        end = end_of(questions.start(session, back), actions)
        known = yield explain(end, session.image, session.activity, session.stamps, session.to_turn, _BUDGET)
        if known and not known.choices and known.view.position not in ends and known.rest == session.explanation.rest:
            ends.append(known.view.position)
            found.append((back, actions + known.actions))
    fewest = min([len(actions) for _, actions in found]) if found else 0
    found = [offer for offer in found if len(offer[1]) == fewest]
    return found if len(found) > 1 else []


def _explained(session, before):
    """Return lists of actions that make the whole board, proved or not, from a position before."""
    known = yield explain(before, session.image, session.activity, session.stamps, session.to_turn, _BUDGET)
    if known is None:
        return []
    later = known.unproved if known.rest else known.choices or [[]]
    return [known.actions + actions for actions in later if known.actions or actions]


def _stopped(session, before):
    """Return lists of actions that make the board if a piece has stopped on its way where nobody saw it."""
    known = yield explain_stop(before, session.image, session.activity)
    return known.unproved if known else []


def _remember(session):
    """Let so many of the last actions be replaced; those that hands cannot rewrite any more count as said."""
    rewritable = session.rewritable
    twin = session.course.state.clone()
    for _ in rewritable:
        twin.undo_action()
    to_turn = rewritable[0].to_turn if rewritable else session.to_turn
    scratch = session.view.scratch
    while len(rewritable) < _FARTHEST and twin.history():
        action = twin.history()[-1]
        twin.undo_action()
        scratch.position[:] = twin.position
        older = Played(View(scratch), action, session)
        older.is_said = True
        older.at_ms -= _LONG_AGO_MS
        state = older.before.recall()
        state.events = []
        state.perform(action)
        older.to_turn = to_turn = turn_over(to_turn[:], state)
        rewritable.insert(0, older)
