"""Facts about Schaff den Sprung for hosts, besides its rules."""

from typing import Any

from treppe.games.host import facts
from treppe.games.host.marks import EASTWARDS, GOAL, SEATS, Mark, seats_at
from treppe.games.sprung.rules import ROWS, TEAM_ROWS


class Facts(facts.Facts):
    """Nine pieces a player, all on the board."""

    AGE = 8
    MINUTES = (15, 25)
    PLAIN_OPTIONS = ("teams", "shapes")
    LESSON = facts.Lesson("a7-d7 c4-d4 . c8-d8 d8-e8")
    DEMO_SEED = 0
    VARIANTS = ({}, {"players": 3}, {"players": 4, "teams": True}, {"shapes": True})

    def homes(self, state: Any) -> dict[int, int]:
        """Each player's goal, at the right edge of his rows."""
        offsets = [row + column for row in (0, 12, 24) for column in (9, 10, 11)]
        return {corner + offset: player for player, corner in enumerate(state.corners) for offset in offsets}

    def marks(self) -> list[Mark]:
        """To the right, into the last column of Fields; whose the Fields on the left are."""
        marks = [Mark(EASTWARDS, (12 * row + 2,)) for row in (1, 4, 7, 10)] + [Mark(GOAL, (9, 141))]
        return marks + [Mark(SEATS, (12 * row + 2,), seats=seats_at(row, ROWS, TEAM_ROWS)) for row in TEAM_ROWS]
