"""Chooses the most likely of several rows of actions that make the same image.

Loaded when there are several.
"""

from treppe.runtime import const
from treppe.table.hands.position import BEYOND

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.hands.explanation import Explanation
    from treppe.table.hands.position import Position
    from treppe.table.types import Bytes, Job


def likeliest(position: "Position", chains: "list[Explanation]", image: "Bytes", stamps: "Bytes") -> "Job":
    """Find the chains of the fewest actions; among them those without a `.`, that came about in order. See job.py.

    A field that was seen to be emptied and filled again counts as an action where none of the chain explains it.
    Where two pieces were in the air at once, and each may have been put where the other one lies, both remain: a
    hand that replies in haste may be the quicker one.
    """
    costs = []
    for chain in chains:
        costs.append(len(chain.actions) - (yield _count_explained(position, chain.actions, image, stamps)))
    chains = [chain for chain, cost in zip(chains, costs) if cost == min(costs)]
    chains = [chain for chain in chains if chain.is_without_stop] or chains
    chains = [chain for chain in chains if chain.is_possible] or chains
    ordered = [chain for chain in chains if chain.is_ordered] or chains
    first = _ends(position, ordered[0])
    return ordered + [chain for chain in chains if chain not in ordered and _are_crossed(_ends(position, chain), first)]


def _count_explained(position: "Position", actions: list[int], image: "Bytes", stamps: "Bytes") -> "Job":
    """Count the fields that stand as before, but were changed meanwhile, with which the actions have to do."""
    before = position.image
    found = set()
    for action in actions:
        for field, _ in position.recall().placement(action):
            if field != BEYOND and stamps[field] and image[field] and image[field] == before[field]:
                found.add(field)
        yield
        position = position.after(action)
    return len(found)


def _ends(position: "Position", chain: "Explanation") -> "list[tuple[int, int]]":
    """Return where each action of a chain lifts a piece first, and where it puts one last."""
    return list(zip(*position.recall().ends(chain.actions)))


def _are_crossed(ends: "list[tuple[int, int]]", others: "Any") -> bool:
    """Tell whether the same fields are emptied and filled, but by other pieces."""
    if sorted(ends) == sorted(others):
        return False
    return all([sorted([pair[side] for pair in ends]) == sorted([pair[side] for pair in others]) for side in (0, 1)])
