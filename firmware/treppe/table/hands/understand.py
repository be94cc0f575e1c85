"""Understands what hands did: `understand(evidence)` returns a verdict, and changes nothing.

First one explanation is found: from the position that counts, else from before the last actions, which the same hand
may have corrected. Then one chain of decisions says what to do about it, and how long the board has to be quiet first.
What searches is a generator, see job.py.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands import corrections, keep_or_correct, likely
from treppe.table.hands.evidence import REWRITE_MS, SAME_HAND_MS, Evidence
from treppe.table.hands.explain import explain
from treppe.table.hands.position import BEYOND
from treppe.table.hands.verdict import (
    ASK,
    ASK_FIELD,
    ASK_WHICH,
    COMPLAIN,
    LEAD,
    RECORD,
    REMIND,
    Verdict,
)

if TYPE_CHECKING:
    from treppe.table.hands.evidence import Played
    from treppe.table.hands.verdict import Explanation
    from treppe.table.types import Job, Offer

_WRONG_MS = const(400)  # a piece that slides on has left a field by then
_RESTING_MS = const(2500)  # a hand that rests on pieces, or bears a part of their weight, has let go by then
LEAD_MS = const(5000)
"""What is wrong for so long is put right piece by piece, and nothing counts meanwhile."""
ASK_MS = const(2000)
"""So long a piece is in a hand that thinks."""
AWAY_MS = const(3000)
"""A piece that stays away for so long is named: perhaps it stands where no sensor feels it."""
_BALL = const(16)  # it is seen to come from elsewhere, so it is no hand
_ABSENT = const(3)  # during so many recorded actions a player does not hold a piece either


def understand(evidence: Evidence) -> "Job":
    """Work out the Verdict on the board."""
    known, back, offers = yield _find_explanation(evidence)
    if known is None and len(evidence.changes()) > 1:
        yield  # they are looked for as long as it took to come here
        known = yield _explain_extra_piece(evidence)
    if offers:
        return Verdict(known, back, offers, ASK_MS if known and known.may_go_on else 0, ASK)
    return decide(evidence, known, back)


def understand_clearing(evidence: Evidence) -> "Job":
    """Work out the Verdict while hands clear away what the rules remove: has one corrected the action before?"""
    known, back = yield corrections.explain_from_before(evidence)
    if known and not known.unexplained:
        return Verdict(known, back, wait_ms=evidence.settled_ms, then=RECORD)
    return Verdict(known, back)


def _find_explanation(evidence: "Evidence") -> "Job":
    """Work out the explanation, how many actions it goes back, and what to ask about at once."""
    known = yield explain(evidence, evidence.position)
    lifted = corrections.lifted_again(evidence)
    if known is None:
        found = yield _explain_from_before(evidence, lifted)
        return found if found[0] else (yield _explain_with_replaced(evidence, None))
    if known.is_put_without_lift():
        earlier, back = yield corrections.explain_from_before(evidence)
        if earlier and not (earlier.unexplained or earlier.choices):
            return earlier, back, ()
        return (yield _explain_with_replaced(evidence, known))
    elif lifted:
        return (yield keep_or_correct.keep_or_correct(evidence, known, lifted))
    if known.actions and not known.unexplained:
        return (yield _explain_refilled(evidence, known))
    return known, 0, ()


def _explain_with_replaced(evidence: "Evidence", known: "Explanation | None") -> "Job":
    """Work out, as _find_explanation, whether a piece has come back that had fallen, and more has been put since."""
    back, actions = yield corrections.explain_with_replaced(evidence)
    return known, 0, [(back, actions)] if back else ()


def _explain_refilled(evidence: "Evidence", known: "Explanation") -> "Job":
    """Work out, as _find_explanation, whether a piece has only come back that had seemed to go elsewhere."""
    actions = corrections.explain_in_order(evidence, known)
    if actions:
        return known, 0, [(0, actions), (0, known.actions)]
    back, actions = yield corrections.explain_with_replaced(evidence)
    if not back:
        back, actions = corrections.explain_felt_before(evidence, known)
    if back:
        return known, 0, [(back, actions), (0, known.actions)]
    if corrections.is_filled_again(evidence):
        # What seemed to have been moved from there may have fallen, and have been put by the way.
        earlier, back = yield corrections.explain_from_before(evidence)
        is_other = earlier and earlier.position.key != known.position.key
        if is_other and earlier.actions and earlier.is_ordered and not earlier.unexplained:
            return known, 0, [(back, earlier.actions), (0, known.actions)]
    return known, 0, ()


def _explain_from_before(evidence: "Evidence", lifted: "Played | None") -> "Job":
    """Work out, as _find_explanation, what was done instead of the last actions."""
    known, back = yield corrections.explain_from_before(evidence)
    offers: list[Offer] = []
    if known and known.actions and _may_be_other_hand(evidence, back, lifted):
        offers = [(back, known.actions)]
    elif known and back > 1 and (_adds_turns(evidence, known, back) or (known.has_reply and known.unexplained)):
        offers = [(back, known.actions)]
        known.may_go_on = True  # a piece that was only lent comes back
    elif known and known.actions and (known.unexplained or (back > 1 and evidence.recent[-1].lifted_ms < 0)):
        # Perhaps a piece has only been pushed, and comes back, and what was put since is an action of its own.

        beside = corrections.explain_with_stray(evidence)
        if beside and beside.unproved:
            offers = [(back, known.actions)] + [(0, actions) for actions in beside.unproved]
            known.may_go_on = evidence.recent[-1].lifted_ms >= 0
        elif evidence.recent[-1].action == evidence.position.scratch.STOP:
            known.may_go_on = True  # END was pressed: what is in the air may be put before the other one
    return known, back, offers


def _adds_turns(evidence: "Evidence", known: "Explanation", back: int) -> bool:
    """Tell whether a correction ends turns that had not ended, so that what was not touched changes hands."""
    stop = evidence.position.scratch.STOP
    replaced = [played.action for played in evidence.recent[-back:]]
    return known.actions.count(stop) > replaced.count(stop)


def _may_be_other_hand(evidence: "Evidence", back: int, lifted: "Played | None") -> bool:
    """Tell whether another hand may have done what seems to be a correction."""
    if lifted:
        return corrections.may_be_next_hand(evidence, back, lifted)

    return keep_or_correct.may_be_next_players(evidence) or corrections.may_be_next_hand(evidence, back, None)


def _explain_extra_piece(evidence: "Evidence") -> "Job":
    """Work out the Explanation of the board by a lifted piece too many, None if that does not explain it either."""
    known = yield corrections.explain_without_absent(evidence)
    if known:
        return known
    lifted = corrections.lifted_again(evidence)
    is_same_hand = lifted and lifted.lifted_ms < SAME_HAND_MS
    found = corrections.explain_with_stray(evidence)
    return found or (None if is_same_hand else corrections.explain_stray_and_next(evidence))


def decide(evidence: Evidence, known: "Explanation", back: int) -> Verdict:
    """Return the Verdict on an explanation from `back` actions before: what to do about it, and when."""
    if known is None or (known.has_extra_lifts and not known.unproved):
        if evidence.is_over:
            return Verdict(known, back)
        return Verdict(known, back, (), _RESTING_MS if _may_be_hand(evidence) else _WRONG_MS, COMPLAIN)
    if known.has_extra_lifts:
        return _ask_unproved(evidence, known, back)
    is_only_gone = all([change < 0 for change in evidence.changes().values()])
    if back and is_only_gone and not _is_capture_done(evidence, known, back):
        # What is only gone may be in a hand; the last piece put counts as taken away when it stays away.
        return _decide_on_lift(evidence, known, back)
    if known.choices:
        offers = [(back, known.actions + choice) for choice in known.choices]
        return Verdict(known, back, offers, ASK_MS if known.unexplained else 0, ASK)  # what is in the air may tell
    rivals = _rivals(evidence, known, back)
    if rivals or (known.unexplained and known.actions and not back and _may_be_lent(evidence, known)):
        return Verdict(known, 0, [(0, actions) for actions in [known.actions] + rivals], ASK_MS, ASK)
    if _is_whole(evidence, known, back):
        return _record(evidence, known, back)
    if known.unproved and (back or not known.actions):
        return _ask_unproved(evidence, known, back)
    return _wait_for_hand(evidence, known, back)


def _is_capture_done(evidence: "Evidence", known: "Explanation", back: int) -> bool:
    """Tell whether a piece was put where one had been taken after all that is gone had gone: no hand holds it."""
    if not known.actions or known.unexplained:
        return False
    last = evidence.position_before(back).recall().ends(known.actions)[1][-1]
    return last != BEYOND and evidence.stamps[last] > max([evidence.stamps[field] for field in evidence.changes()])


def _decide_on_lift(evidence: "Evidence", known: "Explanation", back: int) -> "Verdict":
    """Decide what to do where pieces of the last actions have gone, and nothing has come."""
    captures = _captures_instead(evidence, back) if known.unexplained else []
    if captures:
        return Verdict(known, back, [(back, [action]) for action in captures], ASK_MS, ASK)
    if known.unexplained:
        return Verdict(known, back, (), AWAY_MS, REMIND)
    if not known.actions and sum([not played.is_tacit for played in evidence.recent[-back:]]) == 1:
        return Verdict(known, back, (), REWRITE_MS, RECORD)
    return Verdict(known, back, [(back, known.actions)] if known.actions else (), AWAY_MS, REMIND)


def _captures_instead(evidence: "Evidence", back: int) -> list[int]:
    """Return what the last action may have been, if what it seemed to put was a captured piece, which now is off."""
    played = evidence.recent[-1]
    before = played.before
    if back > 1 or not (played.touched and before.scratch.CAPTURES):
        return []
    if before.differences(evidence.image, evidence.activity) != {played.taken_from: -1}:
        return []
    moves = before.moves_at(played.taken_from, True, False)
    return [before.actions[move] for move in moves if before.takes(move) and before.lasts[move] in played.touched]


def _may_be_hand(evidence: "Evidence") -> bool:
    """Tell whether a hand that presses on a piece, or bears a part of its weight, may make all the difference."""
    changes, image, stood = evidence.changes(), evidence.image, evidence.position.image
    moved = changes.values()
    if max(moved) < 0 and len(evidence.position.know().silent) == len(evidence.position.actions):
        return True  # the player has only to answer
    # A piece that was lifted elsewhere is more likely to stand there than a hand to press as much.
    return evidence.has_weights and any([image[at] and stood[at] and -changes[at] not in moved for at in changes])


def _record(evidence: "Evidence", known: "Explanation", back: int) -> "Verdict":
    """Decide what to do about a complete explanation."""
    if _may_be_mixed_up(evidence, known, back):
        return Verdict(known, back, (), ASK_MS, ASK_WHICH)
    if known.may_go_on:
        return Verdict(known, back, (), ASK_MS, RECORD)
    if evidence.has_weights and _puts_several(evidence, known, back):
        return Verdict(known, back, (), _RESTING_MS, RECORD)
    return Verdict(known, back, (), evidence.settled_ms if back < 2 or known.unexplained else REWRITE_MS, RECORD)


def _puts_several(evidence: "Evidence", known: "Explanation", back: int) -> bool:
    """Tell whether several pieces have come to one field at once: a hand that rests there weighs as much."""
    if len(known.actions) < 2:
        return False
    lasts = evidence.position_before(back).recall().ends(known.actions)[1]
    changes = evidence.changes()
    return any([lasts.count(bytes([field])) > 1 and 1 < changes[field] < _BALL for field in changes])


def _ask_unproved(evidence: "Evidence", known: "Explanation", back: int) -> "Verdict":
    """Decide what to do about a board that other hands would have made as well."""
    if _is_new(evidence, known):
        # A hand that bears a piece, or builds up a tower that has fallen, is soon done.
        is_one = evidence.has_weights and known.has_extra_lifts and len(known.unproved) == 1
        then = REMIND if is_one else ASK
        offers = [(back, known.actions + actions) for actions in known.unproved]
        return Verdict(known, back, offers, ASK_MS, then)
    is_wrong = evidence.wrong_stamp or known.is_put_without_lift()
    return Verdict(known, back, (), ASK_MS, LEAD if is_wrong else ASK_FIELD)


def _wait_for_hand(evidence: "Evidence", known: "Explanation", back: int) -> "Verdict":
    """Decide what to do about the beginning of an action."""
    if known.unexplained and (evidence.wrong_stamp or known.is_put_without_lift()):
        return Verdict(known, back, (), LEAD_MS, LEAD)
    if known.unexplained and all([evidence.absent.get(field, 0) >= _ABSENT for field in known.unexplained]):
        return Verdict(known, back, (), evidence.settled_ms, ASK_FIELD)
    # A player may think with a piece in his hand for as long as he likes; or he has put it where no sensor feels it.
    if known.unexplained:
        return Verdict(known, back, (), AWAY_MS, REMIND)
    felt = -1 if back or evidence.has_weights else evidence.felt_last()
    if felt >= 0 and evidence.position.moves_between(BEYOND, felt):
        return Verdict(known, back, (), AWAY_MS, REMIND, felt)
    return Verdict(known, back)


def _rivals(evidence: "Evidence", known: "Explanation", back: int) -> "list[list[int]]":
    """Return what else the actions could be, as long as another piece that could stand there is in the air."""
    if back or not (known.actions and known.unexplained):
        return []

    return likely.rivals(evidence, known)


def _may_be_lent(evidence: "Evidence", known: "Explanation") -> bool:
    """Tell whether what seems to come from the supply may be a piece that was lifted before, and is still away."""
    firsts, lasts = evidence.position.recall().ends(known.actions)
    if evidence.has_weights or firsts[-1] != BEYOND or lasts[-1] == BEYOND:
        return False
    if list(known.unexplained) == known.position.way_off()[:1]:
        return False  # that piece has to leave the board now
    put_stamp = evidence.stamps[lasts[-1]]
    return any([change < 0 and evidence.stamps[at] < put_stamp for at, change in known.unexplained.items()])


def _may_be_mixed_up(evidence: "Evidence", known: "Explanation", back: int) -> bool:
    """Tell whether one of two pieces that were in the air at once may be where the other one seems to be.

    Either the next player seems to have put his first, or a piece to have been put before it was lifted, or the one
    that is still in the air could stand there as well. What happens next mostly tells.
    """
    if back or not known.actions:
        return False
    if known.is_possible and not known.unexplained and (known.is_ordered or not known.has_reply):
        return False

    return likely.may_be_mixed_up(evidence, known)


def _is_new(evidence: "Evidence", known: "Explanation") -> bool:
    """Tell whether what is in the air was lifted after the board complained last, or something has been put since.

    Or what the board complained of has been put right, so that the rest is meant.
    """
    stamps, since = evidence.stamps, evidence.wrong_stamp
    if any([change > 0 and stamps[field] >= since for field, change in known.unexplained.items()]):
        return True
    if any([field not in evidence.changes() for field in evidence.wrong_fields]):
        return True
    return min([stamps[field] for field in known.unexplained]) >= since


def _is_whole(evidence: "Evidence", known: "Explanation", back: int) -> bool:
    """Tell whether there is something to record, or to take back, and hands have nothing left to do for it."""
    if not (known.actions or back):
        return False
    return not (back and known.unexplained) or evidence.has_reply_begun(known, back)
