"""Blockade: how many single guards would open a way for each king."""

from treppe.games.blockade.rules import KINGS, State
from treppe.games.host.shares import shares
from treppe.games.square import parse_cell

LEVELS = ((1, 0.3), (4, 0.0), (16, 0.0), (60, 0.0), (300, 0.0), (2500, 0.0))
"""Simulations and error of the six levels; see `treppe_host.company.levels`."""

GATE = 0.12  # for each cell where a guard would turn the king towards his edge
REACH = 0.01  # for each place where the king can turn already
TURN = 0.3
_KING = 2
_GUARD = 1
_LEAVES = 146  # as in rules.py: the player to move has a way out, and must take it
_STARTS = bytes([parse_cell(name, 12, 12) for name in KINGS])
_STEPS = (12, 1)  # along axis 0 and 1


def chances(state: State) -> list[float]:
    """Return the players' chances by the ways that one more guard would open."""
    position = state.position
    if position[_LEAVES]:
        return [0.0, 1.0] if position[-1] else [1.0, 0.0]
    scores = [0.0, 0.0]
    for player in range(2):
        scores[player] = _hope(position, player)
    scores[position[-1]] += TURN
    return shares(scores)


def _hope(position: bytearray, player: int) -> float:
    """Walk all ways of a king with the guards that stand; count where one more guard would let him out."""
    start = _STARTS[player]
    king = position[start]
    position[start] = 0
    ahead = 12 - 24 * player
    seen = bytearray(288)  # cell * 2 + axis: he may set out from this cell along this axis
    waiting = [start * 2, start * 2 + 1]
    gates = bytearray(144)
    turns = 0
    count = 0
    while waiting:
        node = waiting.pop()
        if seen[node]:
            continue
        seen[node] = 1
        turns += 1
        for sign in range(2):
            step = 1 if node & 1 else 12
            if sign:
                step = -step
            cell = node >> 1
            while True:
                target = cell + step
                if target < 0 or target > 143 or (node & 1 and target // 12 != cell // 12):
                    break
                piece = position[target]
                if piece:
                    if piece & 3 == _GUARD:
                        waiting.append(cell * 2 + 1 - (node & 1))
                    break
                if node & 1 and not gates[target] and _is_free(position, cell, ahead):
                    gates[target] = 1
                    count += 1
                cell = target
    position[start] = king
    return GATE * count + REACH * turns


def _is_free(position: bytearray, cell: int, step: int) -> bool:
    """Tell whether nothing stands between a cell and the edge."""
    cell += step
    while 0 <= cell < 144:
        if position[cell]:
            return False
        cell += step
    return True
