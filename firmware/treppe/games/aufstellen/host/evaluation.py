"""Aufstellen: lines in which only one player stands are his hope."""

from treppe.games.aufstellen.rules import State
from treppe.games.host.shares import shares

LEVELS = ((1, 5.0), (5, 0.04), (20, 0.01), (170, 0.0), (1000, 0.0), (10000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.company.levels`."""

HOPES = (0.0, 0.1, 0.35, 0.9, 0.0)  # by the number of own pieces in a line without an enemy
BARRED = (0.0, 0.0, 0.0, 0.3, 0.0)  # the same with one enemy piece, which may move away


def chances(state: State) -> list[float]:
    """Return the players' chances by the lines that they stand in."""
    position = state.position
    scores = [0.0, 0.0]
    for line in state.lines:
        first = second = 0
        for centre in line:
            piece = position[centre]
            if piece > 3:
                second += 1
            elif piece:
                first += 1
        if not second:
            scores[0] += HOPES[first]
        elif not first:
            scores[1] += HOPES[second]
        elif second == 1:
            scores[0] += BARRED[first]
        elif first == 1:
            scores[1] += BARRED[second]
    return shares(scores)
