"""Looks further before the session does what a verdict says: what takes long to find out waits until hands rest.

What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table.hands import earlier
from treppe.table.hands.evidence import Evidence
from treppe.table.hands.explain import explain, explain_image
from treppe.table.hands.position import BEYOND
from treppe.table.hands.understand import ASK_MS, LEAD_MS
from treppe.table.hands.unseen import explain_stop, explain_unseen_capture
from treppe.table.hands.verdict import ASK, ASK_WHICH, COMPLAIN, LEAD, RECORD, Verdict

if TYPE_CHECKING:
    from treppe.table.hands.explanation import Explanation
    from treppe.table.types import Bytes, Job, Offer

_MOST_HELD = const(2)  # fields that are empty because their pieces are in hands
_HELD_MS = const(15000)  # after so long a sensor may be blind instead
_MOST_IMAGES = const(12)
_DISTURBED = const(5)  # more fields than two moves and a piece beside them: no hand has changed so much by mistake


def look_further(evidence: Evidence, verdict: Verdict) -> "Job":
    """Work out the Verdict that counts in place of one whose time has come; and the actions that it may replace.

    Of COMPLAIN comes a verdict that says when to lead the board back.
    """
    known: Any = verdict.explanation
    back = verdict.back
    offers: list[Offer] = []
    recent = evidence.recent
    if verdict.then == RECORD and evidence.unanswered:
        offers = yield earlier.reopen(evidence, known)
    elif verdict.then == ASK_WHICH:
        offers = yield _possible_ways(evidence, known)
    elif verdict.then == COMPLAIN and known is None:
        offers = yield _unseen(evidence)
    elif verdict.then == LEAD and not _is_disturbed(evidence) and max(evidence.changes().values()) > 0:
        # What is only gone is in a hand, or stands where a sensor is blind.
        offers, recent = yield earlier.look(evidence, verdict.offers)
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
