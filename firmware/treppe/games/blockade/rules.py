"""Blockade: get your king out over the far edge; guards block the enemy's and deflect your own."""

from typing import Any

from treppe.alphabet.image import BEYOND
from treppe.games import board12, square, state12
from treppe.runtime import const

OPTIONS = (("players", (2,), 2),)

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - "Jeweils letzte Felderreihe, zweites Zentrum von links": both kings in one column (KINGS). Other reading: each seen
#   from his own side; then the way of the first player's king is free, and he has won before anybody has moved.
# - "Der erste Wächter, den jeder Spieler setzt, darf außerdem nicht auf ein Zentrum gesetzt werden": on none of the
#   sixteen. Other reading: on none that stops a king's first way.
# - "Ein Wächter darf nicht in ein Feld gesetzt werden, in dem sich ein König befindet", and moved "auf ein beliebiges
#   freies Quadrat": moved he may not stop there either. Other reading: only setting him there is forbidden.
# - The text is silent on a player without a legal action: he is skipped; if neither has one, the game is a draw.
KINGS = ("e2", "e11")

GUARDS = 6

# A byte a cell: 0 free, else player * 4 + kind. Then the guards in each supply, and whether the king of the player
# to move can leave.
_GUARD = const(1)
_KING = const(2)
_SUPPLY = const(144)
_LEAVES = const(146)
_SIZE = const(150)

# Actions: from * 256 + to, where 255 is beyond the board: the supply, or over the far edge.
_PLACE = const(255 << 8)

_START = bytes([square.parse_cell(name, 12, 12) for name in KINGS])
_THRONES = bytes([board12.centre(king) for king in _START])
_COURTS = bytes([board12.centre(cell) in _THRONES for cell in range(144)])
_PLACES = bytes([cell for cell in range(144) if not _COURTS[cell]])
_FIRST_PLACES = bytes([cell for cell in _PLACES if cell not in board12.CENTRES])

# The search for a way packs what is still to be tried: squares walked << _WALKED | node << 8 | 1 + the cell before.
# A node is cell * 2 + axis: from this cell the king may set out both ways along axis 0 (north, south) or 1.
_WALKED = const(17)
_EXIT = const(288)
_FROM_START = const(200)


def _lines(cell, axis):
    """Return the cells before a piece on its way to the two edges of an axis, nearest first; north or east first."""
    if axis:
        row = cell - cell % 12
        return range(cell + 1, row + 12), range(cell - 1, row - 1, -1)
    return range(cell + 12, 144, 12), range(cell - 12, -1, -12)


class State(state12.State):
    """One action a turn: place a guard, later move one; a king who can leave must."""

    NAME = "blockade"
    TITLE = "Blockade"
    SURFACE = "reed12"
    KINDS = " SC"
    REASONS = ("", "exit", "deadlock")
    JUDGED = True

    def __init__(self, options: dict):
        """Two players with a king and six guards each."""
        super().__init__(options, _SIZE)
        self._passage: list[int] = []
        self._passed = b""  # the position for which it was worked out

    def set_up(self) -> None:
        """Kings on their squares, guards in the supply."""
        for player in range(2):
            self.position[_START[player]] = player * 4 + _KING
            self.position[_SUPPLY + player] = GUARDS
        self.position[_LEAVES] = bool(self.way(0))

    def legal_actions(self) -> list[int]:
        """Return the king's exit if he has a way; else the places for a guard; else the guards' moves."""
        position = self.position
        if position[-2]:
            return []
        player = position[-1]
        if position[_LEAVES]:
            return [_START[player] << 8 | BEYOND]
        supply = position[_SUPPLY + player]
        if supply:
            places = _FIRST_PLACES if supply == GUARDS else _PLACES
            return [_PLACE + cell for cell in places if not position[cell]]
        return self._moves(player, 1 << 14)

    def can_move(self, player: int) -> bool:
        """Tell whether he can place or move a guard, or leave."""
        return bool(self.position[_SUPPLY + player] or self._moves(player, 1) or self.way(player))

    def _moves(self, player, enough):
        """Return the moves of a player's guards, guard by guard; stop when there are enough of them."""
        position = self.position
        guard = player * 4 + _GUARD
        courts = _COURTS
        moves = []
        for start in range(144):
            if position[start] != guard:
                continue
            base = start << 8
            for axis in range(2):
                for line in _lines(start, axis):
                    for cell in line:
                        if position[cell]:
                            break
                        if not courts[cell]:
                            moves.append(base + cell)
            if len(moves) >= enough:
                break
        return moves

    def way(self, player: int) -> list[int]:
        """Return the cells of a shortest way out for a player's king, his own first; none if he has no way.

        A cell that he crosses twice stands there twice.
        """
        position = self.position
        start = _START[player]
        king = position[start]
        if king != player * 4 + _KING:
            return []
        position[start] = 0  # his own square does not stop him
        before = self._search(start, player)
        position[start] = king
        return _retrace(before, start, player) if before else []

    def _search(self, start, player):
        """Return 1 + the cell before it by node, the exit's last; None if there is no way.

        The node with the fewest squares walked is tried first, so the exit is reached by a shortest way.
        """
        position = self.position
        before = bytearray(_EXIT + 1)
        open_nodes = [start << 9 | _FROM_START, start << 9 | 1 << 8 | _FROM_START]
        while open_nodes:
            nearest = min(open_nodes)
            open_nodes.remove(nearest)
            node = nearest >> 8 & 511
            if before[node]:
                continue
            before[node] = nearest & 255
            if node == _EXIT:
                return before
            cell = node >> 1
            axis = node & 1
            walked = nearest >> _WALKED
            for side, line in enumerate(_lines(cell, axis)):
                last = cell
                steps = walked
                for ahead in line:
                    value = position[ahead]
                    if value:
                        if value & 3 == _GUARD:
                            open_nodes.append(steps << _WALKED | (last * 2 + 1 - axis) << 8 | cell + 1)
                        break
                    last = ahead
                    steps += 1
                else:
                    if axis == 0 and side == player:
                        open_nodes.append(steps + 1 << _WALKED | _EXIT << 8 | cell + 1)
        return None

    def perform(self, action: int) -> None:
        """Place or move a guard, or leave; then look whether the next king can."""
        position = self.position
        player = position[-1]
        start = action >> 8
        target = action & 255
        if target == BEYOND:
            position[start] = 0
            self.finish("exit", 1 << player)
            return
        if start == BEYOND:
            position[_SUPPLY + player] -= 1
        else:
            position[start] = 0
        position[target] = player * 4 + _GUARD
        self.next_player()
        position[_LEAVES] = bool(self.way(position[-1]))

    def word(self, action: int) -> str:
        """Return `+g7` for a guard from the supply, `g7-g10` for a move, `e2-off` for the king."""
        target = action & 255
        if action >= _PLACE:
            return "+" + self.cell_name(target)
        return self.cell_name(action >> 8) + "-" + ("off" if target == BEYOND else self.cell_name(target))

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        if word[:1] == "+":
            cell = square.parse_cell(word[1:], 12, 12)
            return -1 if cell < 0 else _PLACE + cell
        if word[-4:] == "-off" and word[:-4] in KINGS:
            return square.parse_cell(word[:-4], 12, 12) << 8 | BEYOND
        return board12.parse_move(word)

    def winning_fields(self, player: int) -> list[int]:
        """Return the way on which his king has left."""
        if self.reason != "exit":
            return super().winning_fields(player)
        before: Any = self.clone()
        before.undo_action()
        return list(before.way(player))

    def passage(self, action: int) -> list[int]:
        """The king's way out."""
        if action & 255 != BEYOND:
            return []
        if self._passed != self.position:  # hands, lamps and display ask for the same way one after the other
            self._passed = bytes(self.position)
            self._passage = self.way(self.position[-1])
        return self._passage


def _retrace(before, start, player):
    """Return the cells from a king's square to his far edge."""
    cell = before[_EXIT] - 1
    axis = 0
    corners = [cell % 12 + (0 if player else 132)]
    while True:
        corners.append(cell)
        previous = before[cell * 2 + axis]
        if previous == _FROM_START:
            break
        cell = previous - 1
        axis = 1 - axis
    cells = [start]
    while corners:
        corner = corners.pop()
        gap = corner - cells[-1]
        stride = 12 if gap % 12 == 0 else 1
        while cells[-1] != corner:
            cells.append(cells[-1] + (stride if gap > 0 else -stride))
    return cells
