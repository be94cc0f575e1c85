"""Schaff den Sprung is a race: how many squares the pieces still have to go."""

from treppe.games.host.shares import shares
from treppe.games.sprung.rules import State

LEVELS = ((1, 0.5), (5, 0.14), (10, 0.055), (30, 0.032), (600, 0.0), (15000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.company.levels`."""

SQUARE = 0.12  # in the logarithm of the chance
TURN = 2.0  # squares that a player on turn is ahead
LAST = 0.5  # squares more for each one that the last piece has to go


def chances(state: State) -> list[float]:
    """Return the players' chances by the squares that their pieces have to go; partners need both."""
    position = state.position
    corners = state.corners
    players = state.players
    scores = []
    for player in range(players):
        first = corners[player]
        left = 81.0
        last = 11
        for row in range(3):
            for column in range(12):
                if position[first + row * 12 + column]:
                    left -= column - 1
                    if column < last:
                        last = column
        left += LAST * (9 - last if last < 9 else 0)
        if player == position[-1]:
            left -= TURN
        scores.append(-SQUARE * left)
    if state.partner:
        scores = [scores[0] + scores[2], scores[1] + scores[3], scores[0] + scores[2], scores[1] + scores[3]]
    return shares(scores)
