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
from treppe.games.seven.supply import DISCS

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
    DEMO_SEED = 4
    VARIANTS = ({}, {"side": "mixed", "players": 3}, {"tiles": False}, {"players": 4, "extra_round": True})

    def supply(self, state: Any) -> dict[str, int]:
        """All discs."""
        return {f"D{colour}": DISCS for colour in range(7)}

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
