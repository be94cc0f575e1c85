"""Cubes' cards: dependencies, and the deck and the hands as a seed deals them.

Without a seed players hold real cards behind their hands, and the board takes every kind of card to be possible.
"""

from treppe.games import chance, state
from treppe.runtime import const

# Choices where the original text says nothing or can be read in two ways; an owner of the game can correct them here.
# - "40 x Karte Verschiebung, 8 x Karte Abhängigkeitswechsel": how many of each kind is not said (CARDS).
# - "dass ein Spieler die Karte mit seiner eigenen Farbe hat, so muss er mit seinen Mitspielern tauschen": all colours
#   are shuffled once more (`deal`), or, with `own_card=chosen`, he chooses with whom he swaps before the play begins.
CARDS = (
    ("F1", 5), ("B1", 5), ("L1", 5), ("R1", 5),  # forward, back, left and right by one square
    ("F2", 5), ("B2", 5), ("L2", 5), ("R2", 5),  # by two
    ("<", 3), (">", 3), ("*", 2),  # dependencies to the left, to the right, swap two
)  # fmt: skip

_FULL_DECK = bytes([kind for kind, card in enumerate(CARDS) for _ in range(card[1])])

# Places in the position; what comes before them is the board's.
DEPENDS = const(151)  # by player: whose colour he depends on
_HANDS = const(155)  # dealt mode only: five kinds of card a player, in ascending order
_CHANCE = const(175)
_DECK = const(179)  # cards in the deck
_LAID = const(180)  # cards in the discard pile, which lies behind the deck
_PILE = const(181)
_OPEN_SIZE = const(158)
_DEALT_SIZE = const(232)

# An exchange holds a kind + 1 in every four bits, the first card in the highest.
EXCHANGE = const(1 << 24)


class Cards(state.State):
    """The part of a Cubes position that is not on the board."""

    def __init__(self, options: dict):
        """Make room; with a seed there is a deck."""
        self.is_dealt = options["seed"] is not None
        super().__init__(options, _DEALT_SIZE if self.is_dealt else _OPEN_SIZE)

    def set_up_cards(self) -> None:
        """Choose whom everybody depends on, or where chance begins."""
        if self.is_dealt:
            chance.seed(self.position, _CHANCE, self.options["seed"])
            return
        depends = self.options["depends"] or [(player + 1) % self.players for player in range(self.players)]
        self.position[DEPENDS : DEPENDS + self.players] = bytes(depends)

    @property
    def depends(self) -> tuple[int, ...]:
        """By player, whose colour he depends on; in dealt mode not before the cards are dealt."""
        return tuple(self.position[DEPENDS : DEPENDS + self.players])

    def hand(self, player: int) -> bytearray:
        """Return the cards that a player holds in dealt mode: indices into `CARDS`, in ascending order."""
        return self.position[_HANDS + 5 * player : _HANDS + 5 * player + 5]

    def deal(self) -> None:
        """In dealt mode deal dependencies, then five cards to one player after the other."""
        if not self.is_dealt:
            return
        position = self.position
        position[DEPENDS : DEPENDS + self.players] = bytes(range(self.players))
        chance.shuffle(position, _CHANCE, position, DEPENDS, self.players)
        is_repeated = self.options["own_card"] == "shuffled"
        while is_repeated and any([position[DEPENDS + player] == player for player in range(self.players)]):
            chance.shuffle(position, _CHANCE, position, DEPENDS, self.players)
        position[_DECK] = len(_FULL_DECK)
        position[_PILE : _PILE + len(_FULL_DECK)] = _FULL_DECK
        chance.shuffle(position, _CHANCE, position, _PILE, position[_DECK])
        for player in range(self.players):
            self._fill_hand(player, [])

    def pass_dependencies(self, is_to_left: bool) -> None:
        """Let everybody give his dependency card to his neighbour."""
        position = self.position
        depends = position[DEPENDS : DEPENDS + self.players]
        depends = depends[-1:] + depends[:-1] if is_to_left else depends[1:] + depends[:1]
        position[DEPENDS : DEPENDS + self.players] = depends

    def swap_dependencies(self, one: int, other: int) -> None:
        """Let two players swap their dependency cards."""
        position = self.position
        one, other = DEPENDS + one, DEPENDS + other
        position[one], position[other] = position[other], position[one]

    def replace_cards(self, player: int, kinds: list) -> None:
        """Lay down cards of a hand in this order, then draw as many; open mode has no cards to move."""
        if not self.is_dealt:
            return
        position = self.position
        hand = list(self.hand(player))
        for kind in kinds:
            hand.remove(kind)
            position[_PILE + position[_DECK] + position[_LAID]] = kind
            position[_LAID] += 1
        self._fill_hand(player, hand)

    def _fill_hand(self, player, hand):
        """Draw until a hand has five cards; there is always one to draw, since hands hold at most 20 of the 48."""
        position = self.position
        while len(hand) < 5:
            if not position[_DECK]:
                position[_DECK] = position[_LAID]
                position[_LAID] = 0
                chance.shuffle(position, _CHANCE, position, _PILE, position[_DECK])
            position[_DECK] -= 1
            top = _PILE + position[_DECK]
            end = top + position[_LAID]
            hand.append(position[top])
            position[top:end] = position[top + 1 : end + 1]
        position[_HANDS + 5 * player : _HANDS + 5 * player + 5] = bytes(sorted(hand))

    def parse_exchange(self, cards: str) -> int:
        """Return the exchange of cards named in the deck's order; in open mode they have no names."""
        if not self.is_dealt:
            return -1 if cards else EXCHANGE
        choice = 0
        for kind, (name, _) in enumerate(CARDS):
            while cards.startswith(name) and choice < 1 << 16:
                choice = choice << 4 | kind + 1
                cards = cards[len(name) :]
        return EXCHANGE | choice if choice and not cards else -1


def exchanged(action: int) -> list[int]:
    """Return the kinds of card in an exchange, in the order of its word."""
    return [(action >> shift & 15) - 1 for shift in (16, 12, 8, 4, 0) if action >> shift & 15]
