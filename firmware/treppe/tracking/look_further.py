"""Looks further before the session does what a verdict says: what takes long to find out waits until hands rest.

Also from further back than hands mostly correct themselves, when people have refused all that was proposed, or nothing
else explains the board. What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.image import BEYOND
from treppe.runtime import const
from treppe.tracking.explain import explain, explain_stop, explain_unseen_capture, unseen_captures
from treppe.tracking.observed import ObservedBoard, RecentMove, turned_over
from treppe.tracking.position import Position, end_of, legal_end
from treppe.tracking.understand import ASK_MS, LEAD_MS
from treppe.tracking.verdict import ASK, ASK_WHICH, COMPLAIN, LEAD, RECORD, Verdict

if TYPE_CHECKING:
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Alternative, Bytes, Job

_MOST_HELD = const(2)  # fields that are empty because their pieces are in hands
_HELD_MS = const(15000)  # after so long a sensor may be blind instead
_MOST_IMAGES = const(12)
_DISTURBED = const(5)  # more fields than two moves and a piece beside them: no hand has changed so much by mistake
_FARTHEST = const(3)  # actions back
_MOST_FOUND = const(4)
_BUDGET = const(4)  # positions looked at from each: a Pico takes about a second for all
_LONG_AGO_MS = const(5000)


def look_further(observed: ObservedBoard, verdict: Verdict) -> "Job":
    """Work out the Verdict that counts in place of one whose time has come; and the actions that it may replace.

    Of COMPLAIN comes a verdict that says when to lead the board back.
    """
    hypothesis: Any = verdict.hypothesis
    undo_count = verdict.undo_count
    alternatives: list[Alternative] = []
    recent = observed.recent
    if observed.has_filled_at_once():
        pass  # no hand did that
    elif verdict.next_act == RECORD and observed.unanswered:
        alternatives = yield reopen(observed, hypothesis, undo_count)
    elif verdict.next_act == ASK_WHICH:
        alternatives = yield _possible_ways(observed, hypothesis)
    elif verdict.next_act == COMPLAIN and hypothesis is None:
        alternatives = (yield reopen(observed, None, 0)) if observed.unanswered else []
        if not alternatives:
            alternatives = yield _unseen(observed)
    elif verdict.next_act == LEAD and not _is_disturbed(observed) and max(observed.changes().values()) > 0:
        # What is only gone is in a hand, or stands where a sensor is blind.
        alternatives, recent = yield find_more_offers(observed, verdict.alternatives)
    if alternatives:
        return Verdict(hypothesis, undo_count, alternatives, next_act=ASK), recent
    if verdict.next_act == COMPLAIN:
        if hypothesis and hypothesis.is_early:
            return Verdict(hypothesis), recent
        is_held = hypothesis is None and _are_in_hands(observed)
        wait_ms = _HELD_MS if is_held else ASK_MS if _is_disturbed(observed) else LEAD_MS
        return Verdict(hypothesis, undo_count, (), wait_ms, LEAD), recent
    return verdict, recent


def _possible_ways(observed: "ObservedBoard", hypothesis: "Hypothesis") -> "Job":
    """Work out what two pieces that were in the air at once may have done, the likeliest first."""
    unseen = yield explain_unseen_capture(observed, observed.position, observed.image)
    stopped = yield explain_stop(observed, observed.position, is_felt=True)
    return [(0, actions) for actions in [hypothesis.actions] + unseen + stopped]


def _unseen(observed: "ObservedBoard") -> "Job":
    """Work out offers that explain the board though no sensor saw it, or not in time."""
    stopped = yield explain_stop(observed, observed.position, is_felt=True)
    return [(0, actions) for actions in stopped] or (yield _retaken(observed)) or (yield _overtaken(observed))


def _retaken(observed: "ObservedBoard") -> "Job":
    """Work out offers of a capture and the recapture on its field, if no sensor saw either."""
    position = observed.position
    found: list[Alternative] = []
    for move in unseen_captures(observed, position, observed.image):
        yield
        after = position.after(position.actions[move])
        for actions in (yield explain_unseen_capture(observed, after, observed.image)):
            if after.recall().endpoints(actions)[1][0] == position.lasts[move]:
                found.append((0, [position.actions[move]] + actions))
    return found


def _overtaken(observed: "ObservedBoard") -> "Job":
    """Work out what to play instead of the last action if a disc was put before it, but weighed later."""
    changes = observed.changes()
    last = observed.recent[-1] if observed.recent and observed.has_weights else None
    if last and last.taken_from == BEYOND and list(changes.values()) == [1]:
        hypothesis = yield explain(observed, last.before)
        if hypothesis and last.action in hypothesis.actions and not hypothesis.unexplained:
            return [(1, hypothesis.actions)]
    return []


def _are_in_hands(observed: "ObservedBoard") -> bool:
    """Tell whether others than the player to move hold what is gone, and no more than somebody does for long."""
    changes, state = observed.changes(), observed.position.recall()
    for field, change in changes.items():
        if change > 0 or observed.image[field] or state.owner(field) == observed.position.player:
            return False
    return len(changes) <= _MOST_HELD


def _is_disturbed(observed: "ObservedBoard") -> bool:
    """Tell whether more has changed than hands do by mistake."""
    changes = observed.changes()
    most = _DISTURBED
    if observed.position.scratch.PASSES:  # one move takes many away
        most += sum([change < 0 for change in changes.values()])
    return len(changes) > most


def ask_rules(observed: ObservedBoard, open_values: "dict[int, Bytes]") -> "Job":
    """Work out what may have happened, by what each of these fields may hold: a list of (values by field, Explanation).

    Their weight alone leaves that open, while play still teaches them what they weigh.

    The position that counts is the only way if it is one. Nothing is found where hands have only begun, or too much is
    open.
    """
    position = observed.position
    image = bytearray(observed.image)
    count = 1
    for field, values in open_values.items():
        count *= len(values)
        if position.image[field] in values:
            image[field] = position.image[field]
    if not position.differences(image, observed.activity):
        return [({field: image[field] for field in open_values}, None)]
    ways: list[tuple[dict[int, int], Any]] = []
    for number in range(count if count <= _MOST_IMAGES else 0):
        values_now = {}
        for field, values in open_values.items():
            values_now[field] = image[field] = values[number % len(values)]
            number //= len(values)
        hypothesis = yield explain(observed, position, image=image)
        if hypothesis and not (hypothesis.unexplained or hypothesis.choices):
            ways.append((values_now, hypothesis))
    return ways


def find_more_offers(observed: ObservedBoard, alternatives: "list[Alternative]") -> "Job":
    """Work out what may be proposed beside `alternatives`, and the actions that may be replaced for it.

    Returns proposals like a Verdict's, the nearest first, each leading to another position; none where the board is
    as it should be. And `observed.recent` with as many actions before it as they go back.
    """
    if not observed.changes():
        return [], observed.recent
    recent = _recall(observed)
    befores = [observed.position] + [played.before for played in reversed(recent)]  # by how many actions they go back
    found: list[Alternative] = yield _felt_late(observed, recent, alternatives)
    ends = [observed.position.key]
    ends += [end_of(befores[undo_count], actions).key for undo_count, actions in alternatives + found]
    for possible in (_explained, explain_stop):
        for undo_count, before in enumerate(befores[: _FARTHEST + 1]):
            for actions in (yield possible(observed, before)):
                end = end_of(before, actions).key
                yield  # what comes of it takes a frame of its own
                if end not in ends and len(found) < _MOST_FOUND:
                    ends.append(end)
                    found.append((undo_count, actions))
            if undo_count:
                before.forget()
        if found:
            break
    return found, recent


def reopen(observed: ObservedBoard, hypothesis: "Hypothesis | None", undo_count: int) -> "Job":
    """Carry unanswered offers on to the whole board; none if the board decides between them.

    `hypothesis` explains the board without them, from `undo_count` actions before. What needs more actions than another
    is not so: pieces that were in the air have come back. But the next player may hold the piece that an offer puts.
    """
    found: list[Alternative] = []
    begun: list[Alternative] = []
    ends: list[bytes] = []
    unexplained = hypothesis.unexplained if hypothesis else {}
    for offered_back, actions in observed.unanswered:
        end = end_of(observed.position_before(offered_back), actions)
        later = yield explain(observed, end, _BUDGET)
        if not later or later.choices or later.position.key in ends:
            continue
        # What takes an action back, or shows on no field, leaves no piece that somebody could hold.
        is_put = not offered_back and end.image != observed.position.image
        if later.unexplained == unexplained and (hypothesis or is_put):
            ends.append(later.position.key)
            found.append((offered_back, actions + later.actions))
        elif is_put and later.open and not (later.actions or later.has_extra_lifts or unexplained):
            begun.append((offered_back, actions))
    if hypothesis and begun and not (found or undo_count):  # a correction is seen as a whole
        return begun + [(0, hypothesis.actions)]
    fewest = min([len(actions) for _, actions in found]) if found else 0
    found = [offer for offer in found if len(offer[1]) == fewest]
    return found if len(found) > 1 or not hypothesis else []


def _explained(observed: "ObservedBoard", before: "Position") -> "Job":
    """Work out lists of actions that make the whole board, proved or not, from a position before."""
    hypothesis = yield explain(observed, before, _BUDGET)
    if hypothesis and hypothesis.unexplained:
        return [hypothesis.actions + actions for actions in hypothesis.unproved]
    return hypothesis.ways() if hypothesis else []


def _felt_late(observed: "ObservedBoard", recent: "list[RecentMove]", alternatives: "list[Alternative]") -> "Job":
    """Work out offers of the same actions, but with a piece from the supply first: no sensor felt it before."""
    found: list[Alternative] = []
    for offered_back, actions in alternatives:
        if offered_back or observed.position.recall().endpoints(actions)[0][0] != BEYOND:
            continue
        for undo_count in range(1, min(len(recent), _FARTHEST) + 1):
            others = actions[:1] + [played.action for played in recent[-undo_count:]] + actions[1:]
            yield
            if legal_end(recent[-undo_count].before, others):
                found.append((undo_count, others))
    return found


def _recall(observed: "ObservedBoard") -> "list[RecentMove]":
    """Return the last actions that may be replaced, and those before them; these older ones count as said."""
    recent = observed.recent[:]
    twin = observed.state.clone()
    for _ in recent:
        twin.undo_action()
    to_turn = recent[0].to_turn if recent else observed.to_turn
    scratch = observed.position.scratch
    while len(recent) < _FARTHEST and twin.history():
        action = twin.history()[-1]
        if action < -1:
            break  # a player has left: no hand did that
        twin.undo_action()
        scratch.position[:] = twin.position
        older = RecentMove(Position(scratch), action, observed.now_ms - _LONG_AGO_MS, to_turn)
        older.is_answered = True
        state = older.before.recall()
        state.events = []
        state.perform(action)
        older.to_turn = to_turn = turned_over(to_turn, state)
        recent.insert(0, older)
    return recent
