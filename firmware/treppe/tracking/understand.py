"""Understands what hands did: `understand(observed)` returns a verdict, and changes nothing.

First one explanation is found: from the position that counts, else from before the last actions, which the same hand
may have corrected. Then one chain of decisions says what to do about it, and how long the board has to be quiet first.
What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.runtime import const
from treppe.tracking import corrections, keep_or_correct, likely
from treppe.tracking.explain import explain, explain_early, explain_unbuilt
from treppe.tracking.observed import REWRITE_MS, ObservedBoard
from treppe.tracking.verdict import ASK, ASK_FIELD, ASK_WHICH, COMPLAIN, LEAD, RECORD, REMIND, Verdict

if TYPE_CHECKING:
    from treppe.tracking.observed import RecentMove
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Job

_WRONG_MS = const(400)  # a piece that slides on has left a field by then
_RESTING_MS = const(2500)  # a hand that rests on pieces, or bears a part of their weight, has let go by then
LEAD_MS = const(5000)
"""What is wrong for so long is put right piece by piece, and nothing counts meanwhile."""
ASK_MS = const(2000)
"""So long a piece is in a hand that thinks."""
AWAY_MS = const(3000)
"""A piece that stays away for so long is named: perhaps it stands where no sensor feels it."""
_ABSENT = const(3)  # during so many recorded actions a player does not hold a piece either


def understand(observed: ObservedBoard) -> "Job":
    """Work out the Verdict on the board."""
    if observed.has_filled_at_once():
        return Verdict(None, 0, (), _WRONG_MS, COMPLAIN)
    hypothesis, undo_count, alternatives = yield _find_explanation(observed)
    if hypothesis is None and len(observed.changes()) > 1:
        yield  # they are looked for as long as it took to come here
        hypothesis = (yield corrections.explain_without_absent(observed)) or corrections.explain_with_stray(observed)
    if alternatives:
        return Verdict(hypothesis, undo_count, alternatives, ASK_MS if hypothesis and hypothesis.may_go_on else 0, ASK)
    return decide(observed, hypothesis, undo_count)


def understand_clearing(observed: ObservedBoard) -> "Job":
    """Work out the Verdict while hands clear away what the rules remove: has one corrected the action before?"""
    hypothesis, undo_count = yield corrections.explain_from_before(observed)
    leftover = observed.position.leftover
    is_cleared = all([field in leftover for field in observed.changes()])  # only where the rules say so
    if hypothesis and not (hypothesis.unexplained or is_cleared or observed.has_filled_at_once()):
        return Verdict(hypothesis, undo_count, wait_ms=observed.settled_ms, next_act=RECORD)
    return Verdict(hypothesis, undo_count)


def _find_explanation(observed: "ObservedBoard") -> "Job":
    """Work out the explanation, how many actions it goes back, and what to ask about at once."""
    hypothesis = yield explain(observed, observed.position)
    lifted = observed.lifted_again
    if hypothesis and not hypothesis.is_put_without_lift():
        if lifted:
            return (yield keep_or_correct.keep_or_correct(observed, hypothesis, lifted))
        if hypothesis.actions and not hypothesis.unexplained:
            return (yield _explain_refilled(observed, hypothesis))
        return hypothesis, 0, ()
    unbuilt = None if hypothesis else (yield explain_unbuilt(observed))
    if unbuilt and unbuilt.is_ordered:
        return unbuilt, 0, ()
    found = yield _explain_from_before(observed, lifted)
    if found[0] and not (hypothesis and (found[0].unexplained or found[0].choices)):
        return found
    if hypothesis is None:
        hypothesis = unbuilt or (yield explain_early(observed))
    other = yield corrections.explain_with_replaced(observed)
    return hypothesis, 0, [other] if other else ()


def _explain_refilled(observed: "ObservedBoard", hypothesis: "Hypothesis") -> "Job":
    """Work out, as _find_explanation, whether a piece has only come back that had seemed to go elsewhere."""
    earlier, undo_count = corrections.explain_touched_before(observed, hypothesis)
    if earlier:
        return earlier, undo_count, ()
    other = (
        corrections.explain_in_order(observed, hypothesis)
        or (yield corrections.explain_with_replaced(observed))
        or corrections.explain_felt_before(observed, hypothesis)
        or corrections.explain_moved_on(observed, hypothesis)
        or (yield corrections.explain_fallen(observed, hypothesis))
    )
    return hypothesis, 0, [other, (0, hypothesis.actions)] if other else ()


def _explain_from_before(observed: "ObservedBoard", lifted: "RecentMove | None") -> "Job":
    """Work out, as _find_explanation, what was done instead of the last actions."""
    hypothesis, undo_count = yield corrections.explain_from_before(observed)
    if hypothesis is None or not hypothesis.actions:
        return hypothesis, undo_count, ()
    instead = [(undo_count, hypothesis.actions)]
    # Another hand may have done what seems to be a correction.
    is_next_players = not lifted and keep_or_correct.may_be_next_players(observed)
    if is_next_players or corrections.may_be_next_hand(observed, undo_count, lifted):
        return hypothesis, undo_count, instead
    is_lent = undo_count > 1 and (
        _adds_turns(observed, hypothesis, undo_count) or (hypothesis.has_reply and hypothesis.unexplained)
    )
    if is_lent or corrections.revokes_capture(observed, undo_count):
        hypothesis.may_go_on = True  # what was only lent comes back, and what was taken is soon off
        return hypothesis, undo_count, instead
    last = observed.recent[-1]
    if hypothesis.unexplained or (undo_count > 1 and last.lifted_ms < 0):
        # Perhaps a piece has only been pushed, and comes back, and what was put since is an action of its own.
        beside = corrections.explain_with_stray(observed)
        if beside and beside.unproved:
            hypothesis.may_go_on = last.lifted_ms >= 0
            return hypothesis, undo_count, instead + [(0, actions) for actions in beside.unproved]
        # Where END was pressed, what is in the air may be put before the other one.
        hypothesis.may_go_on = last.action == observed.position.scratch.STOP
    return hypothesis, undo_count, ()


def _adds_turns(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> bool:
    """Tell whether a correction ends turns that had not ended, so that what was not touched changes hands."""
    stop = observed.position.scratch.STOP
    replaced = [played.action for played in observed.recent[-undo_count:]]
    return hypothesis.actions.count(stop) > replaced.count(stop)


def decide(observed: ObservedBoard, hypothesis: "Hypothesis", undo_count: int) -> Verdict:
    """Return the Verdict on an explanation from `undo_count` actions before: what to do about it, and when."""
    if hypothesis is None or hypothesis.is_early or (hypothesis.has_extra_lifts and not hypothesis.unproved):
        # What the player has to choose is asked already.
        is_asked = hypothesis and hypothesis.is_early and observed.position.is_only_asked()
        if observed.is_over or is_asked:
            return Verdict(hypothesis, undo_count)
        return Verdict(hypothesis, undo_count, (), _RESTING_MS if _may_be_hand(observed) else _WRONG_MS, COMPLAIN)
    if hypothesis.has_extra_lifts:
        return _ask_unproved(observed, hypothesis, undo_count)
    is_only_gone = all([change < 0 for change in observed.changes().values()])
    if undo_count and is_only_gone and not _is_capture_done(observed, hypothesis, undo_count):
        # What is only gone may be in a hand; the last piece put counts as taken away when it stays away.
        return _decide_on_lift(observed, hypothesis, undo_count)
    if hypothesis.choices:
        alternatives = [(undo_count, hypothesis.actions + choice) for choice in hypothesis.choices]
        wait_ms = ASK_MS if hypothesis.unexplained else 0  # what is in the air may show which it was
        return Verdict(hypothesis, undo_count, alternatives, wait_ms, ASK)
    if hypothesis.unexplained and hypothesis.actions and not undo_count and _may_be_lent(observed, hypothesis):
        return Verdict(hypothesis, 0, [(0, hypothesis.actions)], ASK_MS, ASK)
    # Hands have nothing left to do for it.
    is_whole = not (undo_count and hypothesis.unexplained) or observed.has_reply_begun(hypothesis, undo_count)
    if is_whole and (hypothesis.actions or undo_count):
        return _record(observed, hypothesis, undo_count)
    if hypothesis.unproved and (undo_count or not hypothesis.actions):
        return _ask_unproved(observed, hypothesis, undo_count)
    return _wait_for_hand(observed, hypothesis, undo_count)


def _is_capture_done(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> bool:
    """Tell whether a piece was put where one had been taken after all that is gone had gone: no hand holds it."""
    if not hypothesis.actions or hypothesis.unexplained:
        return False
    last = observed.position_before(undo_count).recall().endpoints(hypothesis.actions)[1][-1]
    return last != BEYOND and observed.stamps[last] > max([observed.stamps[field] for field in observed.changes()])


def _decide_on_lift(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> "Verdict":
    """Decide what to do where pieces of the last actions have gone, and nothing has come."""
    captures = _captures_instead(observed, undo_count) if hypothesis.unexplained else []
    if captures:
        return Verdict(hypothesis, undo_count, [(undo_count, [action]) for action in captures], ASK_MS, ASK)
    instead = [(undo_count, hypothesis.actions)] if hypothesis.actions and not hypothesis.unexplained else []
    is_one = sum([not played.is_tacit for played in observed.recent[-undo_count:]]) == 1
    if is_one and not (instead or hypothesis.unexplained):
        return Verdict(hypothesis, undo_count, (), REWRITE_MS, RECORD)
    return Verdict(hypothesis, undo_count, instead, AWAY_MS, REMIND)


def _captures_instead(observed: "ObservedBoard", undo_count: int) -> list[int]:
    """Return what the last action may have been, if what it seemed to put was a captured piece, which now is off."""
    played = observed.recent[-1]
    before = played.before
    if undo_count > 1 or not (played.felt and before.scratch.CAPTURES):
        return []
    if before.differences(observed.image, observed.activity) != {played.taken_from: -1}:
        return []
    moves = before.moves_from(played.taken_from)
    return [before.actions[move] for move in moves if before.takes(move) and before.lasts[move] in played.felt]


def _may_be_hand(observed: "ObservedBoard") -> bool:
    """Tell whether a hand that presses on a piece, or bears a part of its weight, may make all the difference."""
    changes, image, stood = observed.changes(), observed.image, observed.position.image
    moved = changes.values()
    if max(moved) < 0 and len(observed.position.know().silent) == len(observed.position.actions):
        return True  # the player has only to answer
    # A piece that was lifted elsewhere is more likely to stand there than a hand to press as much.
    return observed.has_weights and any([image[at] and stood[at] and -changes[at] not in moved for at in changes])


def _record(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> "Verdict":
    """Decide what to do about a complete explanation."""
    if hypothesis.actions and not undo_count and likely.may_be_mixed_up(observed, hypothesis):
        return Verdict(hypothesis, undo_count, (), ASK_MS, ASK_WHICH)
    wait_ms = observed.settled_ms if undo_count < 2 or hypothesis.unexplained else REWRITE_MS
    return Verdict(hypothesis, undo_count, (), ASK_MS if hypothesis.may_go_on else wait_ms, RECORD)


def _ask_unproved(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> "Verdict":
    """Decide what to do about a board that other hands would have made as well."""
    if _is_new(observed, hypothesis):
        # A hand that bears a piece, or builds up a tower that has fallen, is soon done.
        is_one = observed.has_weights and hypothesis.has_extra_lifts and len(hypothesis.unproved) == 1
        next_act = REMIND if is_one else ASK
        alternatives = [(undo_count, hypothesis.actions + actions) for actions in hypothesis.unproved]
        return Verdict(hypothesis, undo_count, alternatives, ASK_MS, next_act)
    is_wrong = observed.wrong_stamp or hypothesis.is_put_without_lift()
    return Verdict(hypothesis, undo_count, (), ASK_MS, LEAD if is_wrong else ASK_FIELD)


def _wait_for_hand(observed: "ObservedBoard", hypothesis: "Hypothesis", undo_count: int) -> "Verdict":
    """Decide what to do about the beginning of an action."""
    if hypothesis.unexplained:
        if observed.wrong_stamp or hypothesis.is_put_without_lift():
            return Verdict(hypothesis, undo_count, (), LEAD_MS, LEAD)
        if all([observed.absent.get(field, 0) >= _ABSENT for field in hypothesis.unexplained]):
            return Verdict(hypothesis, undo_count, (), observed.settled_ms, ASK_FIELD)
        # A player may think with a piece in his hand as long as he likes; or he has put it where no sensor feels it.
        return Verdict(hypothesis, undo_count, (), AWAY_MS, REMIND)
    felt = -1 if undo_count or observed.has_weights else observed.felt_last()
    if felt >= 0 and observed.position.moves_between(BEYOND, felt):
        return Verdict(hypothesis, undo_count, (), AWAY_MS, REMIND, felt)
    return Verdict(hypothesis, undo_count)


def _may_be_lent(observed: "ObservedBoard", hypothesis: "Hypothesis") -> bool:
    """Tell whether what seems to come from the supply may be a piece that was lifted before, and is still away."""
    firsts, lasts = observed.position.recall().endpoints(hypothesis.actions)
    if observed.has_weights or firsts[-1] != BEYOND or lasts[-1] == BEYOND:
        return False
    if list(hypothesis.unexplained) == hypothesis.position.way_off()[:1]:
        return False  # that piece has to leave the board now
    put_stamp = observed.stamps[lasts[-1]]
    return any([change < 0 and observed.stamps[at] < put_stamp for at, change in hypothesis.unexplained.items()])


def _is_new(observed: "ObservedBoard", hypothesis: "Hypothesis") -> bool:
    """Tell whether what is in the air was lifted after the board complained last, or something has been put since.

    Or what the board complained of has been put right, so that the rest is meant.
    """
    stamps, since = observed.stamps, observed.wrong_stamp
    if any([change > 0 and stamps[field] >= since for field, change in hypothesis.unexplained.items()]):
        return True
    if any([field not in observed.changes() for field in observed.wrong_fields]):
        return True
    return min([stamps[field] for field in hypothesis.unexplained]) >= since
