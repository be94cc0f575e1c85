"""Functions that several games' evaluations use."""

from math import exp


def shares(scores: list[float]) -> list[float]:
    """Return chances that add up to 1 from scores: one more means e times the chance."""
    if len(scores) == 2:
        first = 1.0 / (1.0 + exp(scores[1] - scores[0]))
        return [first, 1.0 - first]
    best = max(scores)
    weights = [exp(score - best) for score in scores]
    total = sum(weights)
    return [weight / total for weight in weights]


def own_shares(scores: list[float], regard: float, usual: float) -> list[float]:
    """Return chances as each player sees his own who minds the others' scores by so much only, 0 to 1.

    For the rest he takes theirs for the usual one. These chances do not add up to 1.
    """
    seen = [usual + regard * (score - usual) for score in scores]
    found = []
    for player, score in enumerate(scores):
        rest = 0.0
        for other, usually in enumerate(seen):
            if other != player:
                rest += exp(usually - score)
        found.append(1.0 / (1.0 + rest))
    return found
