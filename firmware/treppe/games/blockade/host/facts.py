"""Facts about Blockade for hosts, besides its rules."""

from typing import Any

from treppe.games import square
from treppe.games.blockade.rules import GUARDS, KINGS
from treppe.games.host import facts
from treppe.games.host.marks import RING, Mark


class Facts(facts.Facts):
    """Two kings on the board, guards beside it."""

    AGE = 10
    MINUTES = (10, 25)
    LESSON = facts.Lesson("+l7 +a7 +b6 +c9 +h12 l6-j6 b6-e6 i11-i2 e11-off", "+d8 +f4 +j3 +h9 +l6 +j7 +i11")

    def supply(self, state: Any) -> dict[str, int]:
        return {f"S{player}": GUARDS for player in range(state.players)}

    def homes(self, state: Any) -> dict[int, int]:
        """The last row before the edge over which each king leaves."""
        return {row + column: player for player, row in enumerate((132, 0)) for column in range(12)}

    def ways(self, state: Any) -> list[list[int]]:
        """The ways on which kings can leave."""
        ways = [[state.field(cell) for cell in state.way(player)] for player in range(state.players)]
        return [way for way in ways if way]

    def marks(self) -> list[Mark]:
        """Where the kings stand."""
        return [Mark(RING, (square.parse_cell(name, 12, 12),), player) for player, name in enumerate(KINGS)]
