"""What the evaluations share."""

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
