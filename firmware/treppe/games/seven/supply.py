"""What 7 Steps has beside its board: the bag, the hands, the bonus tiles and their piles, and the scores.

Dealt mode knows all of it. Open mode knows how many discs a hand and the bag hold, and which colours may be among
them; of bonus tiles it knows how many there are, not their kinds.
"""

import binascii

from treppe.games import chance, state
from treppe.runtime import const

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them in
# `rules.py`, at the names in capitals.
# - How many may play is not said: two to four (`players`). Other reading: more, for there are discs for nineteen hands.
# - "Im Standardspiel werden die Spielplantafeln zu einem hexagonalen Plan zusammengesetzt, aber prinzipiell ist jede
#   nicht überlappende Zusammensetzung möglich": the flower (CENTRES), for lamps and sensors are built for it.
# - The picture of the "gemischtfarbenen Seiten" is lost: three colours a tile, seven fields of each colour (SIDES).
# - "10 Bauhilfe-Plättchen (je 2 der folgenden 5 Arten)", "(Max 5 Scheiben)" at two of them, and the ten "Siegpunkt-
#   Plättchen", "(2 Plättchen)" four times and "(1 Plättchen)" twice: their pictures are lost; what they do is as
#   reviews of the game tell it (AIDS, VICTORIES and what follows them).
# - "auf die niedrigstmögliche Ebene der jeweiligen passenden Farbe": the lowest of the colour's seven fields. Other
#   reading: the lowest on which this disc could lie at all, which is the same.
# - "Der Spieler mit den meisten Punkten gewinnt": who have equally many share the victory (`finish_by_points`).
#   Other reading: a draw.
# - A bonus tile that can have no effect may not be played, and a victory tile needs a disc laid: not said either.
# - `tiles=false`, a game without bonus tiles, is our own addition.
DISCS = 20  # of each colour
HAND = 7

# Places in the position; what comes before them is the board's.
HANDS = const(61)  # dealt: discs by player and colour; open: by colour, those that are not on the board
SIZES = const(89)  # discs in the hand, by player
NEAR = const(93)  # 1 the end is near, 2 in the extra round
AID = const(94)  # both sorts of bonus tiles, each laid out as below
VICTORY = const(120)
_SCORES = const(146)  # two bytes a player
_BAGGED = const(154)  # discs in the bag
_SEED = const(155)  # dealt only: the generator, then half a byte a disc in the bag
_BAG = const(159)
_BAG_END = const(229)

# Bonus tiles of one sort: held by player, then pile and discard pile. A byte is 1 + kind, or 1 in open mode, 0 none.
_PILED = const(4)
_LAID = const(5)
_PILE = const(6)
_DISCARDS = const(16)


class Supply(state.State):
    """The part of a 7 Steps position that is not on the board."""

    def __init__(self, options: dict):
        """Make room; the bag's contents are there only when the game is dealt."""
        self.is_dealt = options["seed"] is not None
        super().__init__(options, (_BAG_END if self.is_dealt else _SEED) + 3)

    def deal(self, aids: tuple, victories: tuple) -> None:
        """Shuffle the bag, draw the hands in the order of play, then shuffle the aid pile, then the victory pile."""
        position = self.position
        position[_BAGGED] = 7 * DISCS
        if self.is_dealt:
            chance.seed(position, _SEED, self.options["seed"])
            bag = bytearray([48 + index // DISCS for index in range(7 * DISCS)])
            chance.shuffle(position, _SEED, bag, 0, 7 * DISCS)
            self._close(bag)
        else:
            position[HANDS : HANDS + 7] = bytes([DISCS] * 7)
        for player in range(self.players):
            self.draw(player, HAND)
        if self.options["tiles"]:
            self._pile_up(AID, aids)
            self._pile_up(VICTORY, victories)

    # Discs.

    def hand_at(self, player: int) -> int:
        """Return where the seven counts lie of the colours that a player can lay."""
        return HANDS + 7 * player if self.is_dealt else HANDS

    def hand(self, player: int) -> list[int]:
        """Return the colours of the discs in a player's hand, ascending; none in open mode."""
        start = HANDS + 7 * player
        counts = self.position[start : start + 7] if self.is_dealt else b""
        return [colour for colour in range(len(counts)) for _ in range(counts[colour])]

    def draw(self, player: int, count: int) -> None:
        """Draw as many discs, or all that are left."""
        position = self.position
        bagged = position[_BAGGED]
        count = min(count, bagged)
        position[_BAGGED] = bagged - count
        position[SIZES + player] += count
        if self.is_dealt and count:
            bag = self._open()
            hand = HANDS - 48 + 7 * player
            for index in range(bagged - count, bagged):
                position[hand + bag[index]] += 1
                bag[index] = 48
            self._close(bag)

    def fill_hand(self, player: int) -> None:
        """Fill a hand to seven; if the bag does not suffice, the end is near."""
        position = self.position
        self.draw(player, HAND - position[SIZES + player])
        if position[SIZES + player] < HAND and not position[NEAR]:
            position[NEAR] = 1

    def choices(self, player: int, base: int) -> list[int]:
        """Return every choice of discs from a hand, `base` + three bits of count a colour; none of them comes first."""
        choices = [base]
        unit = 1
        hand = HANDS + 7 * player
        for count in self.position[hand : hand + 7]:
            fewer = choices  # a list that grows on the way would take twice its size in one piece
            for number in range(1, count + 1):
                more = unit * number
                choices = choices + [choice + more for choice in fewer]
            unit *= 8
        return choices

    def new_hand(self, player: int) -> None:
        """Put a whole hand back and draw as many; of this, open mode knows nothing."""
        if self.is_dealt:
            size = self.position[SIZES + player]
            self.put_back(player, self.hand(player))
            self.draw(player, size)

    def put_back(self, player: int, colours: list) -> None:
        """Put discs of these colours, ascending, from a hand back."""
        position = self.position
        for colour in colours:
            position[HANDS + 7 * player + colour] -= 1
        position[SIZES + player] -= len(colours)
        self.to_bag(colours)

    def to_bag(self, colours: list) -> None:
        """Put discs of these colours, ascending, into the bag; into the box once the end is near."""
        position = self.position
        if position[NEAR]:
            return
        bagged = position[_BAGGED]
        position[_BAGGED] = bagged + len(colours)
        if self.is_dealt:
            bag = self._open()
            for colour in colours:
                bag[bagged] = 48 + colour
                bagged += 1
            chance.shuffle(self.position, _SEED, bag, 0, bagged)
            self._close(bag)

    def _open(self):
        """Return the bag as digits, one a disc."""
        return bytearray(binascii.hexlify(bytes(self.position[_BAG:_BAG_END])))

    def _close(self, bag):
        self.position[_BAG:_BAG_END] = binascii.unhexlify(bag)

    # Bonus tiles: `sort` is AID or VICTORY.

    def draw_tile(self, sort: int) -> int:
        """Take the last tile of a pile."""
        position = self.position
        position[sort + _PILED] -= 1
        last = sort + _PILE + position[sort + _PILED]
        tile = position[last]
        position[last] = 0
        return tile

    def lay_down(self, sort: int, tile: int) -> None:
        """Put a tile on its discard pile."""
        position = self.position
        position[sort + _DISCARDS + position[sort + _LAID]] = tile
        position[sort + _LAID] += 1

    def play_tile(self, sort: int, player: int) -> None:
        """Lay down the tile that a player holds."""
        self.lay_down(sort, self.position[sort + player])
        self.position[sort + player] = 0

    def replace_pile(self, sort: int) -> None:
        """Make the discard pile the pile, if that is empty."""
        position = self.position
        laid = position[sort + _LAID]
        if laid and not position[sort + _PILED]:
            discards = sort + _DISCARDS
            kinds = [tile - 1 for tile in position[discards : discards + laid]]
            position[discards : discards + laid] = bytes(laid)
            position[sort + _LAID] = 0
            self._pile_up(sort, kinds)

    def _pile_up(self, sort, kinds):
        position = self.position
        count = len(kinds)
        position[sort + _PILED] = count
        position[sort + _PILE : sort + _PILE + count] = bytes([1 + kind if self.is_dealt else 1 for kind in kinds])
        if self.is_dealt:
            chance.shuffle(position, _SEED, position, sort + _PILE, count)

    def has_aid(self, player: int, cells_of: tuple) -> bool:
        """Tell whether a player without a disc in his hand has an aid that he can play; `cells_of` are by colour."""
        held = self.position[AID + player]
        for seven in cells_of:
            heights = [self.position[cell] for cell in seven]
            if max(heights) and (held == 1 or (held == 2 and not min(heights))):
                return True
        return False

    # What everybody may know.

    def notes(self) -> list[tuple]:
        """Return how many discs the bag holds: by the original, anybody may feel it and count."""
        return [("bag", -1, self.position[_BAGGED])]

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals so far; at the end with two points for each bonus tile still held."""
        scores = self.position[_SCORES : _SCORES + 8]
        return tuple([scores[2 * player] << 8 | scores[2 * player + 1] for player in range(self.players)])

    def add_score(self, player: int, points: int) -> None:
        """Add points to a player's total."""
        total = self.scores[player] + points
        self.position[_SCORES + 2 * player] = total >> 8
        self.position[_SCORES + 2 * player + 1] = total & 255

    def finish_by_points(self) -> None:
        """Score two points for each bonus tile still held; the highest total wins."""
        for player in range(self.players):
            for sort in (AID, VICTORY):
                if self.position[sort + player]:
                    self.add_score(player, 2)
        scores = self.scores
        stayed = [player for player in range(self.players) if not self.has_left(player)]
        best = max([scores[player] for player in stayed])
        self.finish("points", sum([1 << player for player in stayed if scores[player] == best]))

    def possessions(self, player: int) -> str:
        """Return what a player has, in a line."""
        line = f"{player}: {self.scores[player]} points, {self.position[SIZES + player]} discs"
        if self.is_dealt:
            line += " " + "".join([str(colour) for colour in self.hand(player)])
        for sort, name in ((AID, "aid"), (VICTORY, "victory")):
            tile = self.position[sort + player]
            if tile:
                line += f", {name} tile" + (f" {tile - 1}" if self.is_dealt else "")
        return line


def colours_in(packed: int) -> list[int]:
    """Return the colours, ascending, of three bits of count a colour."""
    return [colour for colour in range(7) for _ in range(packed >> 3 * colour & 7)]


def pack_digits(digits: str) -> int:
    """Return one to seven colours, ascending digits, as three bits of count a colour; 0 for any other text."""
    packed = 0
    before = "0"
    for digit in digits:
        if not before <= digit <= "6":
            return 0
        packed += 1 << 3 * int(digit)
        before = digit
    return packed if len(digits) <= 7 else 0
