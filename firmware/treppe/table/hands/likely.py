"""Which of several rows of actions, each of which makes the same image, have hands most likely played?

Loaded when there are several.
"""

from treppe.table.hands.position import BEYOND


def likeliest(view, chains, image, stamps):
    """Find the chains of the fewest actions; among them those without a `.`, that came about in order. See job.py.

    A field that was seen to be emptied and filled again counts as an action where none of the chain explains it.
    Where two pieces were in the air at once, and each may have been put where the other one lies, both remain: a
    hand that replies in haste may be the quicker one.
    """
    costs = []
    for chain in chains:
        costs.append(len(chain.actions) - (yield _count_explained(view, chain.actions, image, stamps)))
    chains = [chain for chain, cost in zip(chains, costs) if cost == min(costs)]
    chains = [chain for chain in chains if chain.is_without_stop] or chains
    chains = [chain for chain in chains if chain.is_possible] or chains
    ordered = [chain for chain in chains if chain.is_ordered] or chains
    first = _ends(view, ordered[0])
    return ordered + [chain for chain in chains if chain not in ordered and _are_crossed(_ends(view, chain), first)]


def _count_explained(view, actions, image, stamps):
    """Count the fields that stand as before, but were changed meanwhile, with which the actions have to do."""
    before = view.image
    found = set()
    for action in actions:
        for field, _ in view.recall().placement(action):
            if field != BEYOND and stamps[field] and image[field] and image[field] == before[field]:
                found.add(field)
        yield
        view = view.after(action)
    return len(found)


def _ends(view, chain):
    """Return where each action of a chain lifts a piece first, and where it puts one last."""
    return list(zip(*view.recall().ends(chain.actions)))


def _are_crossed(ends, others):
    """Tell whether the same fields are emptied and filled, but by other pieces."""
    if sorted(ends) == sorted(others):
        return False
    return all([sorted([pair[side] for pair in ends]) == sorted([pair[side] for pair in others]) for side in (0, 1)])
