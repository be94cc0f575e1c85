"""Blockade: how many single guards would open a way for each king."""

from math import exp

from treppe.games.blockade.rules import KINGS, State
from treppe.games.host.shares import shares
from treppe.games.square import parse_cell

LEVELS = ((1, 0.8), (4, 0.0), (7, 0.0), (20, 0.0), (100, 0.0), (6000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

MINIMAX = 0.0  # so little is known before a way is open that the end of the best line says less than the mean of all
OPEN = (0.2, 0.8)
"""What the search says between these comes true half of the time, whatever it says (`make bench-programs`)."""

GATE = 0.12  # for each cell where a guard would turn the king towards his edge
REACH = 0.01  # for each place where the king can turn already
TURN = 0.3
MERITS = (0.0, 0.3, 0.0, 0.6)  # of a guard where the other king comes along, and where another guard would let him out
OWN_MERITS = (0.0, 0.0, 0.0, 0.9)  # the same for the own king
_KING = 2
_GUARD = 1
_PLACE = 255 << 8  # as in rules.py: an action that sets a guard from the supply
_LEAVES = 146  # as in rules.py: the player to move has a way out, and must take it
_STARTS = bytes([parse_cell(name, 12, 12) for name in KINGS])
_STEPS = (12, 1)  # along axis 0 and 1


def chances(state: State) -> list[float]:
    """Return the players' chances by the ways that one more guard would open."""
    position = state.position
    if position[_LEAVES]:
        return [0.0, 1.0] if position[-1] else [1.0, 0.0]
    marks = bytearray(144)
    scores = [_walk(position, 0, marks), _walk(position, 1, marks)]
    scores[position[-1]] += TURN
    return shares(scores)


def guesses(state: State, actions: list[int]) -> list[float]:
    """Return the mover's chance after each action at first sight; 0 where the other king walks out at once."""
    position = state.position
    player = position[-1]
    if position[_LEAVES]:
        return [1.0]
    marks = bytearray(144)
    scores = [_walk(position, player, marks) + TURN, 0.0]
    for cell in range(144):
        marks[cell] *= 4
    scores[1] = _walk(position, 1 - player, marks)
    base = scores[0] - scores[1]
    merits = [0.0] * 16
    for mark in range(16):
        merits[mark] = 1.0 / (1.0 + exp(-base - MERITS[mark & 3] - OWN_MERITS[mark >> 2]))
    found = [0.0] * len(actions)
    way = state.way(1 - player)
    barring = bytearray(256)
    for cell in way:
        barring[cell] = 1
    for place, action in enumerate(actions):
        target = action & 255
        if not way or barring[target] or (action < _PLACE and _is_beside(barring, action >> 8)):
            found[place] = merits[marks[target]]
    return found


def _is_beside(cells: bytearray, cell: int) -> bool:
    """Tell whether one of some cells is beside another one, over the edge as well."""
    return bool(
        cells[cell + 1] or cells[cell + 12] or (cell > 0 and cells[cell - 1]) or (cell > 11 and cells[cell - 12])
    )


def _walk(position: bytearray, player: int, marks: bytearray) -> float:
    """Walk all ways of a king with the guards that stand; return how much he may hope for.

    Cells that he crosses get a mark of 1, those where a guard would let him out 2 more.
    """
    start = _STARTS[player]
    king = position[start]
    position[start] = 0
    ahead = 12 - 24 * player
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
                if not marks[target] & 3:
                    marks[target] |= 1
                if node & 1 and not marks[target] & 2 and _is_free(position, cell, ahead):
                    marks[target] |= 2
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
