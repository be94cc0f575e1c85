"""Several actions may make the same image: which are the likeliest, and may two pieces have been mixed up?

Asked when there are several, or a piece is in the air that could be where another one was put.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.runtime import const
from treppe.tracking.changes import num_balls

if TYPE_CHECKING:
    from treppe.tracking.observed import ObservedBoard
    from treppe.tracking.position import Position
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Bytes, Changes

_FEW_WAYS = const(2)  # where else a piece may have gone; it hardly matters for another player's


def likeliest(position: "Position", chains: "list[Hypothesis]") -> "list[Hypothesis]":
    """Return the chains of the fewest actions; among them those without a `.`, that came about in order.

    Where two pieces were in the air at once, and each may have been put where the other one lies, both remain: a
    hand that replies in haste may be the quicker one.
    """
    costs = [len(chain.ways()[0]) for chain in chains]
    chains = [chain for chain, cost in zip(chains, costs) if cost == min(costs)]
    chains = [chain for chain in chains if chain.is_without_stop] or chains
    chains = [chain for chain in chains if chain.is_possible] or chains
    ordered = [chain for chain in chains if chain.is_ordered] or chains
    return ordered + [chain for chain in chains if chain not in ordered and _are_crossed(position, chain, ordered[0])]


def _are_crossed(position: "Position", chain: "Hypothesis", other: "Hypothesis") -> bool:
    """Tell whether two chains empty and fill the same fields, but by other pieces."""
    firsts, lasts = position.recall().endpoints(chain.actions)
    other_firsts, other_lasts = position.recall().endpoints(other.actions)
    are_same = sorted(firsts) == sorted(other_firsts) and sorted(lasts) == sorted(other_lasts)
    return are_same and sorted(zip(firsts, lasts)) != sorted(zip(other_firsts, other_lasts))


def may_be_mixed_up(observed: "ObservedBoard", hypothesis: "Hypothesis") -> bool:
    """Tell whether one of two pieces that were in the air at once may be where the other one seems to be.

    Either the next player seems to have put his first, or a piece to have been put before it was lifted, or the one
    that is still in the air could stand there as well. Mostly what happens next decides.
    """
    if hypothesis.is_possible and not hypothesis.unexplained and (hypothesis.is_ordered or not hypothesis.has_reply):
        return False
    stamps, changes = observed.stamps, observed.changes()
    is_reported = observed.has_weights and not hypothesis.unexplained and _is_turn_kept(observed, hypothesis)
    if hypothesis.has_reply and not hypothesis.is_ordered and not is_reported:
        # One ball among bricks shows by its weight, however late a hand lets go of what was put before it.
        return bool(hypothesis.unexplained) or [num_balls(change) for change in changes.values()].count(-1) != 1
    if not hypothesis.unexplained:
        return len(hypothesis.actions) > 1 and _is_put_before_lift(
            observed.position, hypothesis.actions, changes, stamps
        )
    if not hypothesis.is_possible or _is_in_haste(observed.position, hypothesis, stamps):
        return True
    if hypothesis.is_ordered:
        return False
    puts = [stamps[field] for field, change in changes.items() if change > 0]
    # Where all that came has gone again, nothing tells what was first.
    return not puts or min([stamps[field] for field in hypothesis.unexplained]) < min(puts)


def _is_turn_kept(observed: "ObservedBoard", hypothesis: "Hypothesis") -> bool:
    """Tell whether no piece came to lie before those that the players before had put.

    One player may put his own pieces in any order: he has two hands.
    """
    position, stamps = observed.position, observed.stamps
    player, latest, latest_before = position.player, 0, 0
    for action in hypothesis.actions:
        if position.player != player:
            player, latest_before = position.player, latest
        last = position.recall().endpoints([action])[1][0]
        if last != BEYOND:
            if stamps[last] < latest_before:
                return False
            latest = max(latest, stamps[last])
        position = position.after(action)
    return True


def _is_put_before_lift(position: "Position", actions: list[int], changes: "Changes", stamps: "Bytes") -> bool:
    """Tell whether a field was filled before the one was emptied from where its piece has come."""
    lasts = position.recall().endpoints(actions)[1]
    for action in actions:
        lifted = 0
        for field, change in position.recall().hand_moves(action):
            if field == BEYOND:
                continue
            if change > 0 and 0 < stamps[field] < lifted:
                return True
            if change < 0 and changes.get(field, 0) in (0, change) and field not in lasts:  # else something came there
                lifted = stamps[field]
        position = position.after(action)
    return False


def _is_in_haste(position: "Position", hypothesis: "Hypothesis", stamps: "Bytes") -> bool:
    """Tell whether the piece that was put last may be the next player's, who was quicker than the player before him.

    He has one in the air that could stand there if the player's own went elsewhere.
    """
    for action in hypothesis.actions[:-1]:
        position = position.after(action)
    move = position.know().actions.index(hypothesis.actions[-1])
    first, target = position.firsts[move], position.lasts[move]
    quick = hypothesis.position.lifted_by(hypothesis.position.player, hypothesis.unexplained)
    quick = [field for field in quick if stamps[field] < stamps[target]] if BEYOND not in (first, target) else []
    elsewhere = [other for other in position.moves_from(first) if quick and position.lasts[other] != target]
    for other in elsewhere[:_FEW_WAYS]:
        after = position.after(position.actions[other])
        for field in quick:
            if after.moves_between(field, target):
                return True
    return False
