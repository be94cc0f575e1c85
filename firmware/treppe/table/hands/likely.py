"""Several actions may make the same image: which are the likeliest, and may two pieces have been mixed up?

Asked when there are several, or a piece is in the air that could be where another one was put.
"""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table.hands.position import BEYOND

if TYPE_CHECKING:
    from treppe.table.hands.evidence import Evidence
    from treppe.table.hands.position import Position
    from treppe.table.hands.verdict import Explanation
    from treppe.table.types import Bytes, Changes

_BALL = const(16)
_FEW_WAYS = const(2)  # where else a piece may have gone; it hardly matters for another player's


def likeliest(
    position: "Position", chains: "list[Explanation]", image: "Bytes", stamps: "Bytes"
) -> "list[Explanation]":
    """Return the chains of the fewest actions; among them those without a `.`, that came about in order.

    A field that was seen to be emptied and filled again counts as an action where none of the chain explains it.
    Where two pieces were in the air at once, and each may have been put where the other one lies, both remain: a
    hand that replies in haste may be the quicker one.
    """
    costs = [len(ways(chain)[0]) - _count_explained(position.image, chain.fields, image, stamps) for chain in chains]
    chains = [chain for chain, cost in zip(chains, costs) if cost == min(costs)]
    chains = [chain for chain in chains if chain.is_without_stop] or chains
    chains = [chain for chain in chains if chain.is_possible] or chains
    ordered = [chain for chain in chains if chain.is_ordered] or chains
    first = _ends(position, ordered[0])
    return ordered + [chain for chain in chains if chain not in ordered and _are_crossed(_ends(position, chain), first)]


def ways(chain: "Explanation") -> "list[list[int]]":
    """Return the lists of complete actions that a chain may be: one, or as many as it has choices."""
    return [chain.actions + choice for choice in chain.choices or [[]]]


def _count_explained(before: "Bytes", fields: "Bytes", image: "Bytes", stamps: "Bytes") -> int:
    """Count the fields of actions that stand as before, but were changed meanwhile."""
    return len({field for field in fields if stamps[field] and image[field] and image[field] == before[field]})


def _ends(position: "Position", chain: "Explanation") -> "list[tuple[int, int]]":
    """Return where each action of a chain lifts a piece first, and where it puts one last."""
    return list(zip(*position.recall().ends(chain.actions)))


def _are_crossed(ends: "list[tuple[int, int]]", others: "Any") -> bool:
    """Tell whether the same fields are emptied and filled, but by other pieces."""
    if sorted(ends) == sorted(others):
        return False
    return all([sorted([pair[side] for pair in ends]) == sorted([pair[side] for pair in others]) for side in (0, 1)])


def rivals(evidence: "Evidence", known: "Explanation") -> list[list[int]]:
    """Return what the actions would be if the last piece that was put had been another one that is in the air."""
    position, stamps = evidence.position, evidence.stamps
    for action in known.actions[:-1]:
        position = position.after(action)
    target = position.know().lasts[position.actions.index(known.actions[-1])]
    found: list[list[int]] = []
    if target == BEYOND:
        return found
    for field, change in known.unexplained.items():
        if change < 0 and stamps[field] < stamps[target]:
            for move in position.moves_between(field, target):
                found.append(known.actions[:-1] + [position.actions[move]])
    return found


def may_be_mixed_up(evidence: "Evidence", known: "Explanation") -> bool:
    """Tell whether what is still in the air may be what was put, or was lifted before what came in another order.

    Where nothing is in the air: whether a piece of several actions was put before it was lifted.
    """
    stamps, changes = evidence.stamps, evidence.changes()
    is_told = evidence.has_weights and not known.unexplained and _is_turn_kept(evidence, known)
    if known.has_reply and not known.is_ordered and not is_told:
        # One ball among bricks is told by its weight, however late a hand lets go of what was put before it.
        return bool(known.unexplained) or list(changes.values()).count(-_BALL) != 1
    if not known.unexplained:
        return len(known.actions) > 1 and _is_put_before_lift(evidence.position, known.actions, changes, stamps)
    if not known.is_possible or _is_in_haste(evidence.position, known, stamps):
        return True
    if known.is_ordered:
        return False
    puts = [stamps[field] for field, change in changes.items() if change > 0]
    # Where all that came has gone again, nothing tells what was first.
    return not puts or min([stamps[field] for field in known.unexplained]) < min(puts)


def _is_turn_kept(evidence: "Evidence", known: "Explanation") -> bool:
    """Tell whether no piece came to lie before those that the players before had put.

    One player may put his own pieces in any order: he has two hands.
    """
    position, stamps = evidence.position, evidence.stamps
    player, latest, latest_before = position.player, 0, 0
    for action in known.actions:
        if position.player != player:
            player, latest_before = position.player, latest
        last = position.recall().ends([action])[1][0]
        if last != BEYOND:
            if stamps[last] < latest_before:
                return False
            latest = max(latest, stamps[last])
        position = position.after(action)
    return True


def _is_put_before_lift(position: "Position", actions: list[int], changes: "Changes", stamps: "Bytes") -> bool:
    """Tell whether a field was filled before the one was emptied from where its piece has come."""
    lasts = position.recall().ends(actions)[1]
    for action in actions:
        lifted = 0
        for field, change in position.recall().placement(action):
            if field == BEYOND:
                continue
            if change > 0 and 0 < stamps[field] < lifted:
                return True
            if change < 0 and changes.get(field, 0) in (0, change) and field not in lasts:  # else something came there
                lifted = stamps[field]
        position = position.after(action)
    return False


def _is_in_haste(position: "Position", known: "Explanation", stamps: "Bytes") -> bool:
    """Tell whether the piece that was put last may be the next player's, who was quicker than the player before him.

    He has one in the air that could stand there if the player's own went elsewhere.
    """
    for action in known.actions[:-1]:
        position = position.after(action)
    move = position.know().actions.index(known.actions[-1])
    first, target = position.firsts[move], position.lasts[move]
    state, player = known.position.recall(), known.position.player
    quick = [field for field, change in known.unexplained.items() if change < 0 and state.owner(field) == player]
    quick = [field for field in quick if stamps[field] < stamps[target]] if BEYOND not in (first, target) else []
    elsewhere = [other for other in position.moves_at(first, True, False) if quick and position.lasts[other] != target]
    for other in elsewhere[:_FEW_WAYS]:
        after = position.after(position.actions[other])
        for field in quick:
            if after.moves_between(field, target):
                return True
    return False
