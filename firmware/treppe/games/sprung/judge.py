"""Schaff den Sprung as the board itself judges it: how many squares the pieces still have to go."""

from typing import TYPE_CHECKING

from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Generator

    from treppe.games.sprung.rules import State

_SQUARE = const(2)
_LAST = const(1)  # besides, for each square of the last piece
_GOAL = const(9)


def judge(state: "State") -> "Generator[None, None, list[int]]":
    """Return how well each player stands, in points; a job, see job.py. Partners need both."""
    points = []
    for player in range(state.players):
        points.append(_gone(state.position, state.corners[player]))
        yield
    if state.partner:
        both = [points[0] + points[2], points[1] + points[3]]
        return both + both
    return points


def _gone(position, corner):
    """Return what a player's pieces have gone, behind which one that lags holds him back."""
    points = 0
    last = _GOAL
    for row in (corner, corner + 12, corner + 24):
        for column in range(12):
            if position[row + column]:
                points += _SQUARE * column
                if column < last:
                    last = column
    return points + _LAST * last
