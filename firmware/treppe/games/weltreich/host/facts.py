"""Facts about Weltreich for hosts, besides its rules."""

from typing import Any

from treppe.games import square
from treppe.games.host import facts
from treppe.games.host.marks import CROWN, SEATS, Mark, seats_at
from treppe.games.weltreich.rules import CORNERS, TEAM_CORNERS, THRONES


class Facts(facts.Facts):
    """Eleven pieces a player, all on the board."""

    AGE = 10
    MINUTES = (20, 40)
    PLAIN_OPTIONS = ("teams",)
    LESSON = facts.Lesson("d1-d8 l12-h12 d8-h8 h12-h11 h8xh11")
    DEMO_SEED = 6
    VARIANTS = ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True})

    def goals(self, state: Any) -> list[int]:
        return list(state.thrones)

    def homes(self, state: Any) -> dict[int, int]:
        """Each player's coronation throne."""
        return {cell: player for player, cell in enumerate(state.crowns)}

    def marks(self) -> list[Mark]:
        """The thrones, and whose the corners are."""
        thrones = [Mark(CROWN, (square.parse_cell(name, 12, 12),)) for name in THRONES.split()]
        return thrones + [
            Mark(SEATS, (square.parse_cell(corner, 12, 12),), seats=seats_at(corner, CORNERS, TEAM_CORNERS))
            for corner in TEAM_CORNERS
        ]
