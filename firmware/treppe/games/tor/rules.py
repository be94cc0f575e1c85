"""Das Tor: bring eight more pieces into play through the gates, the centres of the Fields."""

from treppe.alphabet.image import BEYOND
from treppe.games import board12, square, state12
from treppe.games.errors import InvalidOption
from treppe.runtime import const

OPTIONS = (
    ("players", (2, 3, 4), 2),
    ("teams", (False, True), False),
    ("empty", ("se", "sw", "nw", "ne"), "se"),
    ("crowd", ("all", "one"), "all"),
    ("partner_forbids", (False, True), False),
)
NEEDS = {"teams": ("players", 4), "partner_forbids": ("teams", True)}
READINGS = ("crowd", "partner_forbids")  # options that choose how a sentence of the original is read

SHAPES = "?CTS"
SUPPLY = (3, 5)  # triangles and squares of each player, beside the board

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - Where the three pieces stand in their corner: the picture is lost (CORNERS).
# - "bei 2 Spielern sind nur die Figuren zweier Farben im Spiel: Rot und Grün oder Blau und Gelb": two sit in opposite
#   corners (SEATS); the second one is called red also there. "Bei nur 3 Spielern werden die Figuren einer beliebigen
#   Farbe weggelassen": a corner stays empty, `empty`; of two players, so does the one across from it.
# - "es befinden sich in dem betreffenden Feld 2 oder mehr gegnerische Figuren": enemies of different players count
#   together. Other reading, `crowd=one`: two of one enemy, as for a new piece.
# - "Ein Spieler kann keine neue Figur einbringen, wenn er auf einer Linie mit 2 Figuren seines Partners steht": a
#   partner's pieces open no gate. Other reading, `partner_forbids=true`: one of them in the row and one in the column
#   forbid the new piece also where two enemies would open the gate.
# - "auf gleicher Linie mit zwei gegnerischen Figuren": what stands between does not matter.
# - "so muß zunächst die Figur aus dem Zentrum (Tor) weggezogen werden": who cannot loses his turn.
# - "Die Spieler einer Gruppe müssen nebeneinander sitzen": they do, and the turn goes from team to team, as Weltreich
#   says (TEAM_SEATS). Other reading: clockwise, so that partners follow each other.
# - "Es gewinnt, wer zuerst alle seine Figuren ... im Spiel hat": at once, in the middle of a turn.
# Cylinder, triangle and square at the start, by corner clockwise from the south-west: the picture is lost.
CORNERS = (("a1", "a3", "c1"), ("a12", "c12", "a10"), ("l12", "l10", "j12"), ("l1", "j1", "l3"))
# The corner of each player where the south-eastern one is empty, else so many corners on. In teams partners sit side
# by side.
SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
TEAM_SEATS = (0, 1, 3, 2)

EMPTY = OPTIONS[2][1]

# A byte a cell: 0 free, else player * 4 + shape. Then triangles and squares left by player, and the gate at which
# the player may bring in a piece now, 0 for none: a1 is no gate.
_TRIANGLES = const(144)
_SQUARES = const(148)
_GATE = const(152)
_SIZE = const(156)
_PIECES = const(14)  # of a player, as bits by shape

# Actions: start * 256 + target, 255 for what is beyond the board; _TRIANGLE or _SQUARE + gate; or to decline.
_DECLINE = const(0x1FFFF)
_TRIANGLE = const(0x2FF00)
_SQUARE = const(0x3FF00)
_SHAPE_TRIANGLE = const(2)
_SHAPE_SQUARE = const(3)


def _lines():
    """Return, for the twelve rows and then the twelve columns, the cells where a move may end: all but centres."""
    whole = [range(row * 12, row * 12 + 12) for row in range(12)] + [range(column, 144, 12) for column in range(12)]
    lines = [bytes(line) for line in whole]
    for number in range(1, 24, 3):  # the others have no centre
        lines[number] = bytes([cell for cell in lines[number] if cell not in board12.CENTRES])
    return tuple(lines)


_LINES = _lines()
_AROUND = (-13, -12, -11, -1, 1, 11, 12, 13)


def check_options(options: dict) -> None:
    """Raise `InvalidOption` if a corner shall stay empty where four play."""
    if options["players"] == 4 and options["empty"] != "se":
        diagnostic = {"code": "option_needs", "option": "empty", "value": options["empty"]}
        diagnostic.update({"other": "players", "needed": "2|3", "given": "4"})
        raise InvalidOption(diagnostic)


class State(state12.State):
    """A move, then perhaps a new piece on the gate of the Field where the move has ended."""

    NAME = "tor"
    TITLE = "Das Tor"
    SURFACE = "reed12"
    KINDS = SHAPES
    REASONS = ("", "gates", "deadlock")
    STOP = _DECLINE

    def __init__(self, options: dict):
        """Find the enemies of each player."""
        super().__init__(options, _SIZE)
        self.partner = 2 if options["teams"] else 0  # what to add to a seat, modulo 4, to find its partner
        self.counts_each = options["crowd"] == "one"

    def set_up(self) -> None:
        """Three pieces a player in his corner, eight beside the board."""
        seats = TEAM_SEATS if self.options["teams"] else SEATS[self.players]
        turned = EMPTY.index(self.options["empty"])
        for player, corner in enumerate(seats):
            for index, name in enumerate(CORNERS[(corner + turned) % 4]):
                self.position[square.parse_cell(name, 12, 12)] = player * 4 + index + 1
            self.position[_TRIANGLES + player], self.position[_SQUARES + player] = SUPPLY

    def legal_actions(self) -> list[int]:
        """Return the moves; or the pieces that may come in at a gate, and to decline."""
        position = self.position
        if position[-2]:
            return []
        player = position[-1]
        gate = position[_GATE]
        if gate:
            entries = [_DECLINE]
            if position[_TRIANGLES + player]:
                entries.append(_TRIANGLE + gate)
            if position[_SQUARES + player]:
                entries.append(_SQUARE + gate)
            return entries
        moves = []
        for start in self._movers(player):
            base = start << 8
            moves += [base + cell for cell in _LINES[start // 12] if not position[cell]]
            moves += [base + cell for cell in _LINES[start % 12 + 12] if not position[cell]]
        return moves

    def can_move(self, player: int) -> bool:
        """Tell whether a piece that the player may move has a free cell in its row or column."""
        position = self.position
        for start in self._movers(player):
            for line in (_LINES[start // 12], _LINES[start % 12 + 12]):
                for cell in line:
                    if not position[cell]:
                        return True
        return False

    def _movers(self, player):
        """Return the cells of the pieces that a player may move: those that must clear a gate, else all."""
        position = self.position
        low = player * 4 + 1
        high = low + 2
        partner = (player + self.partner) % 4
        clearing = []
        for gate in board12.CENTRES:
            if low <= position[gate] <= high:
                enemies = [0, 0, 0, 0]
                for step in _AROUND:
                    piece = position[gate + step]
                    if piece and piece >> 2 != player and piece >> 2 != partner:
                        enemies[piece >> 2] += 1
                if (max(enemies) if self.counts_each else sum(enemies)) >= 2:
                    clearing.append(gate)
        return clearing or [cell for cell in range(144) if low <= position[cell] <= high]

    def perform(self, action: int) -> None:
        """Move, and open the gate if the pieces stand for it; or bring a piece in, or decline."""
        position = self.position
        player = position[-1]
        if position[_GATE]:
            position[_GATE] = 0
            if action != _DECLINE:
                self._enter(action, player)
        else:
            target = action & 255
            position[target] = position[action >> 8]
            position[action >> 8] = 0
            gate = board12.centre(target)
            has_supply = position[_TRIANGLES + player] or position[_SQUARES + player]
            if has_supply and not position[gate] and self._opens(target, player):
                position[_GATE] = gate
                return
        if not position[-2]:
            self.next_player()

    def abort_turn(self) -> None:
        """Open no gate any more."""
        self.position[_GATE] = 0
        self.next_player()

    def _enter(self, action, player):
        """Put a new piece on the gate; the last one wins."""
        position = self.position
        if action < _SQUARE:
            position[action & 255] = player * 4 + _SHAPE_TRIANGLE
            position[_TRIANGLES + player] -= 1
        else:
            position[action & 255] = player * 4 + _SHAPE_SQUARE
            position[_SQUARES + player] -= 1
        partner = (player + self.partner) % 4
        for seat in (player, partner):
            if position[_TRIANGLES + seat] or position[_SQUARES + seat]:
                return
        self.finish("gates", 1 << player | 1 << partner)

    def _opens(self, target, player):
        """Tell whether one enemy has the two other shapes, one in the target's row and one in its column."""
        position = self.position
        # Bit by value: which pieces stand in the row and in the column.
        row = column = 0
        first = target // 12 * 12
        for cell in range(first, first + 12):
            row |= 1 << position[cell]
        for cell in range(target % 12, 144, 12):
            column |= 1 << position[cell]
        shape = position[target] & 3
        one = shape % 3 + 1
        other = one % 3 + 1
        partner = (player + self.partner) % 4
        if self.options["partner_forbids"] and row >> partner * 4 & _PIECES and column >> partner * 4 & _PIECES:
            return False
        for enemy in range(self.players):
            if enemy != player and enemy != partner:
                in_row = row >> enemy * 4
                in_column = column >> enemy * 4
                if (in_row >> one & in_column >> other | in_row >> other & in_column >> one) & 1:
                    return True
        return False

    def word(self, action: int) -> str:
        """Return `a3-a9`; `T+e5` or `S+e5`; or `.` to decline."""
        if action == _DECLINE:
            return "."
        if action < _DECLINE:
            return self.cell_name(action >> 8) + "-" + self.cell_name(action & 255)
        return ("T+" if action < _SQUARE else "S+") + self.cell_name(action & 255)

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        if word == ".":
            return _DECLINE
        if word[:2] not in ("T+", "S+"):
            return board12.parse_move(word)
        gate = square.parse_cell(word[2:], 12, 12)
        return -1 if gate < 0 else gate + (_TRIANGLE if word[0] == "T" else _SQUARE)

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A piece from cell to cell, or from the supply to a gate; to decline moves nothing."""
        if action == _DECLINE:
            return []
        return [(BEYOND if action >= _TRIANGLE else action >> 8, -1), (action & 255, 1)]
