"""Aufstellen as the board itself judges it: lines in which only one player stands are his hope."""

from typing import TYPE_CHECKING

from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Generator

    from treppe.games.aufstellen.rules import State

_HOPES = bytes((0, 1, 4, 12, 0))  # by the number of own pieces in a line without an enemy
_BARRED = const(4)  # three with an enemy, who may move away
_SECOND = const(3)  # pieces above are the second player's


def judge(state: "State") -> "Generator[None, None, list[int]]":
    """Return how well each player stands, in points; a job, see job.py."""
    position = state.position
    points = [0, 0]
    for line in state.lines:
        first = second = 0
        for centre in line:
            piece = position[centre]
            if piece > _SECOND:
                second += 1
            elif piece:
                first += 1
        if not second:
            points[0] += _HOPES[first]
        elif not first:
            points[1] += _HOPES[second]
        elif first == 3:
            points[0] += _BARRED
        elif second == 3:
            points[1] += _BARRED
    yield
    return points
