"""STEP BY STEP as the board itself judges it: how high a ball is, whether it has stairs, and how far the tower is."""

from treppe.games.step.rules import TOWER
from treppe.runtime import const

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from collections.abc import Generator

    from treppe.games.step.rules import State

_LEVEL = const(12)
_STAIRS = const(5)  # a step that is one higher; the second one counts, too, the third does not
_DETOUR = const(3)  # each step that does not lead up
_STUCK = const(10)  # no way from here
_OUT = const(255)
_LOST = const(-200)


def judge(state: "State") -> "Generator[None, None, list[int]]":
    """Return how well each player stands, in points; a job, see table/job.py."""
    points = []
    for player in range(state.players):
        cell = state.position[state.cells + player]
        points.append(_LOST if cell == _OUT else _stand(state, cell))
        yield
    return points


def _stand(state, cell):
    position, size = state.position, state.size
    height = position[cell] & 15
    middle = size // 2
    stairs = ways = 0
    for beside in state.around[cell]:
        step = position[beside] - height
        if step == 1:
            stairs += 1
        if -1 <= step <= 1:
            ways += 1
    away = max(abs(cell % size - middle), abs(cell // size - middle))
    points = _LEVEL * height + _STAIRS * min(stairs, 2) - _DETOUR * max(0, away - TOWER + height)
    return points if ways else points - _STUCK
