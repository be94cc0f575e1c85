"""Looks further before the session does what a verdict says: what takes long to find out waits until hands rest.

Also from further back than hands mostly correct themselves, when people have refused all that was proposed, or nothing
else explains the board. What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table.hands.evidence import Evidence, Played, turned_over
from treppe.table.hands.explain import explain, explain_image, explain_stop, explain_unseen_capture
from treppe.table.hands.position import BEYOND, Position, end_of, legal_end
from treppe.table.hands.understand import ASK_MS, LEAD_MS
from treppe.table.hands.verdict import ASK, ASK_WHICH, COMPLAIN, LEAD, RECORD, Verdict

if TYPE_CHECKING:
    from treppe.table.hands.verdict import Explanation
    from treppe.table.types import Bytes, Job, Offer

_MOST_HELD = const(2)  # fields that are empty because their pieces are in hands
_HELD_MS = const(15000)  # after so long a sensor may be blind instead
_MOST_IMAGES = const(12)
_DISTURBED = const(5)  # more fields than two moves and a piece beside them: no hand has changed so much by mistake
_FARTHEST = const(3)  # actions back
_MOST_FOUND = const(4)
_BUDGET = const(4)  # positions looked at from each: a Pico takes about a second for all
_LONG_AGO_MS = const(5000)


def look_further(evidence: Evidence, verdict: Verdict) -> "Job":
    """Work out the Verdict that counts in place of one whose time has come; and the actions that it may replace.

    Of COMPLAIN comes a verdict that says when to lead the board back.
    """
    known: Any = verdict.explanation
    back = verdict.back
    offers: list[Offer] = []
    recent = evidence.recent
    if verdict.then == RECORD and evidence.unanswered:
        offers = yield reopen(evidence, known, back)
    elif verdict.then == ASK_WHICH:
        offers = yield _possible_ways(evidence, known)
    elif verdict.then == COMPLAIN and known is None:
        offers = (yield reopen(evidence, None, 0)) if evidence.unanswered else []
        if not offers:
            offers = yield _unseen(evidence)
    elif verdict.then == LEAD and not _is_disturbed(evidence) and max(evidence.changes().values()) > 0:
        # What is only gone is in a hand, or stands where a sensor is blind.
        offers, recent = yield find_more_offers(evidence, verdict.offers)
    if offers:
        return Verdict(known, back, offers, then=ASK), recent
    if verdict.then == COMPLAIN:
        is_held = known is None and _are_in_hands(evidence)
        wait_ms = _HELD_MS if is_held else ASK_MS if _is_disturbed(evidence) else LEAD_MS
        return Verdict(known, back, (), wait_ms, LEAD), recent
    return verdict, recent


def _possible_ways(evidence: "Evidence", known: "Explanation") -> "Job":
    """Work out what two pieces that were in the air at once may have done, the likeliest first."""
    candidates = [known.actions]
    for look in (explain_unseen_capture, explain_stop):
        other = yield look(evidence.position, evidence.image, evidence.activity, evidence.stamps)
        candidates += other.unproved if other else []
    return [(0, actions) for actions in candidates]


def _unseen(evidence: "Evidence") -> "Job":
    """Work out offers that explain the board though no sensor saw it, or not in time."""
    known = yield explain_stop(evidence.position, evidence.image, evidence.activity, evidence.stamps)
    if known:
        return [(0, actions) for actions in known.unproved]
    return (yield _overtaken(evidence))


def _overtaken(evidence: "Evidence") -> "Job":
    """Work out what to play instead of the last action if a disc was put before it, but weighed later."""
    changes = evidence.changes()
    last = evidence.recent[-1] if evidence.recent and evidence.has_weights else None
    if last and last.taken_from == BEYOND and len(changes) == 1 and max(changes.values()) == 1:
        known = yield explain(evidence, last.before)
        if known and last.action in known.actions and not known.unexplained:
            return [(1, known.actions)]
    return []


def _are_in_hands(evidence: "Evidence") -> bool:
    """Tell whether others than the player to move hold what is gone, and no more than somebody does for long."""
    changes, state = evidence.changes(), evidence.position.recall()
    for field, change in changes.items():
        if change > 0 or evidence.image[field] or state.owner(field) == evidence.position.player:
            return False
    return len(changes) <= _MOST_HELD


def _is_disturbed(evidence: "Evidence") -> bool:
    """Tell whether more has changed than hands do by mistake."""
    changes = evidence.changes()
    most = _DISTURBED
    if evidence.position.scratch.PASSES:  # one move takes many away
        most += sum([change < 0 for change in changes.values()])
    return len(changes) > most


def ask_rules(evidence: Evidence, open_values: "dict[int, Bytes]") -> "Job":
    """Work out what may have happened, by what each of these fields may hold: a list of (values by field, Explanation).

    Their weight alone leaves that open, while play still teaches them what they weigh.

    The position that counts is the only way if it is one. Nothing is found where hands have only begun, or too much is
    open.
    """
    position = evidence.position
    image, activity = bytearray(evidence.image), bytearray(evidence.activity)
    count = 1
    for field, values in open_values.items():
        activity[field] = 0  # QUIET
        count *= len(values)
        if position.image[field] in values:
            image[field] = position.image[field]
    if not position.differences(image, activity):
        return [({field: image[field] for field in open_values}, None)]
    ways: list[tuple[dict[int, int], Any]] = []
    for number in range(count if count <= _MOST_IMAGES else 0):
        values_now = {}
        for field, values in open_values.items():
            values_now[field] = image[field] = values[number % len(values)]
            number //= len(values)
        known = yield explain_image(position, image, activity, evidence.stamps, evidence.to_turn)
        if known and not (known.unexplained or known.choices):
            ways.append((values_now, known))
    return ways


def find_more_offers(evidence: Evidence, offers: "list[Offer]") -> "Job":
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


def reopen(evidence: Evidence, known: "Explanation | None", back: int) -> "Job":
    """Carry unanswered offers on to the whole board; none if the board decides between them.

    `known` explains the board without them, from `back` actions before. What needs more actions than another is not so:
    pieces that were in the air have come back. But the next player may hold the piece that an offer puts.
    """
    found: list[Offer] = []
    begun: list[Offer] = []
    ends: list[bytes] = []
    unexplained = known.unexplained if known else {}
    for offered_back, actions in evidence.unanswered:
        end = end_of(evidence.position_before(offered_back), actions)
        later = yield explain(evidence, end, _BUDGET)
        if not later or later.choices or later.position.key in ends:
            continue
        # What takes an action back, or shows on no field, leaves no piece that somebody could hold.
        is_put = not offered_back and end.image != evidence.position.image
        if later.unexplained == unexplained and (known or is_put):
            ends.append(later.position.key)
            found.append((offered_back, actions + later.actions))
        elif is_put and later.open and not (later.actions or later.has_extra_lifts or unexplained):
            begun.append((offered_back, actions))
    if known and begun and not (found or back):  # a correction is seen as a whole
        return begun + [(0, known.actions)]
    fewest = min([len(actions) for _, actions in found]) if found else 0
    found = [offer for offer in found if len(offer[1]) == fewest]
    return found if len(found) > 1 or not known else []


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
