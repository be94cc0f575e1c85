"""STEP BY STEP as the board itself judges it: how high a ball is, whether it has stairs, and how far the tower is."""

from typing import TYPE_CHECKING

from treppe.games.step.rules import TOWER
from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Generator

    from treppe.games.step.rules import State

_LEVEL = const(12)
_STAIRS = const(5)  # a step that is one higher and near enough to the tower; a second one counts too, a third does not
_DETOUR = const(3)  # each level step that is left to go; the higher the ball, the more bricks it needs
_STUCK = const(10)  # no way from here
_OUT = const(255)
_LOST = const(-200)


def judge(state: "State") -> "Generator[None, None, list[int]]":
    """Return how well each player stands, in points; a job, see job.py."""
    points = []
    for player in range(state.players):
        cell = state.position[state.cells + player]
        points.append(_LOST if cell == _OUT else _stand(state, cell))
        yield
    return points


def _stand(state, cell):
    position, size = state.position, state.size
    height = position[cell] & 15
    left = TOWER - height  # steps up; each may lead one cell nearer to the tower
    stairs = ways = 0
    for beside in state.around[cell]:
        step = position[beside] - height
        if step == 1 and _away(beside, size) < left:
            stairs += 1
        if -1 <= step <= 1:
            ways += 1
    detours = max(0, _away(cell, size) - left)
    points = _LEVEL * height + _STAIRS * min(stairs, 2) - _DETOUR * (1 + height) * detours
    return points if ways else points - _STUCK


def _away(cell, size):
    """Return the steps from a cell to the tower, all level."""
    middle = size // 2
    return abs(cell % size - middle) + abs(cell // size - middle)
