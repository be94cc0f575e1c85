"""Blockade: how many single guards would open a way for each king."""

from math import exp

from treppe.games.blockade.rules import KINGS, State
from treppe.games.host.shares import shares
from treppe.games.square import parse_cell

LEVELS = ((1, 0.8), (4, 0.0), (12, 0.0), (32, 0.0), (110, 0.0), (10000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

MINIMAX = 0.0  # so little is known before a way is open that the end of the best line says less than the mean of all
OPEN = (0.2, 0.8)
"""What the search says between these comes true half of the time, whatever it says (`make bench-programs`)."""

GATE = 0.03  # for each cell where a guard would let the king out
REACH = 0.015  # for each place where the king can turn already
TURN = 0.1
MERITS = (0.0, 0.3, 0.0, 0.6)  # of a guard where the other king comes along, and where another guard would let him out
OWN_MERITS = (0.0, 0.0, 0.0, 0.9)  # the same for the own king
_GUARD = 1
_PLACE = 255 << 8  # as in rules.py: an action that sets a guard from the supply
_LEAVES = 146  # as in rules.py: the player to move has a way out, and must take it
_STARTS = bytes([parse_cell(name, 12, 12) for name in KINGS])
_CROSSED, _GATE = 1, 2  # marks: a king comes along here, or up to a guard here; a guard here would let him out
_OUT = 255


def _find_neighbours() -> bytes:
    """Return the next cell by axis * 288 + side * 144 + cell, `_OUT` beyond the board."""
    found = bytearray([_OUT]) * 576
    for cell in range(144):
        if cell < 132:
            found[cell] = cell + 12
            found[144 + cell + 12] = cell
        if cell % 12 < 11:
            found[288 + cell] = cell + 1
            found[432 + cell + 1] = cell
    return bytes(found)


NEXT = _find_neighbours()


def chances(state: State) -> list[float]:
    """Return the players' chances by the ways that one more guard would open."""
    position = state.position
    if position[_LEAVES]:
        return [0.0, 1.0] if position[-1] else [1.0, 0.0]
    scores = [0.0, 0.0]
    for player in range(2):
        scores[player] = _walk(position, player, bytearray(144))
    scores[position[-1]] += TURN
    return shares(scores)


def guesses(state: State, actions: list[int]) -> list[float]:
    """Return the mover's chance after each action at first sight; 0 where the other king walks out at once."""
    position = state.position
    player = position[-1]
    other = 1 - player
    if position[_LEAVES]:
        return [1.0]
    own, marks, barring = bytearray(144), bytearray(144), bytearray(144)
    base = TURN + _walk(position, player, own) - _walk(position, other, marks)
    merits = [0.0] * 16
    for mark in range(16):
        merits[mark] = 1.0 / (1.0 + exp(-base - MERITS[mark & 3] - OWN_MERITS[mark >> 2]))
    way = state.way(other)
    for cell in way:
        barring[cell] = 1
    found = [0.0] * len(actions)
    for place, action in enumerate(actions):
        start, target = action >> 8, action & 255
        is_moved = action < _PLACE
        is_near = barring[target] or (is_moved and marks[start])
        if way and not is_near:
            continue
        if is_near or marks[target] & _GATE:
            piece = position[start] if is_moved else 0
            if is_moved:
                position[start] = 0
            position[target] = _GUARD
            is_lost = _can_leave(position, other)
            position[target] = 0
            if is_moved:
                position[start] = piece
            if is_lost:
                continue
        found[place] = merits[marks[target] + 4 * own[target]]
    return found


def _can_leave(position: bytearray, player: int) -> bool:
    """Tell whether a king has a way out."""
    start = _STARTS[player]
    king = position[start]
    position[start] = 0  # his own square does not stop him
    seen = bytearray(288)  # cell * 2 + axis: he may set out from this cell along this axis
    waiting = [start * 2, start * 2 + 1]
    found = False
    while waiting and not found:
        node = waiting.pop()
        if seen[node]:
            continue
        seen[node] = 1
        axis = node & 1
        for side in range(2):
            cell = node >> 1
            while True:
                target = NEXT[axis * 288 + side * 144 + cell]
                if target == _OUT:
                    found = found or (axis == 0 and side == player)
                    break
                piece = position[target]
                if piece:
                    if piece & 3 == _GUARD:
                        waiting.append(cell * 2 + 1 - axis)
                    break
                cell = target
    position[start] = king
    return found


def _find_exits(position: bytearray, player: int) -> bytearray:
    """Return 1 for each cell * 2 + axis from which a king who sets out there gets out; his own square is free."""
    start = _STARTS[player]
    king = position[start]
    position[start] = 0
    found = bytearray(288)
    waiting = []
    for column in range(12):
        cell = column + 132 - 132 * player
        while cell != _OUT and not position[cell]:
            found[2 * cell] = 1
            waiting.append(2 * cell)
            cell = NEXT[144 * (1 - player) + cell]
    while waiting:
        node = waiting.pop()
        axis = 1 - (node & 1)  # he came along this one, up to a guard
        for side in range(2):
            cell = node >> 1
            guard = NEXT[axis * 288 + side * 144 + cell]
            if guard == _OUT or position[guard] & 3 != _GUARD:
                continue
            while cell != _OUT and not position[cell]:
                before = 2 * cell + axis
                if not found[before]:
                    found[before] = 1
                    waiting.append(before)
                cell = NEXT[axis * 288 + (1 - side) * 144 + cell]
    position[start] = king
    return found


def _walk(position: bytearray, player: int, marks: bytearray) -> float:
    """Walk all ways of a king with the guards that stand, and leave marks; return how much he may hope for."""
    start = _STARTS[player]
    exits = _find_exits(position, player)
    king = position[start]
    position[start] = 0
    seen = bytearray(288)  # cell * 2 + axis: he may set out from this cell along this axis
    waiting = [start * 2, start * 2 + 1]
    turns = 0
    count = 0
    while waiting:
        node = waiting.pop()
        if seen[node]:
            continue
        seen[node] = 1
        turns += 1
        axis = node & 1
        for side in range(2):
            base = axis * 288 + side * 144
            cell = node >> 1
            while True:
                target = NEXT[base + cell]
                if target == _OUT:
                    break
                piece = position[target]
                marks[target] |= _CROSSED
                if piece:
                    if piece & 3 == _GUARD:
                        waiting.append(cell * 2 + 1 - axis)
                    break
                if exits[cell * 2 + 1 - axis] and not marks[target] & _GATE:
                    marks[target] |= _GATE
                    count += 1
                cell = target
    position[start] = king
    return GATE * count + REACH * turns


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    if after.way(player):
        return {"code": "why_way"}
    if before.way(1 - player) and not after.way(1 - player):
        return {"code": "why_bars"}
    own, theirs = [count_gates(after, each) - count_gates(before, each) for each in (player, 1 - player)]
    if theirs < 0 and own <= -theirs:
        return {"code": "why_closes", "squares": -theirs}
    return {"code": "why_gates", "squares": count_gates(after, player)} if own > 0 else None


def count_gates(state: State, player: int) -> int:
    """Count the free squares where one more guard would let a king out; 0 if he has a way already."""
    position = state.position
    count = 0
    for cell in range(144 if not state.way(player) else 0):
        if not position[cell]:
            position[cell] = _GUARD
            count += bool(state.way(player))
            position[cell] = 0
    return count
