"""Tapatan, from the Philippines: three pieces in a row on nine points, first placed, then moved along the lines."""

from treppe.games import board12, square, state
from treppe.runtime import const

OPTIONS = (("players", (2,), 2), ("rows", ("all", "straight"), "all"))

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
STRAIGHT = 6  # the first of them; the others are diagonal
BESIDE = (
    (1, 3, 4),
    (0, 2, 4),
    (1, 4, 5),
    (0, 4, 6),
    (0, 1, 2, 3, 5, 6, 7, 8),
    (2, 4, 8),
    (3, 4, 7),
    (4, 6, 8),
    (4, 5, 7),
)
PIECES = 3

# A byte a point: 0 free, else 1 + player. Then the pieces still beside the board, by player.
_SUPPLY = const(9)
_SIZE = const(14)
_MOVE = const(16)  # + from * 16 + to; below it the point to place on


class State(state.State):
    """One action a turn: place a piece while there is one, then move one to a free point beside it."""

    NAME = "tapatan"
    TITLE = "Tapatan"
    SURFACE = "reed12"
    REASONS = ("", "row", "deadlock")

    def __init__(self, options: dict):
        """Nine points, two players."""
        super().__init__(options, _SIZE)
        self.rows = ROWS if options["rows"] == "all" else ROWS[:STRAIGHT]

    def set_up(self) -> None:
        """Leave the board empty."""
        self.position[_SUPPLY] = self.position[_SUPPLY + 1] = PIECES

    def legal_actions(self) -> list[int]:
        """Return the points to place on, or the moves."""
        return [] if self.position[-2] else self._actions_of(self.position[-1])

    def _actions_of(self, player):
        position = self.position
        if position[_SUPPLY + player]:
            return [point for point in range(9) if not position[point]]
        own = [point for point in range(9) if position[point] == player + 1]
        return [_MOVE + start * 16 + end for start in own for end in BESIDE[start] if not position[end]]

    def can_move(self, player: int) -> bool:
        """Tell whether a player has an action."""
        return bool(self._actions_of(player))

    def perform(self, action: int) -> None:
        """Place or move, and look for a row."""
        position = self.position
        player = position[-1]
        if action < _MOVE:
            position[_SUPPLY + player] -= 1
        else:
            position[action - _MOVE >> 4] = 0
        position[action & 15] = player + 1
        if any([all([position[point] == player + 1 for point in row]) for row in self.rows]):
            self.finish("row", 1 << player)
        else:
            self.next_player()

    def field(self, cell: int) -> int:
        """Return the surface field of a point: columns and rows 2, 6 and 10."""
        return cell // 3 * 48 + cell % 3 * 4 + 13

    def cell_name(self, cell: int) -> str:
        return square.cell_name(cell, 3)

    def field_name(self, field: int) -> str:
        """Return the point's name, empty beside them."""
        return "".join([self.cell_name(cell) for cell in range(9) if self.field(cell) == field])

    def word(self, action: int) -> str:
        """Return `+b2` or `a1-b2`."""
        if action < _MOVE:
            return "+" + self.cell_name(action)
        return self.cell_name(action - _MOVE >> 4) + "-" + self.cell_name(action & 15)

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        start, sign, end = word.partition("+" if "+" in word else "-")
        target = square.parse_cell(end, 3, 3)
        source = square.parse_cell(start, 3, 3)
        if not sign or target < 0 or (sign == "+") != (not start) or (sign == "-" and source < 0):
            return -1
        return target if sign == "+" else _MOVE + source * 16 + target

    def image(self) -> bytearray:
        """Return 1 for every point with a piece."""
        image = bytearray(144)
        for cell in range(9):
            image[self.field(cell)] = self.position[cell] > 0
        return image

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the fields from and to which a piece goes; one that is placed comes from beyond."""
        return board12.endpoints([self._from_and_to(action) for action in actions])

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A piece from the supply, or from point to point."""
        both = self._from_and_to(action)
        return [(both >> 8, -1), (both & 255, 1)]

    def _from_and_to(self, action):
        start = 255 if action < _MOVE else self.field(action - _MOVE >> 4)
        return start << 8 | self.field(action & 15)

    def pieces(self, field: int) -> list[str]:
        """Return the square that stands on a field."""
        for cell in range(9):
            if self.field(cell) == field and self.position[cell]:
                return ["S" + str(self.position[cell] - 1)]
        return []
