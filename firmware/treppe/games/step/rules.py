"""STEP BY STEP: a race up a tower, over stairs that everybody builds and everybody may use."""

from treppe.alphabet.image import BALL, BEYOND
from treppe.games import square, state
from treppe.runtime import const

OPTIONS = (
    ("players", (2, 3, 4), 2),
    ("size", (5, 7, 9), 7),
    ("bricks", "1..65535", None),
    ("edition", ("de", "fr"), "de"),
    ("blocked", ("beside", "way"), "beside"),
    ("last_brick", ("ends", "reach"), "ends"),
)
NEEDS = {"blocked": ("edition", "de")}  # the French text knows no blocking
READINGS = ("blocked", "last_brick")  # options that choose how a sentence of the original is read

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - The board's size, the number of bricks and the balls' places: pictures and lists are lost. `size` (odd: "in den
#   mittleren Baustein"), `bricks` (as many as cells), CORNERS.
# - "Ein Spielzug besteht immer aus zwei Handlungen, die Sie alle beide ... durchführen müssen": a move must leave a
#   place for its brick (`_moves`). Other reading: who finds no place builds nothing.
# - "blockiert, wenn er seine Kugel nicht ziehen kann und mindestens eines der Hindernisse durch eine gegnerische
#   Kugel gebildet wird": any ball beside his blocks, whatever its height. Other reading, `blocked=way`: only one on a
#   cell that he could enter if it were not there.
# - "Einmal gelegte Bausteine dürfen nicht mehr verändert werden": they lie for good when the next player lifts his
#   ball, for no sensor sees a hand let go. Other reading: at once.
# - "Ein Spieler muß ausscheiden": his ball leaves the board (`_eliminate`). Other reading: it stays, as an obstacle.
# - All players blocked one after the other: a draw (`deadlock`); the texts are silent.
# - "unentschieden, wenn ... alle Bausteine aufgebraucht wurden, jedoch keiner die Turmspitze erreichen konnte": the
#   last brick is a draw at once, in both editions, where more than one player is left once those whom it walls in are
#   out. Other reading, `last_brick=reach`: the players after him may, in turn, still move onto the tower. The French
#   text, "quand ... il ne reste plus suffisamment de pièces pour atteindre le sommet", can mean a draw as soon as no
#   stairs could be finished any more; who wants that agrees on a draw.
TOWER = 5  # bricks of the tower in the middle
# Corners by player, as (column, row), 1 for the far end: the pictures of the start are lost.
CORNERS = {
    2: ((0, 0), (1, 1)),
    3: ((0, 0), (0, 1), (1, 1)),
    4: ((0, 0), (0, 1), (1, 1), (1, 0)),
}

# A byte a cell: height, + 16 if a ball lies on it. Then the ball's cell by player, and the rest of the tail.
_OUT = const(255)
_TAIL = const(10)  # four balls, bricks left in two bytes, phase, and what every game has
_BRICKS_HIGH = const(-6)
_BRICKS_LOW = const(-5)
_BUILDS = const(-4)  # 1 while the player has moved and must build; without bricks, who has built the last one

# Actions: the cell to build on, or _MOVE + from * 128 + to.
_MOVE = const(16384)


class State(state.State):
    """Two actions a turn: move the ball, then place a brick beside it."""

    NAME = "step"
    TITLE = "STEP BY STEP"
    SURFACE = "square7"
    DRAWING = "step.drawing"
    REASONS = ("", "top", "bricks", "last", "deadlock")
    JUDGED = True

    def __init__(self, options: dict):
        """Lay out the board of `size` x `size` cells."""
        self.size = size = options["size"]
        self.cells = size * size
        super().__init__(options, self.cells + _TAIL)
        self.around = square.neighbours(size)
        self.middle = self.cells // 2
        self.fields = bytes([self.field(cell) for cell in range(self.cells)])

    def set_up(self) -> None:
        """Tower in the middle, balls in their corners, every brick in the supply."""
        position = self.position
        position[self.middle] = TOWER
        for index in range(4):
            position[self.cells + index] = _OUT
        far = self.size - 1
        for player, (column, row) in enumerate(CORNERS[self.players]):
            cell = row * far * self.size + column * far
            position[cell] = BALL
            position[self.cells + player] = cell
        self._set_bricks(self.options["bricks"] or self.cells)

    @property
    def surface(self) -> str:
        """The 7x7 towers, also for a 5x5 board; nothing for 9x9."""
        return "square7" if self.size < 9 else ""

    @property
    def bricks(self) -> int:
        """Bricks left in the supply."""
        return self.position[_BRICKS_HIGH] << 8 | self.position[_BRICKS_LOW]

    def _set_bricks(self, count):
        self.position[_BRICKS_HIGH] = count >> 8
        self.position[_BRICKS_LOW] = count & 255

    def legal_actions(self) -> list[int]:
        """Return the moves, or the cells to build on once the ball has moved."""
        position = self.position
        if position[-2]:
            return []
        if not self.bricks:
            return self._moves_to_top(position[-1])
        if position[_BUILDS]:
            beside = self.around[position[self.cells + position[-1]]]
            return [cell for cell in beside if position[cell] < 5]
        return self._moves(position[-1])

    def _moves(self, player):
        """Return the moves of a player: level and down as far as he likes, one step up at the end."""
        position = self.position
        around = self.around
        middle = self.middle
        start = position[self.cells + player]
        position[start] -= BALL  # his own ball stands in nobody's way, and a brick may follow it
        marks = bytearray(self.cells)  # 1 reached by a step up, 2 reached so that the way goes on
        marks[start] = 2
        ways = [start]
        endpoints = []
        for cell in ways:
            height = position[cell]
            for beside in around[cell]:
                step = position[beside] - height
                if step == 1:
                    if not marks[beside]:
                        marks[beside] = 1
                        endpoints.append(beside)
                elif (step == 0 or step == -1) and marks[beside] < 2:
                    if not marks[beside]:
                        endpoints.append(beside)
                    marks[beside] = 2
                    if beside != middle:
                        ways.append(beside)
        base = _MOVE + start * 128
        moves = []
        for cell in endpoints:
            if cell == middle:
                moves.append(base + cell)
                continue
            for beside in around[cell]:
                if position[beside] < 5:
                    moves.append(base + cell)
                    break
        position[start] += BALL
        return moves

    def _moves_to_top(self, player):
        return [move for move in self._moves(player) if move & 127 == self.middle]

    def _can_move(self, player):
        """Tell whether a player has a move, mostly by a look at his neighbours."""
        position = self.position
        start = position[self.cells + player]
        height = position[start] - BALL
        if height == TOWER:
            return bool(self._moves(player))
        # A brick may follow onto the cell that the ball leaves, so any first step may be the whole move.
        for beside in self.around[start]:
            if -1 <= position[beside] - height <= 1:
                return True
        return False

    def perform(self, action: int) -> None:
        """Move a ball or place a brick; a brick hands the turn on."""
        position = self.position
        player = position[-1]
        if action < _MOVE:
            position[action] += 1
            self._set_bricks(self.bricks - 1)
            position[_BUILDS] = 0
            if not self.bricks:
                position[_BUILDS] = player
                self._eliminate_walled_in(player)
            self._next_player(player)
            return
        start = action >> 7 & 127
        end = action & 127
        position[start] -= BALL
        position[end] += BALL
        position[self.cells + player] = end
        position[_BUILDS] = 1
        if end == self.middle:
            self.finish("top", 1 << player)

    def is_out(self, player: int) -> bool:
        """Tell whether a player's ball has left the board, or he himself the game."""
        return self.position[self.cells + player] == _OUT or self.has_left(player)

    def abort_turn(self) -> None:
        """End a turn without its brick."""
        if self.bricks:
            self.position[_BUILDS] = 0
        self._next_player(self.position[-1])

    def _next_player(self, player):
        """Find the next player who can move; skip or eliminate those who cannot."""
        position = self.position
        left = sum([not self.is_out(seat) for seat in range(self.players)])
        skipped = 0
        if left > 1 and not self.bricks:
            self._end_without_bricks(player)
            return
        while left > 1:
            player = (player + 1) % self.players
            if self.is_out(player):
                continue
            if self._can_move(player):
                position[-1] = player
                return
            if self._is_blocked(player):
                self.events.append(("blocked", player))
                skipped += 1
                if skipped == left:
                    self.finish("deadlock")
                    return
            else:
                self._eliminate(player)
                left -= 1
                skipped = 0
        for seat in range(self.players):
            if not self.is_out(seat):
                self.finish("last", 1 << seat)
                return

    def is_walled_in(self, player: int) -> bool:
        """Tell whether a player in the game has no move, and no ball that the rule forgives him is in his way."""
        return not self._can_move(player) and not self._is_blocked(player)

    def _eliminate_walled_in(self, builder):
        for ahead in range(1, self.players):
            seat = (builder + ahead) % self.players
            if not self.is_out(seat) and self.is_walled_in(seat):
                self._eliminate(seat)

    def _eliminate(self, player):
        position = self.position
        self.events.append(("eliminated", player))
        position[position[self.cells + player]] -= BALL
        position[self.cells + player] = _OUT

    def _is_blocked(self, player):
        """Tell whether another ball beside that of a player who cannot move keeps him in the game."""
        if self.options["edition"] != "de":
            return False
        position = self.position
        cell = position[self.cells + player]
        if self.options["blocked"] == "beside":
            return any([position[beside] >= BALL for beside in self.around[cell]])
        height = position[cell]  # of his ball, and another ball is as high
        return any([position[beside] >= BALL and -1 <= position[beside] - height <= 1 for beside in self.around[cell]])

    def _end_without_bricks(self, player):
        """End in a draw, unless one of those who follow the last builder may still go onto the tower."""
        if self.options["last_brick"] == "reach":
            for ahead in range(1, self.players):
                seat = (player + ahead) % self.players
                if seat == self.position[_BUILDS]:
                    break
                if not self.is_out(seat) and self._moves_to_top(seat):
                    self.position[-1] = seat
                    return
        self.finish("bricks")

    def cell_name(self, cell: int) -> str:
        return square.cell_name(cell, self.size)

    def word(self, action: int) -> str:
        """Return `a1-d1` for a move, `+d2` for a brick."""
        if action < _MOVE:
            return "+" + self.cell_name(action)
        return self.cell_name(action >> 7 & 127) + "-" + self.cell_name(action & 127)

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        if word[:1] == "+":
            return square.parse_cell(word[1:], self.size, self.size)
        names = word.split("-")
        if len(names) != 2:
            return -1
        start = square.parse_cell(names[0], self.size, self.size)
        end = square.parse_cell(names[1], self.size, self.size)
        return -1 if start < 0 or end < 0 else _MOVE + start * 128 + end

    def field(self, cell: int) -> int:
        """Return the surface field of a cell: a 5x5 board lies in the middle of the 7x7."""
        if self.size == 5:
            return cell // 5 * 7 + cell % 5 + 8
        return cell

    def field_name(self, field: int) -> str:
        """Return the name of the cell on a field, empty beside a 5x5 board."""
        cell = self.fields.find(bytes([field]))
        return "" if cell < 0 else self.cell_name(cell)

    def image(self) -> bytearray:
        """Return heights, + 16 for a ball."""
        if self.size != 5:
            return self.position[: self.cells]
        image = bytearray(49)
        for cell in range(25):
            image[self.field(cell)] = self.position[cell]
        return image

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the fields from and to which a ball or a brick goes; a brick comes from beyond."""
        fields = self.fields
        firsts = bytes([BEYOND if action < _MOVE else fields[action >> 7 & 127] for action in actions])
        return firsts, bytes([fields[action & 127] for action in actions])

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A ball from field to field, or a brick from the supply."""
        if action < _MOVE:
            return [(BEYOND, -1), (self.field(action), 1)]
        return [(self.field(action >> 7 & 127), -BALL), (self.field(action & 127), BALL)]

    def pieces(self, field: int) -> list[str]:
        """Return bricks, and a ball on top."""
        value = self.image()[field]
        pieces = ["B"] * (value & 15)
        if value >= BALL:
            for player in range(self.players):
                cell = self.position[self.cells + player]
                if cell != _OUT and self.field(cell) == field:
                    pieces.append("O" + str(player))
        return pieces
