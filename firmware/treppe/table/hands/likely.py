"""Chooses the most likely of several rows of actions that make the same image.

Loaded when there are several.
"""

from treppe.runtime import const

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.hands.explanation import Explanation
    from treppe.table.hands.position import Position
    from treppe.table.types import Bytes


def likeliest(
    position: "Position", chains: "list[Explanation]", image: "Bytes", stamps: "Bytes"
) -> "list[Explanation]":
    """Return the chains of the fewest actions; among them those without a `.`, that came about in order.

    A field that was seen to be emptied and filled again counts as an action where none of the chain explains it.
    Where two pieces were in the air at once, and each may have been put where the other one lies, both remain: a
    hand that replies in haste may be the quicker one.
    """
    costs = [len(chain.actions) - _count_explained(position.image, chain.fields, image, stamps) for chain in chains]
    chains = [chain for chain, cost in zip(chains, costs) if cost == min(costs)]
    chains = [chain for chain in chains if chain.is_without_stop] or chains
    chains = [chain for chain in chains if chain.is_possible] or chains
    ordered = [chain for chain in chains if chain.is_ordered] or chains
    first = _ends(position, ordered[0])
    return ordered + [chain for chain in chains if chain not in ordered and _are_crossed(_ends(position, chain), first)]


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
