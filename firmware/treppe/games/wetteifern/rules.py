"""Allein Wetteifern: a peg solitaire in four colours for one player."""

from treppe.alphabet.image import BEYOND
from treppe.games import chance, state12
from treppe.games.errors import InvalidOption
from treppe.runtime import const, micropython, ptr8

OPTIONS = (
    ("players", (1,), 1),
    ("seed", "1..4294967295", None),
    ("mix", "BBBBBBBBBGGGGGGGGGRRRRRRRRRYYYYYYYYY", None),
    ("area", (12, 8), 12),
)
READINGS = ("area",)  # options that choose how a sentence of the original is read

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - The colours at the start from north to south, columns d to i, rows 9 to 4: the picture is lost. START is the most
#   regular colouring for which the text's examples and its solution hold.
# - The text names squares 1 to 8 and A to H, and lands no jump beyond them, though all games are "auf dem gleichen
#   Spielplan": a jump may land on the whole board. Other reading, `area=8`: on these 8 x 8 only, our c3 to j10.
# - "springt ... über eine oder mehrere Figuren in gerader Linie ... auf ein freies Quadrat": over an unbroken line,
#   onto the square directly behind it. Other reading: onto any free square of the line; no example needs it.
# - "Die Figuren können verdeckt gezogen und dann bunt gemischt aufgestellt werden": the board deals them (`seed`), or
#   hands do and tell it how they lie (`mix`), for reeds see no colours.
# - "hervorragend", "gut", "zufriedenstellend", "üben, üben": the rating; only one piece left counts as won.
START = (
    "RYRGBG",
    "YRYBGB",
    "RYRGBG",
    "BGBYRY",
    "GBGRYR",
    "BGBYRY",
)

COLOURS = "?BRYG"  # blue, red, yellow, green, as players have them
_SHUFFLED = "RYBG"  # nine of each, in the order in which they are shuffled

_RATINGS = ("excellent", "good", "satisfactory")  # with one, two and three pieces left

# A byte a cell: 0 free, else 1 + colour.
_SIZE = const(147)

# Actions: start * 256 + target, or to stop, with no field in its bytes.
_STOP = const(0x1FFFF)

# Jumps are looked for on a board framed by edges: 13 columns and 14 rows, so that an edge ends every line.
_EDGE = const(255)
_STEPS = (1, -1, 13, -13)


def check_options(options: dict) -> None:
    """Raise `InvalidOption` for a mix that is both dealt and laid out by hands."""
    if options["mix"] and options["seed"]:
        diagnostic = {"code": "option_needs", "option": "mix", "value": options["mix"]}
        diagnostic.update({"other": "seed", "needed": "-", "given": str(options["seed"])})
        raise InvalidOption(diagnostic)


class State(state12.State):
    """A jump an action; the pieces below it are gone."""

    NAME = "wetteifern"
    TITLE = "Allein Wetteifern"
    SURFACE = "reed12"
    REASONS = ("", "stuck", "stopped")
    STOP = _STOP
    SIMPLE = False
    PASSES = True
    OPEN_SEED = True

    def __init__(self, options: dict):
        """One player, 36 pieces."""
        super().__init__(options, _SIZE)
        self.first = (12 - options["area"]) // 2  # of the columns and rows on which a jump may land

    def set_up(self) -> None:
        """Lay the pieces out by colour, shuffled, or as hands have mixed them."""
        colours = bytearray()
        if self.options["seed"]:
            for letter in _SHUFFLED:
                colours.extend(bytes([COLOURS.index(letter)] * 9))
            generator = bytearray(4)
            chance.seed(generator, 0, self.options["seed"])
            chance.shuffle(generator, 0, colours, 0, 36)
        else:
            start = self.options["mix"] or "".join(START)
            for row in range(30, -1, -6):
                colours.extend(bytes([COLOURS.index(letter) for letter in start[row : row + 6]]))
        for index in range(36):
            self.position[(index // 6 + 3) * 12 + index % 6 + 3] = colours[index]
        self._finish_if_stuck()

    def legal_actions(self) -> list[int]:
        """Return the jumps, and to stop."""
        if self.position[-2]:
            return []
        actions = self._jumps(1000)
        actions.append(_STOP)
        return actions

    def _jumps(self, limit):
        """Return the jumps, `limit` of them at most."""
        position = self.position
        framed = bytearray(b"\xff" * 182)
        first, end = self.first, 12 - self.first
        for row in range(first, end):
            framed[row * 13 + 13 + first : row * 13 + 13 + end] = position[row * 12 + first : row * 12 + end]
        jumps = []
        for start in range(144):
            colour = position[start]
            if colour:
                place = start + start // 12 + 13
                for step in _STEPS:
                    cell = place + step
                    other = framed[cell]
                    if other:
                        while other and other != colour and other != _EDGE:
                            cell += step
                            other = framed[cell]
                        if not other:
                            jumps.append(start << 8 | cell - cell // 13 - 12)
                            if len(jumps) == limit:
                                return jumps
        return jumps

    def _finish_if_stuck(self):
        if not self._jumps(1):
            self.finish("stuck", 1 if self.scores[0] == 1 else 0)

    def perform(self, action: int) -> None:
        """Jump and remove, or stop."""
        if action == _STOP:
            self.finish("stopped")
            return
        position = self.position
        for cell in self.passed(action):
            position[cell] = 0
            self.events.append(("removed", cell))
        position[action & 255] = position[action >> 8]
        position[action >> 8] = 0
        self._finish_if_stuck()

    @property
    def scores(self) -> tuple[int, ...]:
        """Pieces left: the fewer the better."""
        return (144 - self.position.count(b"\0", 0, 144),)

    @property
    def rating(self) -> str:
        """What the pieces left are worth, in the original's words."""
        left = self.scores[0]
        return _RATINGS[left - 1] if left <= len(_RATINGS) else "keep practising"

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """The jumper from cell to cell, then every piece below it off the board; to stop moves nothing."""
        if action == _STOP:
            return []
        moves = [(action >> 8, -1), (action & 255, 1)]
        for cell in self.passed(action):
            moves.append((cell, -1))
            moves.append((BEYOND, 1))
        return moves

    def passed(self, action: int) -> range:
        """Return the cells between start and target of a jump, in this order."""
        start = action >> 8
        target = action & 255
        step = 1 if start // 12 == target // 12 else 12
        if target < start:
            step = -step
        return range(start + step, target, step)

    @staticmethod
    @micropython.viper  # asked for with every lift
    def count_passing(field: int, firsts, lasts, counts: ptr8):
        """Add one to the count of each jump over a field."""
        starts = ptr8(firsts)
        endpoints = ptr8(lasts)
        for place in range(int(len(firsts))):  # noqa: RUF046 - viper needs the type
            low, high = starts[place], endpoints[place]
            if low > high:
                low, high = high, low
            if low < field and field < high and (high - low < 12 or (field - low) % 12 == 0):
                counts[place] = counts[place] + 1

    def pieces(self, field: int) -> list[str]:
        """Return the piece of a cell."""
        colour = self.position[field]
        return ["P" + str(colour - 1)] if colour else []

    def owner(self, field: int) -> int:
        """All pieces are the one player's, whatever their colour."""
        return 0 if self.position[field] else -1
