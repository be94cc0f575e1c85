"""What else may it have been? Explains the board from further back than hands mostly correct themselves.

Asked when people have refused all that was proposed, or when nothing else explains the board. What searches is a
generator, see job.py.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands.evidence import Evidence, Played, turned_over
from treppe.table.hands.explain import explain
from treppe.table.hands.position import BEYOND, Position, end_of, legal_end
from treppe.table.hands.unseen import explain_stop

if TYPE_CHECKING:
    from treppe.table.hands.explanation import Explanation
    from treppe.table.types import Job, Offer

_FARTHEST = const(3)  # actions back
_MOST_FOUND = const(4)
_BUDGET = const(4)  # positions looked at from each: a Pico takes about a second for all
_LONG_AGO_MS = const(5000)


def look(evidence: Evidence, offers: "list[Offer]") -> "Job":
    """Work out what may be proposed beside `offers`, and the actions that may be replaced for it.

    Returns proposals like a Verdict's, the nearest first, each leading to another position; none where the board is
    as it should be. And `evidence.recent` with as many actions before it as they go back.
    """
    if not evidence.changes():
        return [], evidence.recent
    recent = _recall(evidence)
    known = [evidence.position.key]
    for back, actions in offers:
        known.append(end_of(recent[-back].before if back else evidence.position, actions).key)
    found: list[Offer] = []
    for back, actions in (yield _felt_late(evidence, recent, offers)):
        known.append(end_of(recent[-back].before, actions).key)
        found.append((back, actions))
    for possible in (_explained, _stopped):
        for back in range(min(len(recent), _FARTHEST) + 1):
            before = recent[-back].before if back else evidence.position
            for actions in (yield possible(evidence, before)):
                key = end_of(before, actions).key
                yield  # what comes of it takes a frame of its own
                if key not in known and len(found) < _MOST_FOUND:
                    known.append(key)
                    found.append((back, actions))
            if back:
                before.forget()
        if found:
            break
    return found, recent


def reopen(evidence: Evidence, known: "Explanation") -> "Job":
    """Carry unanswered offers on to the whole board; none if the board decides between them.

    `known` explains the board without them. What needs more actions than another is not so: pieces that were in the air
    have come back.
    """
    found: list[Offer] = []
    ends: list[bytes] = []
    for back, actions in evidence.unanswered:
        end = end_of(evidence.position_before(back), actions)
        later = yield explain(evidence, end, _BUDGET)
        if later and not later.choices and later.position.key not in ends and later.unexplained == known.unexplained:
            ends.append(later.position.key)
            found.append((back, actions + later.actions))
    fewest = min([len(actions) for _, actions in found]) if found else 0
    found = [offer for offer in found if len(offer[1]) == fewest]
    return found if len(found) > 1 else []


def _explained(evidence: "Evidence", before: "Position") -> "Job":
    """Work out lists of actions that make the whole board, proved or not, from a position before."""
    known = yield explain(evidence, before, _BUDGET)
    if known is None:
        return []
    later = known.unproved if known.unexplained else known.choices or [[]]
    return [known.actions + actions for actions in later if known.actions or actions]


def _felt_late(evidence: "Evidence", recent: "list[Played]", offers: "list[Offer]") -> "Job":
    """Work out offers of the same actions, but with a piece from the supply first: no sensor felt it before."""
    found: list[Offer] = []
    for offered_back, actions in offers:
        if offered_back or evidence.position.recall().ends(actions)[0][0] != BEYOND:
            continue
        for back in range(1, min(len(recent), _FARTHEST) + 1):
            others = actions[:1] + [played.action for played in recent[-back:]] + actions[1:]
            yield
            if legal_end(recent[-back].before, others):
                found.append((back, others))
    return found


def _stopped(evidence: "Evidence", before: "Position") -> "Job":
    """Work out lists of actions that make the board if a piece has stopped on its way where no sensor saw it."""
    known = yield explain_stop(before, evidence.image, evidence.activity)
    return known.unproved if known else []


def _recall(evidence: "Evidence") -> "list[Played]":
    """Return the last actions that may be replaced, and those before them; these older ones count as said."""
    recent = evidence.recent[:]
    twin = evidence.state.clone()
    for _ in recent:
        twin.undo_action()
    to_turn = recent[0].to_turn if recent else evidence.to_turn
    scratch = evidence.position.scratch
    while len(recent) < _FARTHEST and twin.history():
        action = twin.history()[-1]
        if action < -1:
            break  # a player has left: no hand did that
        twin.undo_action()
        scratch.position[:] = twin.position
        older = Played(Position(scratch), action, evidence.now_ms - _LONG_AGO_MS, to_turn)
        older.is_said = True
        state = older.before.recall()
        state.events = []
        state.perform(action)
        older.to_turn = to_turn = turned_over(to_turn, state)
        recent.insert(0, older)
    return recent
