"""Schaff den Sprung: nine pieces race from the left edge to the right, over whatever stands in their way."""

from treppe.games import state12
from treppe.games.errors import InvalidOption
from treppe.runtime import const

OPTIONS = (
    ("players", (2, 3, 4), 2),
    ("teams", (False, True), False),
    ("shapes", (False, True), False),
    ("pattern", "SSSSSSTTT", "SSTSSTSST"),
    ("goal", "SSSSSSTTT", None),
)
NEEDS = {"teams": ("players", 4), "goal": ("shapes", True)}

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - Where the shapes stand in the start Field: the pictures are lost. `pattern` has the nine from north to south, row
#   by row from the west. "Beliebige andere Positionen können ausgehandelt werden": any other one, and with `shapes`
#   another one for the goal, too: `goal`, else that of the start.
# - "Jeder Spieler beginnt ... auf einem freien Feld auf der linken Seite": which one, is not said (ROWS, TEAM_ROWS).
# - "darf deshalb von Quadrat I aus nicht weiterziehen, weil sie in ihrer Reihe allein auf diesem Feld steht": an
#   extra move may leave a Field only where another piece stands in this row of it (LEAVERS). It fits both examples.
#   Other reading: only a jump over a gap into the next Field is forbidden.
# - "wobei die Spieler einer Gruppe nebeneinander sitzen müssen": they do, and the turn goes from team to team, as
#   Weltreich says. Other reading: clockwise, so that partners follow each other.
# - "darf diese Figur nochmals bewegt werden": she may, and need not; who cannot move at all is skipped.
# The southern row of each player's Field, 1 to 10; in teams partners sit side by side.
ROWS = {2: (7, 4), 3: (10, 7, 4), 4: (10, 7, 4, 1)}
TEAM_ROWS = (10, 4, 7, 1)
# An extra move may leave a Field only if this many pieces, the moving one included, stand in its row of the Field.
LEAVERS = 2

SHAPES = "?ST"

# A byte a cell: 0 free, else player * 4 + shape. Then the piece that may move again, 0 for none: no piece moves to a1.
_EXTRA = const(144)
_SIZE = const(148)
_GOAL = const(9)  # from the start Field to the goal Field, and the goal's first column

# Actions: start * 256 + target, or to stop, with no field in its bytes.
_STOP = const(0x1FFFF)


def check_options(options: dict) -> None:
    """Raise `InvalidOption` if the goal cannot be reached: a piece never leaves its row."""
    start, goal = options["pattern"], options["goal"]
    for row in (0, 3, 6):
        if goal and start[row : row + 3].count("T") != goal[row : row + 3].count("T"):
            raise InvalidOption({"code": "goal_unreachable", "goal": goal, "pattern": start})


def _letter(pattern, index):
    """Return the shape on a square of a Field, counted row by row from the south-west."""
    return pattern[6 - index // 3 * 3 + index % 3]


class State(state12.State):
    """One move a turn, then extra moves of the same piece; all stay in their row, so a piece has one move at most."""

    NAME = "sprung"
    TITLE = "Schaff den Sprung"
    SURFACE = "reed12"
    KINDS = SHAPES
    REASONS = ("", "home", "deadlock")
    STOP = _STOP
    CHAINS = True
    JUDGED = True

    def __init__(self, options: dict):
        """Find the Fields of all players, and the enemies of each."""
        super().__init__(options, _SIZE)
        rows = TEAM_ROWS if options["teams"] else ROWS[self.players]
        self.corners = bytes([(row - 1) * 12 for row in rows])
        self.partner = 2 if options["teams"] else 0  # what to add to a seat, modulo 4, to find its partner
        self.goal = (options["goal"] or options["pattern"]) if options["shapes"] else ""

    def set_up(self) -> None:
        """Nine pieces a player at the left edge."""
        for player in range(self.players):
            for index in range(9):
                shape = SHAPES.index(_letter(self.options["pattern"], index))
                self.position[self.corners[player] + index // 3 * 12 + index % 3] = player * 4 + shape

    def legal_actions(self) -> list[int]:
        """Return the moves; or the extra move, and to stop."""
        position = self.position
        if position[-2]:
            return []
        if position[_EXTRA]:
            return [_STOP, self._extra_move(position[_EXTRA])]
        return self._moves(position[-1])

    def can_move(self, player: int) -> bool:
        """Tell whether a piece has room on its right."""
        return bool(self._moves(player))

    def _moves(self, player):
        position = self.position
        moves = []
        corner = self.corners[player]
        for first in (corner, corner + 12, corner + 24):
            target = 0
            for cell in range(first + 11, first - 1, -1):
                if not position[cell]:
                    target = cell
                elif target:
                    moves.append(cell << 8 | target)
        return moves

    def _extra_move(self, cell):
        """Return the extra move of the piece on a cell, 0 if it has none."""
        position = self.position
        target = cell + 1
        while target % 12 and position[target]:
            target += 1
        if target % 12 == 0:
            return 0
        # Three cells of a row of a Field share their number divided by three.
        first = cell // 3 * 3
        if target >= first + 3:
            standing = 0
            for beside in (first, first + 1, first + 2):
                if position[beside]:
                    standing += 1
            if standing < LEAVERS:
                return 0
        return cell << 8 | target

    def perform(self, action: int) -> None:
        """Move; the piece moves on if it can, else the turn is over."""
        position = self.position
        player = position[-1]
        position[_EXTRA] = 0
        if action != _STOP:
            target = action & 255
            position[target] = position[action >> 8]
            position[action >> 8] = 0
            partner = (player + self.partner) % 4
            if target % 12 >= _GOAL and self._is_home(player) and self._is_home(partner):
                self.finish("home", 1 << player | 1 << partner)
                return
            if self._is_odd(target % 12, player, partner) and self._extra_move(target):
                position[_EXTRA] = target
                return
        self.next_player()

    def abort_turn(self) -> None:
        """Let no piece move again."""
        self.position[_EXTRA] = 0
        self.next_player()

    def _is_odd(self, column, player, partner):
        """Tell whether the number of enemies in a column is odd."""
        enemies = 0
        for cell in range(column, 144, 12):
            piece = self.position[cell]
            if piece and piece >> 2 != player and piece >> 2 != partner:
                enemies += 1
        return enemies & 1 == 1

    def _is_home(self, player):
        """Tell whether a player's goal Field is full, with `shapes` in the order of the start."""
        position = self.position
        for index in range(9):
            piece = position[self.corners[player] + index // 3 * 12 + index % 3 + _GOAL]
            if not piece:
                return False
            if self.goal and SHAPES[piece & 3] != _letter(self.goal, index):
                return False
        return True
