"""Weltreich: occupy the thrones, crown your commander, or capture the others'."""

from treppe.alphabet.image import BEYOND
from treppe.games import board12, square, state12
from treppe.runtime import const

OPTIONS = (
    ("players", (2, 3, 4), 2),
    ("teams", (False, True), False),
    ("captures", ("leap", "clear"), "leap"),
)
NEEDS = {"teams": ("players", 4)}
READINGS = ("captures",)  # options that choose how a sentence of the original is read

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - Where pieces start and which centres are thrones: the pictures are lost (START, THRONES, CROWN, corners).
# - "geschlagen, indem man direkt auf das Quadrat zieht": a capture may leap over pieces, as a move may ("Andere
#   Figuren können dabei übersprungen werden"). Other reading, `captures=clear`: all squares between must be free.
# - "wenn er 3 der 4 Throne ... besetzen kann": with three or four who began, however many are left (THRONES_TO_WIN).
#   Other reading: four again as soon as two are left.
# - "ohne daß er dort durch einen der anderen, folgenden Spieler geschlagen werden kann": looked at after the actions
#   of the player himself (or of his partner), never after an enemy's.
# - "so daß die Spielreihenfolge zwischen den Gruppen wechselt": from team to team, and not clockwise (TEAM_CORNERS).
#   Partners do not capture each other: not said.
# - "sie schließen sich dem Spieler an": the pieces are his in every respect; their colour stays.
# Pieces and coronation throne are those of the south-west corner; the other corners are its mirror images.
START = (("T", "b3 c2 a4 d1"), ("S", "a1 a2 b1 a3 c1 c3"), ("C", "b2"))
CROWN = "h8"
THRONES = "e5 e8 h5 h8"
THRONES_TO_WIN = {2: 4, 3: 3, 4: 3}  # by the number of players who began, not of those who are left
TEAM_THRONES_TO_WIN = 4
CORNERS = {2: ("a1", "l12"), 3: ("a1", "a12", "l12"), 4: ("a1", "a12", "l12", "l1")}  # in the order of play
TEAM_CORNERS = ("a1", "a12", "l1", "l12")  # teams move in turn, partners sit side by side

# Distances at which a kind captures, as bits: riders 3, archers 4, commanders 2 or 5.
_KINDS = ".TSC"
_REACH = bytes((0, 1 << 3, 1 << 4, 1 << 2 | 1 << 5))
_COMMANDER = const(3)

# A byte a cell: 0 free, else colour * 4 + kind. Then the owner of each colour, for a player who captures a
# commander takes that colour over as a whole. Sets of such bytes are ints, bit n for the byte n.
_OWNERS = const(144)
_SIZE = const(151)
_ALL = const(0xEEEE)
_COLOUR = const(0xE)

# Actions: from * 256 + to, + _TAKES for a capture.
_TAKES = const(1 << 16)


def _mirrored(cell, corner):
    """Return the cell that is to a corner what this one is to the south-west."""
    column = cell % 12
    row = cell // 12
    if corner[0] == "l":
        column = 11 - column
    if corner[1:] == "12":
        row = 11 - row
    return row * 12 + column


class State(state12.State):
    """One action a turn: a move in a straight line over anything, or a capture at the piece's own distance."""

    NAME = "weltreich"
    TITLE = "Weltreich"
    SURFACE = "reed12"
    KINDS = _KINDS
    REASONS = ("", "commander", "thrones", "crown", "deadlock")
    CAPTURES = True

    def __init__(self, options: dict):
        """Seat the players in their corners."""
        super().__init__(options, _SIZE)
        self.teams = options["teams"]
        self.leaps = options["captures"] == "leap"
        self.corners = TEAM_CORNERS if self.teams else CORNERS[self.players]
        crown = square.parse_cell(CROWN, 12, 12)
        self.crowns = bytes([_mirrored(crown, corner) for corner in self.corners])
        self.thrones = bytes([square.parse_cell(name, 12, 12) for name in THRONES.split()])

    def set_up(self) -> None:
        """Eleven pieces in each player's corner; every colour is its own player's."""
        for kind, names in START:
            piece = _KINDS.index(kind)
            for name in names.split():
                cell = square.parse_cell(name, 12, 12)
                for player, corner in enumerate(self.corners):
                    self.position[_mirrored(cell, corner)] = player * 4 + piece
        for player in range(self.players):
            self.position[_OWNERS + player] = player

    def is_out(self, player: int) -> bool:
        """Tell whether a player has lost his commander, so that his colour is another's, or has left."""
        return self.position[_OWNERS + player] != player or self.has_left(player)

    def owner(self, field: int) -> int:
        """Return the player to whom the piece on a cell belongs, whatever its colour; -1 for a free cell."""
        piece = self.position[field]
        return self.position[_OWNERS + (piece >> 2)] if piece else -1

    def legal_actions(self) -> list[int]:
        """Return all moves and captures of the player's pieces."""
        if self.position[-2]:
            return []
        return self._moves(self.position[-1], 1 << 14)

    def can_move(self, player: int) -> bool:
        """Tell whether any of his pieces can move or capture."""
        return bool(self._moves(player, 1))

    def _moves(self, player, enough):
        """Return a player's actions, piece by piece; stop when there are enough of them."""
        position = self.position
        own = self._bytes_of(1 << player)
        enemy = _ALL ^ self._bytes_of(self._allies(player))
        actions: list[int] = []
        add = actions.append
        leap = self._may_leap
        for start in range(144):
            if not own >> position[start] & 1:
                continue
            reach = _REACH[position[start] & 3]
            column = start % 12
            row = start - column
            base = start << 8
            for cell in range(row, row + 12):
                if not position[cell]:
                    add(base + cell)
                elif enemy >> position[cell] & 1 and reach >> abs(cell - start) & 1 and leap(start, cell, 1):
                    add(base + cell + _TAKES)
            for cell in range(column, 144, 12):
                if not position[cell]:
                    add(base + cell)
                elif enemy >> position[cell] & 1 and reach >> abs(cell - start) // 12 & 1 and leap(start, cell, 12):
                    add(base + cell + _TAKES)
            if len(actions) >= enough:
                break
        return actions

    def _may_leap(self, start, end, step):
        """Tell whether a capture may pass the squares between two of a line."""
        return self.leaps or not any(
            [self.position[cell] for cell in range(min(start, end) + step, max(start, end), step)]
        )

    def _allies(self, player):
        """Return the set of players who win with a player: he, and his partner in teams."""
        return 5 << (player & 1) if self.teams else 1 << player

    def _bytes_of(self, players):
        """Return the set of cell bytes that are pieces of a set of players."""
        owners = self.position
        found = 0
        for colour in range(self.players):
            if players >> owners[_OWNERS + colour] & 1:
                found |= _COLOUR << 4 * colour
        return found

    def perform(self, action: int) -> None:
        """Move or capture; then look at commanders, thrones and crowns, in this order."""
        position = self.position
        player = position[-1]
        start = action >> 8 & 255
        target = action & 255
        captured = position[target]
        position[target] = position[start]
        position[start] = 0
        allies = self._allies(player)
        if captured & 3 == _COMMANDER and self._take_over(player, captured >> 2):
            self.finish("commander", allies)
        elif self._hold_thrones(allies):
            self.finish("thrones", allies)
        elif self._are_crowned(allies):
            self.finish("crown", allies)
        else:
            self.next_player()

    def _take_over(self, player, victim):
        """Eliminate a player whose commander was captured; tell whether that decides the game."""
        if self.teams or self.players == 2:
            return True
        owners = self.position
        left = 0
        for colour in range(self.players):
            if owners[_OWNERS + colour] == victim:
                owners[_OWNERS + colour] = player
            left += owners[_OWNERS + colour] == colour and not self.has_left(colour)
        self.events.append(("eliminated", victim))
        self.events.append(("converted", victim, player))
        return left == 1

    def _hold_thrones(self, allies):
        own = self._bytes_of(allies)
        held = 0
        for throne in self.thrones:
            held += own >> self.position[throne] & 1
        return held >= (TEAM_THRONES_TO_WIN if self.teams else THRONES_TO_WIN[self.players])

    def _are_crowned(self, allies):
        """Tell whether the commanders of all allies stand on their coronation thrones and are safe there."""
        position = self.position
        for player in range(self.players):
            if allies >> player & 1 and position[self.crowns[player]] != player * 4 + _COMMANDER:
                return False
        enemy = _ALL ^ self._bytes_of(allies | position[-3])  # who has left captures nothing any more
        for player in range(self.players):
            if allies >> player & 1 and self._is_threatened(self.crowns[player], enemy):
                return False
        return True

    def _is_threatened(self, target, enemy):
        """Tell whether a piece of a set of bytes could capture on a cell in one move."""
        position = self.position
        column = target % 12
        row = target - column
        for cell in range(row, row + 12):
            is_near = enemy >> position[cell] & 1 and _REACH[position[cell] & 3] >> abs(cell - target) & 1
            if is_near and self._may_leap(cell, target, 1):
                return True
        for cell in range(column, 144, 12):
            is_near = enemy >> position[cell] & 1 and _REACH[position[cell] & 3] >> abs(cell - target) // 12 & 1
            if is_near and self._may_leap(cell, target, 12):
                return True
        return False

    def winning_fields(self, player: int) -> list[int]:
        """Return the thrones that he or his partner holds, the coronation thrones, or where the commander was taken."""
        allies = self._allies(player)
        if self.reason == "thrones":
            own = self._bytes_of(allies)
            return [throne for throne in self.thrones if own >> self.position[throne] & 1]
        if self.reason == "crown":
            return [self.crowns[seat] for seat in range(self.players) if allies >> seat & 1]
        if self.reason == "commander":
            return [self.history()[-1] & 255]
        return super().winning_fields(player)

    def word(self, action: int) -> str:
        """Return `b3-b9` for a move, `b3xb6` for a capture."""
        link = "x" if action & _TAKES else "-"
        return self.cell_name(action >> 8 & 255) + link + self.cell_name(action & 255)

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        action = board12.parse_move(word.replace("x", "-"))
        return action + _TAKES if action >= 0 and "x" in word else action

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A piece from cell to cell; a captured piece goes first."""
        start = action >> 8 & 255
        target = action & 255
        taken = [(target, -1), (BEYOND, 1)] if action & _TAKES else []
        return taken + [(start, -1), (target, 1)]
