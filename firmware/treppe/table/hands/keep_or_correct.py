"""Whose hand was it? KEEP the last action and take the new one, CORRECT the last one, or ask: EITHER may be so.

The hand that has put a piece corrects itself, or the next player plays. Asked when the board does not tell by itself.
"""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands.corrections import explain_from_before, num_pieces
from treppe.table.hands.evidence import ON_ITS_WAY_MS, REWRITE_MS, SAME_HAND_MS, Evidence
from treppe.table.hands.explain import explain
from treppe.table.hands.position import BEYOND

if TYPE_CHECKING:
    from treppe.table.hands.evidence import Played
    from treppe.table.hands.position import Position
    from treppe.table.hands.verdict import Explanation
    from treppe.table.types import Job

_KEEP = const(1)
_CORRECT = const(2)
_EITHER = const(3)
# What is put next may show that it was something else.
_CORRECT_YET = const(4)
_EITHER_YET = const(5)


def keep_or_correct(evidence: Evidence, known: "Explanation", last: "Played") -> "Job":
    """The piece that the action `last` put is lifted: to play on with it, or has a hand changed its mind?

    Works out explanation, how many actions it goes back, and what to ask about.
    """
    is_movable = bool(evidence.position.moves_at(last.put_on, True, False))
    if _goes_on(evidence, known, last, is_movable):
        return known, 0, []
    earlier, back = yield explain_from_before(evidence)
    verdict = _judge(evidence, known, earlier, back, last, is_movable)
    if verdict in (_CORRECT, _CORRECT_YET):
        earlier.may_go_on = verdict == _CORRECT_YET
        return earlier, back, (yield _offer_next_hand(evidence, earlier, back))
    if verdict == _KEEP:
        return known, 0, []
    known.may_go_on = verdict == _EITHER_YET
    offers = [(back, actions) for actions in _shown(earlier)]
    if not offers:  # all was taken back: the action before it is played again
        offers = [(back + 1, [evidence.recent[-back - 1].action])]
    return known, 0, offers + [(0, actions) for actions in _shown(known)]


def _offer_next_hand(evidence: "Evidence", earlier: "Explanation", back: int) -> "Job":
    """Work out what to ask about where a correction is not the first: nothing, if only its own hand can have done it.

    Else the next player may have taken the piece that was corrected first, and have brought it here by a detour.
    """
    replaced = evidence.recent[-1].instead_of
    if replaced:
        replaced = replaced[0].instead_of or replaced
    if back > 1 or len(replaced) != 1 or len(earlier.actions) != 1 or earlier.unexplained:
        return []
    first = replaced[0]
    after = first.before.after(first.action)
    if first.lifted_ms < ON_ITS_WAY_MS or after.recall().owner(first.put_on) >= 0:
        return []
    later = yield explain(evidence, after)
    if not later or len(later.actions) != 1 or later.unexplained or later.position.key == earlier.position.key:
        return []
    return [(back, earlier.actions), (back, [first.action] + later.actions)]


def _shown(known: "Explanation") -> list[list[int]]:
    """Return the lists of actions that the whole board shows by an explanation."""
    if known is None:
        return []
    if known.choices:
        return [known.actions + choice for choice in known.choices]
    return [known.actions] if known.actions else list(known.unproved)


def _goes_on(evidence: "Evidence", known: "Explanation", last: "Played", is_movable: bool) -> bool:
    """Tell, without a look back, whether the piece that is in the air again is played on with."""
    is_same_hand = last.player == evidence.position.player
    may_go_on = known.begun is known.position and (is_movable or is_same_hand or len(known.unexplained) > 1)
    if may_go_on and not _shown(known):
        return True
    is_others = last.at_ms != evidence.recent[-1].at_ms and _is_nobodys(evidence, last)
    if is_others and not is_same_hand and _shown(known):
        return True  # that hand has let go: it has done something else since
    return is_same_hand and _has_only_moved_on(evidence, known, last)


def _judge(
    evidence: "Evidence", known: "Explanation", earlier: "Explanation", back: int, last: "Played", is_movable: bool
) -> int:
    """Return whether to KEEP the last actions, CORRECT them, or ask because EITHER may be so.

    `known` explains the board after them, `earlier` from `back` of them before.
    """
    is_same_hand = last.player == evidence.position.player
    if not earlier:
        # It may be the next player's: so it seems, who has it in the air.
        is_next = known.actions and known.begun.player != last.player and last is evidence.recent[-1]
        return _EITHER if is_same_hand and is_next and last.put_on in known.unexplained else _KEEP
    if earlier.actions[:back] == [played.action for played in evidence.recent[-back:]]:
        return _KEEP
    if known.actions and not known.unexplained and evidence.recent[-back].player != last.player:
        is_one_way = earlier.actions[1:] == known.actions[1:] and not earlier.unexplained and _is_quick(evidence, last)
        if not is_one_way:
            return _KEEP
        return _CORRECT if evidence.recent[-back].lifted_ms < ON_ITS_WAY_MS else _EITHER
    if known.choices:
        if not earlier.actions or earlier.unexplained:
            return _KEEP
        return _CORRECT if len(known.choices[0]) == 1 else _EITHER
    if known.actions and earlier.actions:
        verdict = _judge_by_order(evidence, known, earlier, last, is_movable or is_same_hand)
        if verdict:
            return verdict
    if back > 1 and known.actions and -sum(evidence.changes().values()) > 1 and _shown(earlier):
        return _EITHER  # pieces that have fallen look as if they had been taken back
    if is_same_hand and earlier.actions and num_pieces(earlier.unexplained) < num_pieces(known.unexplained):
        return _CORRECT
    if known.actions and earlier.actions and not _has_put_since(evidence, evidence.stamps[last.put_on]):
        return _KEEP  # that piece is still in the air
    if _may_be_two_ways(evidence, known, earlier, back, last):
        return _EITHER
    return _judge_by_time(evidence, known, earlier, back, last, is_movable)


def _may_be_two_ways(
    evidence: "Evidence", known: "Explanation", earlier: "Explanation", back: int, last: "Played"
) -> bool:
    """Tell whether a piece that was moved on or back shows two actions as well as one, or none, with another result.

    Anybody's hand may have lifted it, or the same one. A disc from the supply is put aside now and then, and a player
    who moves a tower of one disc has an aid to play.
    """
    if not known.actions or known.unexplained or earlier.unexplained or earlier.choices:
        return False
    if (last.taken_from == BEYOND and evidence.has_weights) or earlier.position.key == known.position.key:
        return False
    if not (earlier.actions or back < len(evidence.recent)):
        return False
    if last.player == evidence.position.player:
        return not (earlier.actions or _is_quick(evidence, last))
    # Nobody sees who takes back a stone that is anybody's, however late.
    is_back = not earlier.actions and _is_nobodys(evidence, last)
    return last.lifted_ms >= ON_ITS_WAY_MS and (is_back or _is_quick(evidence, last))


def _judge_by_order(
    evidence: "Evidence", known: "Explanation", earlier: "Explanation", last: "Played", is_his: bool
) -> int:
    """Judge by who has lifted and put what first: the player who is next, or the hand that has put the piece.

    `is_his`: the one who is next may lift that piece, or it is his. Returns 0 if that tells nothing.
    """
    has_begun = _has_begun_before(evidence, known, last)
    if earlier.is_ordered and not known.is_ordered:
        return _EITHER if has_begun else _CORRECT
    if is_his or has_begun or earlier.unexplained:
        return 0
    if not _takes_from_supply(evidence.position, known.actions):
        return _CORRECT
    return _CORRECT_YET if known.unexplained else _EITHER


def _judge_by_time(
    evidence: "Evidence", known: "Explanation", earlier: "Explanation", back: int, last: "Played", is_movable: bool
) -> int:
    """Judge by how long the piece had lain there when it was lifted again."""
    is_same_hand = last.player == evidence.position.player
    is_nobodys = _is_nobodys(evidence, last)
    is_quick = _is_quick(evidence, last)
    is_shown = bool(_shown(known))
    if is_nobodys and last is evidence.recent[-1] and _takes_one_less(known, earlier):
        return _CORRECT
    if is_quick and known.actions and earlier.actions and known.unexplained and earlier.unexplained:
        return _EITHER_YET  # each leaves the other's piece in the air: where that is put tells
    if is_quick and earlier.choices and known.actions and not known.is_ordered:
        return _EITHER
    if (is_same_hand or is_quick) and known.unproved and not earlier.actions and back < len(evidence.recent):
        return _EITHER_YET  # perhaps it is only in the air
    is_taken_back = not earlier.actions and earlier.unexplained == known.unexplained
    if is_quick and is_nobodys and (is_taken_back or _is_only_moved(evidence, known, earlier)):
        return _CORRECT
    is_explained = earlier.actions or (earlier.choices and is_quick)
    is_half_explained = earlier.unexplained and not (is_movable and known.unexplained and is_explained)
    if is_shown and (is_half_explained or (known.actions and not (is_movable or known.unexplained))):
        return _KEEP
    if is_shown and _shown(earlier) and (known.actions or not (is_same_hand or is_quick)):
        return _EITHER
    return _CORRECT if is_same_hand or is_quick or not is_shown else _KEEP


def _takes_one_less(known: "Explanation", earlier: "Explanation") -> bool:
    """Tell whether a piece that was lifted once, and put once, is corrected by one action, or played by two."""
    if known.actions or not known.unproved or len(earlier.actions) != 1 or earlier.unexplained:
        return False
    return min([len(actions) for actions in known.unproved]) > 1


def _is_nobodys(evidence: "Evidence", last: "Played") -> bool:
    """Tell whether the piece that an action has put belongs to no player."""
    return evidence.position.recall().owner(last.put_on) < 0


def _is_quick(evidence: "Evidence", last: "Played") -> bool:
    """Tell whether the piece was lifted again so soon that hardly anybody else has done it."""
    return last.lifted_ms < (SAME_HAND_MS if _is_nobodys(evidence, last) else REWRITE_MS)


def _has_only_moved_on(evidence: "Evidence", known: "Explanation", last: "Played") -> bool:
    """Tell whether a player's piece was moved on to where the action before could not have led it at once."""
    if len(known.actions) != 1 or known.unexplained or last is not evidence.recent[-1]:
        return False
    state = evidence.position.recall()
    firsts, lasts = state.ends(known.actions)
    if firsts[0] != last.put_on or state.owner(last.put_on) != last.player or lasts[0] == last.taken_from:
        return False
    return not last.before.moves_between(last.taken_from, lasts[0])


def _is_only_moved(evidence: "Evidence", known: "Explanation", earlier: "Explanation") -> bool:
    """Tell whether the last piece that was put, and nothing else in the air, may have come to lie elsewhere."""
    if known.actions and _were_in_the_air_at_once(evidence):
        return False
    return earlier.unexplained == known.unexplained or bool(earlier.actions and known.unexplained)


def may_be_next_players(evidence: Evidence) -> bool:
    """Tell whether what was put last may be of the player who is next: he has lifted a piece before, which is away."""
    changes, stamps = evidence.changes(), evidence.stamps
    position = evidence.position
    state = position.recall()
    lifts = [stamps[field] for field in changes if changes[field] < 0 and state.owner(field) == position.player]
    return bool(lifts) and _has_put_since(evidence, min(lifts))


def _takes_from_supply(position: "Position", actions: list[int]) -> bool:
    """Tell whether one of the actions puts a piece that was not seen before."""
    return any([first == BEYOND for first in position.recall().ends(actions)[0]])


def _were_in_the_air_at_once(evidence: "Evidence") -> bool:
    """Tell whether several pieces were lifted before any of them was put."""
    changes, stamps = evidence.changes(), evidence.stamps
    lifts = [stamps[field] for field in changes if changes[field] < 0]
    puts = [stamps[field] for field in changes if changes[field] > 0]
    return len(lifts) > 1 and bool(puts) and max(lifts) < min(puts)


def _has_begun_before(evidence: "Evidence", known: "Explanation", last: "Played") -> bool:
    """Tell whether the next player had begun when the piece that the action `last` put was lifted again."""
    stamps = evidence.stamps
    begun = [stamps[field] for field, _ in evidence.position.recall().placement(known.actions[0]) if field != BEYOND]
    return bool(begun) and 0 < min(begun) < stamps[last.put_on]


def _has_put_since(evidence: "Evidence", stamp: int) -> bool:
    stamps = evidence.stamps
    return any([change > 0 and stamps[field] >= stamp for field, change in evidence.changes().items()])
