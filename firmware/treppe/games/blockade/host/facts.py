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
    LESSON = facts.Lesson(
        "l3-l9 j12-j10 k5-k6 j10-a10 e11-off",
        "+j3 +d6 +i9 +c12 +h3 +k12 +b7 +l3 +f9 +k3 +j12 +k5 b7-h7 d6-h6 f9-e9 h6-g6 i9-f9 c12-b12 f9-i9",
    )

    def supply(self, state: Any) -> dict[str, int]:
        """The guards."""
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
