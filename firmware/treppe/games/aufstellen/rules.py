"""Aufstellen: four of your five pieces in a straight line of centres."""

from treppe.alphabet.image import BEYOND
from treppe.games import square, state
from treppe.runtime import const

OPTIONS = (("players", (2,), 2), ("diagonals", (False, True), True), ("board", ("large", "small"), "large"))
READINGS = ("diagonals",)  # options that choose how a sentence of the original is read
ON = {"start4": {"board": "small"}}  # options that a surface demands

# Choices where the original text says nothing or can be read in two ways.
# - "wer zuerst 4 von seinen Figuren in eine gerade Linie bringt": a diagonal is a straight line, too. Other reading,
#   `diagonals=false`: rows and columns only, as where a square moves "in gerader Richtung".
# - "wenn ein Spieler an der Reihe ist, und die Figur nicht bewegen kann, ... so verliert er": with two pieces of the
#   due shape he loses when neither of them can. Other reading: none, for he chooses which one he moves.
# - "immer in der gleichen Reihenfolge: Spieler A - Viereck; Spieler B - Dreieck; ...": the shape goes on over the
#   turns of both.
SHAPES = "STC"
SUPPLY = (2, 2, 1)  # squares, triangles, cylinders of each player

# Centres are numbered from the south-west; names and fields are those of the 12x12 board.
_COLUMNS = "behk"
_ROWS = ("2", "5", "8", "11")

LINES = (
    (0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15),
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (3, 6, 9, 12),
)  # fmt: skip
_STRAIGHT = const(8)  # of them come before the diagonals

# A byte a centre: 0 free, else 1 + shape + 3 * player. Then the supply by player and shape, and the turn modulo 6.
_SUPPLY = const(16)
_TURN = const(22)
_SIZE = const(26)

# Actions: the centre to place on, or _MOVE + from * 16 + to.
_MOVE = const(256)


def _around():
    """Return, for every centre, the centres beside it, also across its corners."""
    reach = []
    for centre in range(16):
        rows, columns = [range(max(0, place - 1), min(4, place + 2)) for place in divmod(centre, 4)]
        near = [row * 4 + column for row in rows for column in columns]
        near.remove(centre)
        reach.append(bytes(near))
    return tuple(reach)


BESIDE = square.neighbours(4)
AROUND = _around()


class State(state.State):
    """One action a turn, with the next shape: placed while the supply has one, else moved."""

    NAME = "aufstellen"
    TITLE = "Aufstellen"
    SURFACE = "reed12"
    DRAWING = "aufstellen.drawing"
    REASONS = ("", "stuck", "line")
    JUDGED = True

    def __init__(self, options: dict):
        """Sixteen centres, two players; on the small board there is nothing between them."""
        super().__init__(options, _SIZE)
        self.lines = LINES if options["diagonals"] else LINES[:_STRAIGHT]
        self._is_small = options["board"] == "small"

    def set_up(self) -> None:
        """Leave the board empty and put all pieces into the supply."""
        for index in range(6):
            self.position[_SUPPLY + index] = SUPPLY[index % 3]

    def due(self) -> int:
        """Return the next shape, an index into `SHAPES`: squares, triangles, cylinders in turn."""
        return self.position[_TURN] % 3

    def legal_actions(self) -> list[int]:
        """Return the free centres if the due shape is in the supply, else its moves."""
        position = self.position
        if position[-2]:
            return []
        player = position[-1]
        shape = position[_TURN] % 3
        if position[_SUPPLY + 3 * player + shape]:
            return [centre for centre in range(16) if not position[centre]]
        piece = 1 + shape + 3 * player
        reach = AROUND if shape == 2 else BESIDE
        moves = []
        for centre in range(16):
            if position[centre] == piece:
                base = _MOVE + centre * 16
                for near in reach[centre]:
                    if not position[near]:
                        moves.append(base + near)
        return moves

    def perform(self, action: int) -> None:
        """Place or move; a line wins, and so does an opponent who then cannot move."""
        position = self.position
        player = position[-1]
        shape = position[_TURN] % 3
        if action < _MOVE:
            position[_SUPPLY + 3 * player + shape] -= 1
        else:
            position[action >> 4 & 15] = 0
        position[action & 15] = 1 + shape + 3 * player
        if self.line(player):
            self.finish("line", 1 << player)
            return
        position[_TURN] = (position[_TURN] + 1) % 6
        position[-1] = 1 - player
        if not self.legal_actions():
            self.finish("stuck", 1 << player)

    def line(self, player: int) -> tuple:
        """Return the centres of the line that a player's pieces stand in; none while they stand in no line."""
        position = self.position
        low = 1 + 3 * player
        high = low + 2
        for line in self.lines:
            a, b, c, d = line
            if (
                low <= position[a] <= high
                and low <= position[b] <= high
                and low <= position[c] <= high
                and low <= position[d] <= high
            ):
                return line
        return ()

    def winning_fields(self, player: int) -> list[int]:
        """Return the fields of a player's line; those of all his pieces where he has won otherwise."""
        line = [self.field(cell) for cell in self.line(player)]
        return line or super().winning_fields(player)

    @property
    def surface(self) -> str:
        """The surface with 144 fields, or that of the centres alone."""
        return "start4" if self._is_small else self.SURFACE

    def cell_name(self, cell: int) -> str:
        """Return the centre's name on the 12x12 board."""
        return _COLUMNS[cell % 4] + _ROWS[cell // 4]

    def field_name(self, field: int) -> str:
        """Return the name on the 12x12 board, also between the centres."""
        return self.cell_name(field) if self._is_small else square.cell_name(field, 12)

    def word(self, action: int) -> str:
        """Return `+e5` for a placement, `e5-h8` for a move."""
        if action < _MOVE:
            return "+" + self.cell_name(action)
        return self.cell_name(action >> 4 & 15) + "-" + self.cell_name(action & 15)

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        if word[:1] == "+":
            return _centre(word[1:])
        names = word.split("-")
        if len(names) != 2:
            return -1
        start = _centre(names[0])
        end = _centre(names[1])
        return -1 if start < 0 or end < 0 else _MOVE + start * 16 + end

    def field(self, cell: int) -> int:
        """Return the surface field of a centre."""
        return cell if self._is_small else cell // 4 * 36 + cell % 4 * 3 + 13

    def image(self) -> bytearray:
        """Return 1 for every centre with a piece."""
        image = bytearray(16 if self._is_small else 144)
        for cell in range(16):
            if self.position[cell]:
                image[self.field(cell)] = 1
        return image

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the fields from and to which a piece goes; a new one comes from beyond."""
        field = self.field
        firsts = bytes([BEYOND if action < _MOVE else field(action >> 4 & 15) for action in actions])
        return firsts, bytes([field(action & 15) for action in actions])

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A piece from the supply or from its centre to another."""
        start = BEYOND if action < _MOVE else self.field(action >> 4 & 15)
        return [(start, -1), (self.field(action & 15), 1)]

    def pieces(self, field: int) -> list[str]:
        """Return the piece of a centre; there is nothing on other fields."""
        cell = field
        if not self._is_small:
            row = field // 12
            column = field % 12
            if row % 3 != 1 or column % 3 != 1:
                return []
            cell = row // 3 * 4 + column // 3
        value = self.position[cell]
        return [SHAPES[(value - 1) % 3] + str((value - 1) // 3)] if value else []


def _centre(name):
    if name[:1] not in _COLUMNS or name[1:] not in _ROWS or not name:
        return -1
    return _ROWS.index(name[1:]) * 4 + _COLUMNS.index(name[0])
