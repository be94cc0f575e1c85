"""Blockade as the board itself judges it: how many single guards would open a way for each king."""

from typing import TYPE_CHECKING

from treppe.games.blockade.rules import KINGS
from treppe.games.square import parse_cell
from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Generator

    from treppe.games.blockade.rules import State

_GATE = const(12)  # for each cell where a guard would turn the king towards his edge
_TURN = const(1)  # for each place where he can turn already
_CAN_LEAVE = const(400)
_GUARD = const(1)
_LEAVES = const(146)  # as in rules.py: the player to move has a way out
_AT_ONCE = const(2)  # places that are looked at without a pause
_STARTS = bytes([parse_cell(name, 12, 12) for name in KINGS])


def judge(state: "State") -> "Generator[None, None, list[int]]":
    """Return how well each player stands, in points; a job, see job.py."""
    position = state.position
    points: list = [0, 0]
    for player in (0, 1):
        king = position[_STARTS[player]]
        position[_STARTS[player]] = 0  # his own square does not stop him
        points[player] = yield _hope(position, player)
        position[_STARTS[player]] = king
    if position[_LEAVES]:
        points[position[-1]] += _CAN_LEAVE
    return points


def _hope(position, player):
    """Walk all ways of a king with the guards that stand; count where one more guard would let him out."""
    ahead = 12 - 24 * player
    seen = bytearray(288)  # cell * 2 + axis: he may set out from this cell along this axis
    gates = bytearray(144)
    waiting = [_STARTS[player] * 2, _STARTS[player] * 2 + 1]
    points = 0
    for number, node in enumerate(waiting):
        if seen[node]:
            continue
        seen[node] = 1
        points += _TURN
        axis = node & 1
        for step in (1, -1) if axis else (12, -12):
            cell = node >> 1
            while True:
                target = cell + step
                if target < 0 or target > 143 or (axis and target // 12 != cell // 12):
                    break
                if position[target]:
                    if position[target] & 3 == _GUARD:
                        waiting.append(cell * 2 + 1 - axis)
                    break
                if axis and not gates[target]:
                    gates[target] = 1
                    if _is_free(position, target, ahead):
                        points += _GATE
                cell = target
        if number % _AT_ONCE == 0:
            yield
    return points


def _is_free(position, cell, step):
    """Tell whether nothing stands between a cell and the edge."""
    cell += step
    while 0 <= cell < 144:
        if position[cell]:
            return False
        cell += step
    return True
