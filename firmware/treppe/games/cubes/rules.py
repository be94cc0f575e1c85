"""Cubes: five own stones, all on the board and all active, among white stones that everybody moves."""

from treppe.games import board12, square
from treppe.games.cubes import cards
from treppe.games.cubes.cards import CARDS, DEPENDS, EXCHANGE, exchanged
from treppe.games.errors import InvalidOption
from treppe.runtime import const

OPTIONS = (
    ("players", (2, 3, 4), 2),
    ("seed", "1..4294967295", None),
    ("depends", "seats", None),
    ("sides", ("facing", "adjacent"), "facing"),
    ("begins", ("first", "next"), "first"),
    ("own_card", ("shuffled", "chosen"), "shuffled"),
    ("third_point", ("kept", "while"), "kept"),
)
NEEDS = {"sides": ("players", 2), "own_card": ("seed", "1..4294967295")}
READINGS = ("third_point",)  # options that choose how a sentence of the original is read

# Choices where the original text says nothing or can be read in two ways; see `cards` for the rest. An owner of the
# game can correct them here.
# - "direkt diagonal oder vertikal an den eigenen Spielstein angrenzen": all eight neighbours (AROUND). Other reading,
#   by the letter: not those to the left and right.
# - "jeder Spieler an einer anderen der 4 Seiten": two sit face to face (SEATS), or `sides=adjacent` (ADJACENT); the
#   text does not say which sides.
# - "Die Spieler machen unter sich aus wer beginnt": the first player, who has also put the first white stone (FIRST).
#   Other reading, `begins=next`: whose turn it is after the last white stone.
# - "Beträgt die Summe ... 10 oder mehr, so können sie sich den dritten Aktionspunkt nehmen und auch noch im selben
#   Zug nutzen. Dies ist auch der Fall, wenn dies mit der 2 Aktion erwirkt wurde": looked at as his turn begins and
#   after each of his actions; once earned he keeps it for this turn. Other reading, `third_point=while`: he has it
#   only as long as his stones add up to 10. And "zu bekommen wenn ein anderer Spieler an der Reihe ist": it is his if
#   they still do when his turn begins. Other readings: even if they no longer do; once taken, for the rest of the game.
# - "kann der Spieler einen seiner Punkte für Aktionen ausgeben": a turn may be stopped early, or all are spent.
# - Colours: blue and red as in the original, yellow and green for its black and orange, as the other games have them.
AROUND = (-13, -12, -11, -1, 1, 11, 12, 13)  # steps to the squares that count as neighbours
SEATS = {2: "SN", 3: "SWN", 4: "SWNE"}  # sides of the table, in the order of play
ADJACENT = "SW"
FIRST = 0

WHITES = {2: 30, 3: 28, 4: 26}
MOST_POINTS = 3  # of a turn: two, and the third one
RICH = 10  # active stones that add up to so much earn the third point
ALL = 20  # what all five add up to: 2 + 3 + 4 + 5 + 6

# By side: the step forward, the step to the left, the parking field of stone 2; 3 to 6 follow it to the right.
_SIDES = {"S": (12, -1, 3), "W": (1, 12, 84), "N": (-12, 1, 139), "E": (-1, -12, 47)}

# Cells are the fields of the 12x12 surface: a1 of the 10x10 board is field 13, and the ring around holds the supply.
# A byte a field: free, a white stone, on a parking field the number of the stone that waits there, a field where no
# stone lies, or a stone in play: (player + 1) * 32 + number, + 16 if active.
_BOARD = bytes([row * 12 + column for row in range(1, 11) for column in range(1, 11)])
_FREE = const(0)
_WHITE = const(16)
_BARE = const(17)
_ACTIVE = const(16)
_IN_PLAY = const(32)

UNPLACED = const(144)  # white stones still to be put
_SPENT = const(145)  # points spent in this turn
_THIRD = const(146)  # 1 when this turn has a third point; who would put the next white stone until the play begins
_SUMS = const(147)  # by player: what his active stones add up to

# Actions: from * 256 + to for whatever a hand moves; below 256 what moves no stone; EXCHANGE and the cards.
_STOP = const(0)
_LEFT = const(8)  # these two are kinds of card as well
_RIGHT = const(9)
_SWAP = const(16)  # + 4 * player + other player
_BEYOND = const(65280)  # 255 * 256: from the supply of white stones
_TWO = const(10)  # the kind of card that swaps two
_EVERY_KIND = const(2047)
_SWAPS = const(255)  # instead of points spent: who was dealt his own colour chooses with whom he swaps


def check_options(options: dict) -> None:
    """Raise `InvalidOption` unless `depends` names every player once, in open mode."""
    depends = options["depends"]
    if depends is not None and (options["seed"] is not None or sorted(depends) != list(range(options["players"]))):
        raise InvalidOption({"code": "depends_wrong", "depends": list(depends)})


class State(cards.Cards):
    """An action a turn until the white stones lie, then two or three: stones, shifts, dependencies, exchanges."""

    NAME = "cubes"
    TITLE = "Cubes"
    SURFACE = "reed12"
    DRAWING = "cubes.drawing"
    REASONS = ("", "five")
    STOP = _STOP
    CHAINS = True
    TWO_SIDED = True
    DEALS_CARDS = True

    def __init__(self, options: dict):
        super().__init__(options)
        self._steps = []  # by player and kind of card
        self.parking = []  # by player and number
        for side in ADJACENT if options["sides"] == "adjacent" else SEATS[self.players]:
            forward, left, first = _SIDES[side]
            single = (forward, -forward, left, -left)
            self._steps.append(single + tuple([2 * step for step in single]))
            self.parking.append(bytes([0, 0] + [first - left * index for index in range(5)]))

    def set_up(self) -> None:
        """Leave the board empty, and put every stone on its parking field."""
        position = self.position
        position[:144] = bytes([_BARE]) * 144
        for field in _BOARD:
            position[field] = _FREE
        for parking in self.parking:
            for number in range(2, 7):
                position[parking[number]] = number
        position[UNPLACED] = WHITES[self.players]
        self.set_up_cards()

    @property
    def points(self) -> int:
        """Action points left in this turn; each white stone of the set-up is a turn without points."""
        position = self.position
        is_turn = not position[UNPLACED] and position[_SPENT] != _SWAPS
        return MOST_POINTS - 1 + position[_THIRD] - position[_SPENT] if is_turn else 0

    def notes(self) -> list[tuple]:
        """Return the points left, whom the player depends on, and his cards."""
        return [("points", -1, self.points)] + self.own_notes(self.position[-1]) if self.points else []

    def own_notes(self, player: int) -> list[tuple]:
        """Return whom a player depends on, and his cards."""
        if self.position[UNPLACED]:
            return []
        notes = [("depends", self.depends[player], "")]
        if self.is_dealt:
            notes.append(("cards", player, " ".join([CARDS[kind][0] for kind in self.hand(player)])))
        return notes

    def signs(self) -> list[tuple[int, int]]:
        """Left of each player's stone 2 whom he depends on; right of stone 6 the points of the player to move."""
        if self.position[UNPLACED]:
            return []
        signs = []
        for player, parking in enumerate(self.parking):
            step = parking[3] - parking[2]
            signs.append((parking[2] - step, self.depends[player]))
            if player == self.position[-1]:
                signs += [(parking[6] + step * number, player) for number in range(1, self.points + 1)]
        return signs

    def legal_actions(self) -> list[int]:
        """Return the free squares for a white stone, then what a point buys, and the end of the turn."""
        position = self.position
        if position[-2]:
            return []
        if position[UNPLACED]:
            return [_BEYOND + field for field in _BOARD if not position[field]]
        player = position[-1]
        if position[_SPENT] == _SWAPS:
            return [_SWAP + 4 * min(player, one) + max(player, one) for one in range(self.players) if one != player]
        whites = [field for field in _BOARD if position[field] == _WHITE]
        actions = self._stones(player, whites)
        if not self.is_dealt:
            actions.append(EXCHANGE)
            return actions + self._plays(player, whites, _EVERY_KIND)
        held = 0
        choices = {0}  # hands are sorted, so that two equal cards make the same choice
        for kind in self.hand(player):
            held |= 1 << kind
            choices |= {choice << 4 | kind + 1 for choice in choices}
        actions += [EXCHANGE | choice for choice in choices if choice]
        return actions + self._plays(player, whites, held)

    def _stones(self, player, whites):
        """Return the end of the turn, and where own stones can be placed and taken up."""
        position = self.position
        parking = self.parking[player]
        stones = [field for field in _BOARD if position[field] >= _IN_PLAY]
        actions = [field << 8 | parking[position[field] & 7] for field in stones if position[field] >> 5 == player + 1]
        actions.append(_STOP)
        colour = position[DEPENDS + player] + 1
        counts = position[:144]  # a free square counts from 0; a stone is too large to become a count
        for field in whites + [field for field in stones if position[field] >> 5 == colour]:
            for step in AROUND:
                counts[field + step] += 1
        waiting = sum([1 << number for number in range(2, 7) if position[parking[number]] == number])
        actions += [parking[counts[field]] << 8 | field for field in _BOARD if waiting >> counts[field] & 1]
        return actions

    def _plays(self, player, whites, held):
        """Return the shifts and changes that the kinds of card in `held`, a set of bits, allow."""
        position = self.position
        actions = [kind for kind in (_LEFT, _RIGHT) if held >> kind & 1]
        if held >> _TWO & 1:
            actions += [_SWAP + 4 * one + other for other in range(1, self.players) for one in range(other)]
        for kind in range(4):
            step = self._steps[player][kind]
            by_one = [field * 257 + step for field in whites if not position[field + step]]
            if held >> kind & 1:
                actions += by_one
            if held >> kind & 16:
                actions += [action + step for action in by_one if not position[(action & 255) + step]]
        return actions

    def perform(self, action: int) -> None:
        """Put a white stone; or spend a point, turn stones over, look for victory, and perhaps hand the turn on."""
        position = self.position
        player = position[-1]
        follower = self._after(player)
        if position[UNPLACED]:
            position[action & 255] = _WHITE
            position[UNPLACED] -= 1
            position[-1] = position[_THIRD] = follower
            if not position[UNPLACED]:
                self.deal()
                self._begin_play()
            return
        if position[_SPENT] == _SWAPS:
            self.swap_dependencies(action >> 2 & 3, action & 3)
            self._begin_play()
            return
        if action == _STOP:
            self.begin_turn(follower)
            return
        if action >= EXCHANGE:
            self.replace_cards(player, exchanged(action))
        elif action >= 256:
            self._move(player, action >> 8, action & 255)
        else:
            self._change_dependencies(player, action)
        self.turn_stones()
        seats = range(self.players)
        winners = sum([1 << seat for seat in seats if position[_SUMS + seat] == ALL and not self.has_left(seat)])
        if winners:
            self.finish("five", winners & ~(1 << player) or winners)
            return
        position[_SPENT] += 1
        if position[_SUMS + player] >= RICH or self.options["third_point"] == "while":
            position[_THIRD] = position[_SUMS + player] >= RICH
        if self.points < 1:
            self.begin_turn(follower)

    def abort_turn(self) -> None:
        """End a turn, or put no white stone."""
        follower = self._after(self.position[-1])
        if self.position[UNPLACED]:
            self.position[-1] = follower
        elif self.position[_SPENT] == _SWAPS:
            self._begin_play()
        else:
            self.begin_turn(follower)

    def _after(self, player):
        """Return the next player who has not left."""
        player = (player + 1) % self.players
        while self.has_left(player):
            player = (player + 1) % self.players
        return player

    def _begin_play(self):
        """Let those who were dealt their own colours swap, one after the other; then let the play begin."""
        position = self.position
        for player, colour in enumerate(self.depends) if self.is_dealt else ():
            if player == colour and not self.has_left(player):
                position[-1] = player
                position[_SPENT] = _SWAPS
                return
        first = position[_THIRD] if self.options["begins"] == "next" else FIRST
        self.begin_turn(self._after(first - 1))

    def begin_turn(self, player):
        position = self.position
        position[-1] = player
        position[_SPENT] = 0
        position[_THIRD] = position[_SUMS + player] >= RICH

    def _move(self, player, start, end):
        """Place a stone, take one up, or shift a white one, which plays a card."""
        position = self.position
        piece = position[start]
        if piece == _WHITE:
            position[start] = _FREE
            position[end] = _WHITE
            self.replace_cards(player, [self._steps[player].index(end - start)])
        elif piece < _IN_PLAY:
            position[start] = _BARE
            position[end] = player + 1 << 5 | _ACTIVE | piece
        else:
            position[start] = _FREE
            position[end] = piece & 7

    def _change_dependencies(self, player, action):
        if action >= _SWAP:
            self.swap_dependencies(action >> 2 & 3, action & 3)
            action = _TWO
        else:
            self.pass_dependencies(action == _LEFT)
        self.replace_cards(player, [action])

    def turn_stones(self):
        """Turn over the stones whose count says so, and add up the active ones."""
        position = self.position
        sums = bytearray(4)
        for field in _BOARD:
            stone = position[field]
            if stone < _IN_PLAY:
                continue
            player = (stone >> 5) - 1
            colour = position[DEPENDS + player] + 1
            count = 0
            for step in AROUND:
                near = position[field + step]
                if near == _WHITE or near >> 5 == colour:
                    count += 1
            active = 0
            if count == stone & 7:
                active = _ACTIVE
                sums[player] += count
            if stone & _ACTIVE != active:
                position[field] = stone ^ _ACTIVE
                self.events.append(("active" if active else "inactive", field))
        position[_SUMS : _SUMS + 4] = sums

    def cell_name(self, cell: int) -> str:
        """Return the name of a square of the 10x10 board, empty for a field in the ring around it."""
        return square.cell_name(cell - 13, 12) if cell in _BOARD else ""

    def word(self, action: int) -> str:
        """Return `4+e5`, `-e5`, `e5-e7`, `+e5`, `<`, `>`, `1*3`, `xF1L2*`, `x` or `.`."""
        if action >= EXCHANGE:
            return "x" + "".join([CARDS[kind][0] for kind in exchanged(action)])
        if action < _SWAP:
            return "." if action == _STOP else CARDS[action][0]
        if action < 256:
            return f"{action >> 2 & 3}*{action & 3}"
        start = action >> 8
        end = self.cell_name(action & 255)
        if action >= _BEYOND:
            return "+" + end
        piece = self.position[start]
        if piece >= _IN_PLAY:
            return "-" + self.cell_name(start)
        return self.cell_name(start) + "-" + end if piece == _WHITE else str(piece) + "+" + end

    def parse(self, word: str) -> int:
        """Return the action a word means, -1 if none."""
        if word in (".", "<", ">"):
            return _STOP if word == "." else _LEFT if word == "<" else _RIGHT
        if word[:1] == "x":
            return self.parse_exchange(word[1:])
        if len(word) == 3 and word[1] == "*":
            one, other = "0123".find(word[0]), "0123".find(word[2])
            return _SWAP + 4 * one + other if 0 <= one < other < self.players else -1
        start, sign, end = word.partition("+" if "+" in word else "-")
        end = _parse_field(end)
        if not sign or end < 0:
            return -1
        parking = self.parking[self.position[-1]]
        if sign == "+":
            if start in ("2", "3", "4", "5", "6"):
                return parking[int(start)] << 8 | end
            return -1 if start else _BEYOND + end
        if not start:
            return end << 8 | parking[self.position[end] & 7 if self.position[end] >= _IN_PLAY else 0]
        start = _parse_field(start)
        return -1 if start < 0 else start << 8 | end

    def image(self) -> bytearray:
        """Return 1 for every stone on the board and on a parking field."""
        return board12.occupied(self.position, _BARE)

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """A stone from field to field, parking fields included; a white one of the set-up from beyond."""
        return [(action >> 8, -1), (action & 255, 1)] if 256 <= action < EXCHANGE else []

    def endpoints(self, actions: list[int]) -> tuple[bytes, bytes]:
        """Return the fields from and to which a stone goes, 255 for none."""
        return board12.endpoints([action if 256 <= action < EXCHANGE else 65535 for action in actions])

    def moves_on(self, action: int, field: int) -> int:
        """A stone taken up may land anywhere; a white one is shifted again in a straight line, by two at most."""
        piece = self.position[action >> 8]
        if piece == _WHITE:
            return 2 if abs(field - (action & 255)) in (1, 2, 12, 24) else 0
        return 1 if piece >= _IN_PLAY else 0

    def pieces(self, field: int) -> list[str]:
        """Return `W`, or `N`, number, player and side up: `N41a`; who waits in the supply lies active side up."""
        stone = self.position[field]
        if stone == _WHITE:
            return ["W"]
        for player, parking in enumerate(self.parking):
            if stone >> 5 == player + 1 or (stone < _BARE and field == parking[stone]):
                side = "i" if stone >= _IN_PLAY and not stone & _ACTIVE else "a"
                return [f"N{stone & 7}{player}{side}"]
        return []


def _parse_field(name):
    cell = square.parse_cell(name, 10, 10)
    return -1 if cell < 0 else cell // 10 * 12 + cell % 10 + 13
