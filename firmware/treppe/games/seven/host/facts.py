"""Facts about 7 Steps for hosts, besides its rules."""

from typing import Any

from treppe.games import start
from treppe.games.host import facts
from treppe.games.host.marks import DISC, Mark
from treppe.games.host.printed import (
    ANYWHERE,
    BAG,
    CLIMB,
    COLOURS,
    HIGHEST,
    MOVE,
    NEW_HAND,
    ONE_COLOUR,
    ONE_LEVEL,
    SCREEN,
    STEPS_UP,
    STRAIGHT,
    TAKE,
    Printed,
)
from treppe.games.seven import rules
from treppe.games.seven.supply import AID, DISCS, VICTORY

_AIDS = (
    (TAKE, ()),
    (MOVE, ()),
    (ANYWHERE, (rules.MOST_DISCS,)),
    (CLIMB, (rules.CLIMB, rules.MOST_DISCS)),
    (NEW_HAND, ()),
)
_VICTORIES = (
    (COLOURS, ()),
    (ONE_COLOUR, ()),
    (STRAIGHT, ()),
    (ONE_LEVEL, ()),
    (STEPS_UP, (rules.POINTS_PER_CLIMB,)),
    (HIGHEST, ()),
)


class Facts(facts.Facts):
    """Discs of seven colours beside an empty board."""

    AGE = 10
    MINUTES = (20, 30)
    PLAIN_OPTIONS = ("side", "tiles", "extra_round")
    KEPT = ("aids", "victories")
    LESSON = facts.Lesson("+a0 +a5 +f2 ?V .", "+f2 +a5 . ?A . +g4 +f2 . ?A .", {"seed": 2})
    DEMO_SEED = 4
    VARIANTS = ({}, {"side": "mixed", "players": 3}, {"tiles": False}, {"players": 4, "extra_round": True})

    def supply(self, state: Any) -> dict[str, int]:
        """All discs."""
        return {f"D{colour}": DISCS for colour in range(7)}

    def held(self, state: Any, player: int) -> list[str]:
        """Discs, and both tiles, of a dealt game."""
        if not state.is_dealt:
            return []
        tiles = [(sign, state.position[sort + player]) for sign, sort in (("!", AID), ("$", VICTORY))]
        return [f"D{colour}" for colour in state.hand(player)] + [f"{sign}{tile - 1}" for sign, tile in tiles if tile]

    def word_of(self, state: Any, chosen: list[str]) -> str:
        """Discs are laid back."""
        colours = sorted(code[1] for code in chosen if code[0] == "D")
        return "x" + "".join(colours) if colours else ""

    def gives(self, word: str) -> bool:
        """Discs that are laid back."""
        return word[:1] == "x"

    def colours(self, state: Any) -> bytes:
        """Those of the side that is played."""
        return bytes(state.colours)

    def printed(self, players: int) -> list[Printed]:
        """The bonus tiles, a screen for each player, the bag."""
        things = []
        for group, sign, looks, tiles in (
            ("aids", "!", _AIDS, rules.AIDS),
            ("victories", "$", _VICTORIES, rules.VICTORIES),
        ):
            for number, (kind, values) in enumerate(looks):
                things.append(Printed(kind, group, f"{sign}{number}", tiles.count(number), values=values))
        for player in range(players):
            things.append(Printed(SCREEN, "screens", "screen", 1, player))
        return [*things, Printed(BAG, "bags", "bag", 1)]

    def marks(self) -> list[Mark]:
        """The colours of the mixed side."""
        state: Any = start(self.name, side="mixed")
        return [Mark(DISC, (field,), colour) for field, colour in enumerate(state.colours)]
