"""7 Steps: discs on towers of their colour, along a path that climbs; every disc scores its level."""

from treppe.alphabet.image import BEYOND
from treppe.games import hexes
from treppe.games.seven import supply
from treppe.games.seven.actions import ALONE, PUT, TAKE, list_takes, note_ends
from treppe.games.seven.supply import AID, HANDS, NEAR, SIZES, VICTORY, colours_in, pack_digits
from treppe.runtime import const

OPTIONS = (
    ("players", (2, 3, 4), 2),
    ("side", ("plain", "mixed"), "plain"),
    ("tiles", (False, True), True),
    ("extra_round", (False, True), False),
    ("seed", "1..4294967295", None),
)

# What the original leaves open, or can be read in two ways, is named with its words at the top of `supply.py`.
CENTRES = ((0, 0), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2))  # board tiles a to g, axial (q, r)
SIDES = {"plain": (0, 0, 0, 0, 0, 0, 0), "mixed": (0, 1, 3, 1, 3, 1, 3)}  # colour of digit 0 to 6, less the tile's
AIDS = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)  # kinds: take discs off, move a stack, start anywhere, climb two, new hand
VICTORIES = (0, 0, 1, 1, 2, 2, 3, 3, 4, 5)  # kinds: colours, one colour, straight run, one level, climbs, highest
MOST_DISCS = 5  # in a turn with the aid to start anywhere or to climb two
CLIMB = 2  # levels from disc to disc with the aid to climb two
POINTS_PER_CLIMB = 2  # with the victory tile for climbs

# A byte a cell: its height. Beyond the board lies cell 49, too high for every path. Then the turn so far, the supply.
_CELLS = const(49)
_PHASE = const(50)
EFFECT = const(51)  # kind of the aid that lasts for this turn: 2, 3 or 0
_DRAWN = const(52)  # the bonus tile drawn, while its player chooses
COUNT = const(53)  # discs laid in this turn, and the cells they lie on
PATH = const(54)

# Phases as stored; to play an aid is a choice of the first.
_LAYS = const(0)
_COUNTS = const(1)
_CHOOSES = const(2)
_KEEPS_AID = const(3)
_KEEPS_VICTORY = const(4)
_PUTS_BACK = const(5)

# Actions: the cell to lay on; 64 + index of a fixed word; those of actions.py; from * 64 + to.
_STOP = const(64)
_KEEP = const(65)
_CHANGE = const(66)
_DRAW_AID = const(67)
_DRAW_VICTORY = const(68)
_PLAY = const(69)
_PLAY_KIND = const(70)
_AID_KIND = const(74)
_MOVE = const(8192)
_WORDS = (".", "=", "~", "?A", "?V", "$", "$0", "$1", "$2", "$3", "$4", "$5", "!2", "!3", "!4")


def _sides():
    """Return, by side, the colour of every cell and the cells of every colour."""
    sides = {}
    for side in SIDES:
        colours = bytes([(cell // 7 + SIDES[side][cell % 7]) % 7 for cell in range(_CELLS)])
        cells = [bytearray() for _ in range(7)]
        for cell in range(_CELLS):
            cells[colours[cell]].append(cell)
        sides[side] = (colours, tuple([bytes(each) for each in cells]))
    return sides


AROUND = hexes.neighbours(hexes.places(CENTRES))
_SIDES = _sides()


class State(supply.Supply):
    """A turn is an aid, discs one by one, a victory tile, a bonus tile, discs put back; what cannot be is left out."""

    NAME = "seven"
    TITLE = "7 Steps"
    SURFACE = "hex49"
    DRAWING = "seven.drawing"
    REASONS = ("", "points")
    STOP = _STOP
    SIMPLE = False

    def __init__(self, options: dict):
        """Forty-nine cells in seven colours."""
        super().__init__(options)
        self.colours, self.cells_of = _SIDES[options["side"]]

    def set_up(self) -> None:
        """Leave the board empty and deal."""
        self.position[_CELLS] = 255
        self.deal(AIDS, VICTORIES)

    # Legal actions.

    def legal_actions(self) -> list[int]:
        """Return the choices of the phase."""
        position = self.position
        if position[-2]:
            return []
        phase = position[_PHASE]
        if phase == _LAYS:
            actions = self._next_cells()
            if position[COUNT]:
                actions.append(_STOP)
            elif position[AID + position[-1]]:
                aids = self._aids(position[-1])
                if aids and not actions:
                    aids.append(_STOP)
                actions += aids
            return actions
        if phase == _COUNTS:
            return [_STOP] + list(range(_PLAY, _PLAY + 1) if self.is_dealt else range(_PLAY_KIND, _PLAY_KIND + 6))
        if phase == _CHOOSES:
            return [_DRAW_AID, _DRAW_VICTORY]
        if phase == _PUTS_BACK:
            actions = self.choices(position[-1], PUT)
            actions[0] = _STOP
            return actions
        return [_KEEP, _CHANGE]

    def _next_cells(self):
        """Return the cells on which the next disc may lie."""
        position = self.position
        player = position[-1]
        count = position[COUNT]
        effect = position[EFFECT]
        cells: list[int] = []
        if not position[SIZES + player] or (effect and count == MOST_DISCS):
            return cells
        hand = self.hand_at(player)
        if count:
            last = position[PATH + count - 1]
            top = position[last]
            low = top - 1
            if effect == 3:
                top += CLIMB - 1
            path = bytes(position[PATH : PATH + count])
            for cell in AROUND[6 * last : 6 * last + 6]:
                if low <= position[cell] <= top and position[hand + self.colours[cell]] and cell not in path:
                    cells.append(cell)
            return cells
        for seven in self.cells_of:
            if position[hand]:
                if effect == 2:
                    cells += seven
                else:
                    lowest = min([position[cell] for cell in seven])
                    cells += [cell for cell in seven if position[cell] == lowest]
            hand += 1
        return cells

    def _aids(self, player):
        """Return the ways to play the aid that the player holds; of any kind in open mode."""
        position = self.position
        kinds = (position[AID + player] - 1,) if self.is_dealt else (0, 1, 2, 3, 4)
        actions = []
        if 0 in kinds:
            actions = list_takes(bytes([cell for cell in range(_CELLS) if position[cell]] + [ALONE]), position)
        if 1 in kinds:
            for seven in self.cells_of:
                empty = [cell for cell in seven if not position[cell]]
                actions += [_MOVE + cell * 64 + other for cell in seven if position[cell] for other in empty]
        if position[SIZES + player]:
            actions += [_AID_KIND + kind for kind in kinds if kind >= 2 and not (kind == 4 and position[NEAR])]
        return actions

    # A turn.

    def perform(self, action: int) -> None:
        """Play one choice, then all that follows without one."""
        position = self.position
        player = position[-1]
        phase = position[_PHASE]
        if phase == _LAYS:
            if action < _CELLS:
                self._lay(player, action)
            elif action != _STOP:
                self._play_aid(player, action)
            if action == _STOP or not self._next_cells():
                if position[COUNT] and position[VICTORY + player]:
                    position[_PHASE] = _COUNTS
                else:
                    self._score(player, 0)
        elif phase == _COUNTS:
            points = 0
            if action != _STOP:
                points = self._points(position[VICTORY + player] - 1 if self.is_dealt else action - _PLAY_KIND)
                self.play_tile(VICTORY, player)
            self._score(player, points)
        elif phase == _CHOOSES:
            self._draw_bonus(player, AID if action == _DRAW_AID else VICTORY)
        elif phase == _PUTS_BACK:
            if action != _STOP:
                self.put_back(player, colours_in(action - PUT))
            self._end_turn(player)
        else:
            sort = AID if phase == _KEEPS_AID else VICTORY
            if action == _CHANGE:
                position[sort + player], position[_DRAWN] = position[_DRAWN], position[sort + player]
            self.lay_down(sort, position[_DRAWN])
            position[_DRAWN] = 0
            self._ask_put_back(player)

    def _lay(self, player, cell):
        position = self.position
        position[cell] += 1
        position[PATH + position[COUNT]] = cell
        position[COUNT] += 1
        position[SIZES + player] -= 1
        position[self.hand_at(player) + self.colours[cell]] -= 1

    def _play_aid(self, player, action):
        position = self.position
        self.play_tile(AID, player)
        first = action >> 6 & 63
        second = action & 63
        if action >= _MOVE:
            position[second] = position[first]
            position[first] = 0
        elif action >= TAKE:
            self._take((first,) if second == ALONE else (first, second))
        elif action < _AID_KIND + 4:
            position[EFFECT] = action - _AID_KIND
        else:
            self.new_hand(player)

    def _take(self, cells):
        position = self.position
        for cell in cells:
            position[cell] -= 1
            if not self.is_dealt:
                position[HANDS + self.colours[cell]] += 1
        self.to_bag(sorted([self.colours[cell] for cell in cells]))

    def _points(self, kind):
        """Return the points of a victory tile of this kind for the path."""
        position = self.position
        path = position[PATH : PATH + position[COUNT]]
        if kind == 2:
            return hexes.longest_line(path, AROUND)
        colours = [self.colours[cell] for cell in path]
        if kind == 0:
            return len(set(colours)) if len(path) == 7 else 0
        if kind == 1:
            return max([colours.count(colour) for colour in colours])
        levels = [position[cell] for cell in path]
        if kind == 3:
            return max([levels.count(level) for level in levels])
        if kind == 4:
            return sum([POINTS_PER_CLIMB for index in range(1, len(path)) if levels[index] > levels[index - 1]])
        return max(levels)

    def _score(self, player, points):
        """Score levels and points, let towers of seven collapse, and go on to the bonus tile."""
        position = self.position
        for cell in position[PATH : PATH + position[COUNT]]:
            points += position[cell]
        self.add_score(player, points)
        position[EFFECT : PATH + 7] = bytes(PATH + 7 - EFFECT)
        while max(position[:_CELLS]) >= 7:
            self._collapse()
        if points <= 7 and self.options["tiles"]:
            position[_PHASE] = _CHOOSES
        else:
            self._ask_put_back(player)

    def _collapse(self):
        """Spread the first tower of seven over the cells of its colour."""
        position = self.position
        cell = 0
        while position[cell] < 7:
            cell += 1
        position[cell] -= 7
        for other in self.cells_of[self.colours[cell]]:
            position[other] += 1
        self.events.append(("collapse", cell))

    def _draw_bonus(self, player, sort):
        """Draw a bonus tile; who holds one of this sort chooses, in open mode behind his screen."""
        position = self.position
        drawn = self.draw_tile(sort)
        if position[sort + player] and self.is_dealt:
            position[_DRAWN] = drawn
            position[_PHASE] = _KEEPS_AID if sort == AID else _KEEPS_VICTORY
            return
        if position[sort + player]:
            self.lay_down(sort, drawn)
        else:
            position[sort + player] = drawn
        self._ask_put_back(player)

    def _ask_put_back(self, player):
        if self.is_dealt and self.position[SIZES + player]:
            self.position[_PHASE] = _PUTS_BACK
        else:
            self._end_turn(player)

    def _end_turn(self, player):
        """Fill the hand, replace empty piles, and find the next player who is asked anything."""
        position = self.position
        position[_PHASE] = _LAYS
        while True:
            if not self.has_left(player):
                self.fill_hand(player)
            self.replace_pile(AID)
            self.replace_pile(VICTORY)
            player = (player + 1) % self.players
            if player == 0 and position[NEAR]:
                if position[NEAR] == 2 or not self.options["extra_round"]:
                    self.finish_by_points()
                    return
                position[NEAR] = 2
            if self.has_left(player):
                continue
            position[-1] = player
            if position[SIZES + player] or self.has_aid(player, self.cells_of):
                return
            if self.options["tiles"]:
                position[_PHASE] = _CHOOSES  # with no disc his turn scores 0
                return

    def abort_turn(self) -> None:
        """End a turn that scores nothing; what lies stays, and a tile just drawn is laid down."""
        position = self.position
        if position[_DRAWN]:
            self.lay_down(AID if position[_PHASE] == _KEEPS_AID else VICTORY, position[_DRAWN])
        position[EFFECT : PATH + 7] = bytes(PATH + 7 - EFFECT)
        while max(position[:_CELLS]) >= 7:
            self._collapse()
        self._end_turn(position[-1])

    # Notation and the table.

    def cell_name(self, cell: int) -> str:
        """Return the tile's letter and the digit on it."""
        return hexes.cell_name(cell)

    def word(self, action: int) -> str:
        """Return `+c4` for a disc, `!0c4,c4` `!1c4-c6` `!2` for aids, `x0036` for discs put back, and fixed words."""
        if action < _CELLS:
            return "+" + hexes.cell_name(action)
        if action >= PUT:
            return "x" + "".join([str(colour) for colour in colours_in(action - PUT)])
        if action < TAKE:
            return _WORDS[action - _STOP]
        first = hexes.cell_name(action >> 6 & 63)
        second = action & 63
        if action >= _MOVE:
            return "!1" + first + "-" + hexes.cell_name(second)
        return "!0" + first + ("" if second == ALONE else "," + hexes.cell_name(second))

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        if word in _WORDS:
            return _STOP + _WORDS.index(word)
        if word[:1] == "+":
            return hexes.parse_cell(word[1:])
        if word[:1] == "x":
            packed = pack_digits(word[1:])
            return PUT + packed if packed else -1
        if word[:2] == "!0":
            first, comma, second = word[2:].partition(",")
            low = hexes.parse_cell(first)
            high = hexes.parse_cell(second) if comma else ALONE
            return TAKE + low * 64 + high if 0 <= low <= high else -1
        first, _, second = word[2:].partition("-")
        start = hexes.parse_cell(first)
        end = hexes.parse_cell(second)
        return -1 if word[:2] != "!1" or start < 0 or end < 0 else _MOVE + start * 64 + end

    def image(self) -> bytearray:
        """Return the heights."""
        return self.position[:_CELLS]

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the fields of the first and the last disc or stack that moves, 255 for none, without large lists."""
        firsts, lasts = bytearray(len(actions)), bytearray(len(actions))
        note_ends(actions, firsts, lasts)
        return bytes(firsts), bytes(lasts)

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """Discs laid or taken off, or a stack from cell to cell; nothing for what is not on the board."""
        if action < _CELLS:
            return [(BEYOND, -1), (action, 1)]
        if action < TAKE or action >= PUT:
            return []
        first = action >> 6 & 63
        second = action & 63
        if action >= _MOVE:
            height = self.position[first]
            return [(first, -height), (second, height)]
        if second == first:
            return [(first, -2), (BEYOND, 1), (BEYOND, 1)]
        moves = [(first, -1), (BEYOND, 1)]
        return moves if second == ALONE else moves + [(second, -1), (BEYOND, 1)]

    def pieces(self, field: int) -> list[str]:
        """Return discs of the cell's colour."""
        return ["D" + str(self.colours[field])] * self.position[field]
