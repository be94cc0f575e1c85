"""Whose hand was it? KEEP the last action and take the new one, CORRECT the last one, or ask: EITHER may be so.

The hand that has put a piece corrects itself, or the next player plays. Asked when the board does not tell by itself.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.runtime import const
from treppe.tracking.corrections import explain_from_before, num_pieces
from treppe.tracking.observed import ON_ITS_WAY_MS, REWRITE_MS, SAME_HAND_MS, ObservedBoard

if TYPE_CHECKING:
    from treppe.tracking.observed import RecentMove
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Job

_KEEP = const(1)
_CORRECT = const(2)
_EITHER = const(3)
# What is put next may show that it was something else.
_CORRECT_YET = const(4)
_EITHER_YET = const(5)


def keep_or_correct(observed: ObservedBoard, hypothesis: "Hypothesis", last: "RecentMove") -> "Job":
    """The piece that the action `last` put is lifted: to play on with it, or has a hand changed its mind?

    Works out explanation, how many actions it goes back, and what to ask about.
    """
    if _goes_on(observed, hypothesis, last):
        return hypothesis, 0, []
    earlier, undo_count = yield explain_from_before(observed)
    verdict = _judge(observed, hypothesis, earlier, undo_count, last)
    if verdict in (_CORRECT, _CORRECT_YET):
        earlier.may_go_on = verdict == _CORRECT_YET
        return earlier, undo_count, []
    if verdict == _KEEP:
        return hypothesis, 0, []
    hypothesis.may_go_on = verdict == _EITHER_YET
    alternatives = [(undo_count, actions) for actions in (earlier.ways() if earlier else ())]
    if not alternatives:  # all was taken back: the action before it is played again
        alternatives = [(undo_count + 1, [observed.recent[-undo_count - 1].action])]
    return hypothesis, 0, alternatives + [(0, actions) for actions in hypothesis.ways()]


def _goes_on(observed: "ObservedBoard", hypothesis: "Hypothesis", last: "RecentMove") -> bool:
    """Tell, without a look back, whether the piece that is in the air again is played on with."""
    if not hypothesis.ways():
        return hypothesis.begun is hypothesis.position
    # That hand has let go: it has done something else since.
    is_others = last.at_ms != observed.recent[-1].at_ms and _is_nobodys(observed, last)
    return is_others and last.player != observed.position.player


def _judge(
    observed: "ObservedBoard", hypothesis: "Hypothesis", earlier: "Hypothesis", undo_count: int, last: "RecentMove"
) -> int:
    """Return whether to KEEP the last actions, CORRECT them, or ask because EITHER may be so.

    `hypothesis` explains the board after them, `earlier` from `undo_count` of them before.
    """
    is_same_hand = last.player == observed.position.player
    if not earlier:
        # It may be the next player's: so it seems, who has it in the air.
        is_next = hypothesis.actions and hypothesis.begun.player != last.player and last is observed.recent[-1]
        return _EITHER if is_same_hand and is_next and last.put_on in hypothesis.unexplained else _KEEP
    if earlier.actions[:undo_count] == [played.action for played in observed.recent[-undo_count:]]:
        return _KEEP
    if hypothesis.actions and not hypothesis.unexplained and observed.recent[-undo_count].player != last.player:
        is_rest_same = earlier.actions[1:] == hypothesis.actions[1:] and not earlier.unexplained
        if not (is_rest_same and _is_quick(observed, last)):
            return _KEEP
        return _CORRECT if observed.recent[-undo_count].lifted_ms < ON_ITS_WAY_MS else _EITHER
    if hypothesis.choices:
        if not earlier.actions or earlier.unexplained:
            return _KEEP
        return _CORRECT if len(hypothesis.choices[0]) == 1 else _EITHER
    if hypothesis.actions and earlier.actions:
        verdict = _judge_by_order(observed, hypothesis, earlier, last)
        if verdict:
            return verdict
    if is_same_hand and earlier.actions and num_pieces(earlier.unexplained) < num_pieces(hypothesis.unexplained):
        return _CORRECT
    if hypothesis.actions and earlier.actions and not _has_put_since(observed, observed.stamps[last.put_on]):
        return _KEEP  # that piece is still in the air
    return _judge_by_time(observed, hypothesis, earlier, undo_count, last)


def _judge_by_order(
    observed: "ObservedBoard", hypothesis: "Hypothesis", earlier: "Hypothesis", last: "RecentMove"
) -> int:
    """Judge by who has lifted and put what first: the player who is next, or the hand that has put the piece; or 0."""
    lifted, state = observed.stamps[last.put_on], observed.position.recall()
    reply = [observed.stamps[field] for field, _ in state.hand_moves(hypothesis.actions[0]) if field != BEYOND]
    has_begun = bool(reply) and 0 < min(reply) < lifted
    is_meanwhile = has_begun and lifted < max(reply) and not (earlier.unexplained or hypothesis.unexplained)
    is_meanwhile = is_meanwhile and last.lifted_ms < SAME_HAND_MS
    if is_meanwhile and len(hypothesis.actions) == len(earlier.actions) > 1:
        return _EITHER  # moved on while the next player held his, or for the turn after that
    if earlier.is_ordered and not hypothesis.is_ordered:
        return _EITHER if has_begun else _CORRECT
    is_his = last.player == observed.position.player or observed.position.moves_from(last.put_on)
    if is_his or has_begun or earlier.unexplained:
        return 0
    if BEYOND not in state.endpoints(hypothesis.actions)[0]:
        return _CORRECT  # no piece of it was unseen before
    return _CORRECT_YET if hypothesis.unexplained else _EITHER


def _judge_by_time(
    observed: "ObservedBoard", hypothesis: "Hypothesis", earlier: "Hypothesis", undo_count: int, last: "RecentMove"
) -> int:
    """Judge by how long the piece had lain there when it was lifted again."""
    is_same_hand = last.player == observed.position.player
    is_quick = _is_quick(observed, last)
    is_shown = bool(hypothesis.ways())
    if is_quick and hypothesis.actions and earlier.actions and hypothesis.unexplained and earlier.unexplained:
        return _EITHER_YET  # each leaves the other's piece in the air: where that is put tells
    if is_quick and earlier.choices and hypothesis.actions and not hypothesis.is_ordered:
        return _EITHER
    if (is_same_hand or is_quick) and hypothesis.unproved and not earlier.actions and undo_count < len(observed.recent):
        return _EITHER_YET  # perhaps it is only in the air
    # The stone that was put last may have come to lie elsewhere, and nothing else is in the air.
    is_only_moved = earlier.unexplained == hypothesis.unexplained or (earlier.actions and hypothesis.unexplained)
    if is_quick and is_only_moved and _is_nobodys(observed, last):
        return _CORRECT
    is_explained = earlier.actions or (earlier.choices and is_quick)
    is_movable = observed.position.moves_from(last.put_on)  # by the player who is next
    is_half_explained = earlier.unexplained and not (is_movable and hypothesis.unexplained and is_explained)
    if is_shown and (is_half_explained or (hypothesis.actions and not (is_movable or hypothesis.unexplained))):
        return _KEEP
    if is_shown and earlier.ways() and (hypothesis.actions or not (is_same_hand or is_quick)):
        return _EITHER
    return _CORRECT if is_same_hand or is_quick or not is_shown else _KEEP


def _is_nobodys(observed: "ObservedBoard", last: "RecentMove") -> bool:
    """Tell whether the piece that an action has put belongs to no player."""
    return observed.position.recall().owner(last.put_on) < 0


def _is_quick(observed: "ObservedBoard", last: "RecentMove") -> bool:
    """Tell whether the piece was lifted again so soon that hardly anybody else has done it."""
    return last.lifted_ms < (SAME_HAND_MS if _is_nobodys(observed, last) else REWRITE_MS)


def may_be_next_players(observed: ObservedBoard) -> bool:
    """Tell whether what was put last may be of the player who is next: he has lifted a piece before, which is away."""
    lifted = observed.position.lifted_by(observed.position.player, observed.changes())
    return bool(lifted) and _has_put_since(observed, min([observed.stamps[field] for field in lifted]))


def _has_put_since(observed: "ObservedBoard", stamp: int) -> bool:
    stamps = observed.stamps
    return any([change > 0 and stamps[field] >= stamp for field, change in observed.changes().items()])
