"""Facts about Das Tor for hosts, besides its rules."""

from typing import Any

from treppe.games import square
from treppe.games.host import facts
from treppe.games.host.marks import SEATS, Mark, seats_at
from treppe.games.tor import rules


class Facts(facts.Facts):
    """Three pieces a player on the board, eight beside it."""

    AGE = 10
    MINUTES = (30, 60)
    PLAIN_OPTIONS = ("teams",)
    LESSON = facts.Lesson("a1-l1 l12-l7 l1-l12 S+k11")
    DEMO_SEED = 1902
    VARIANTS = ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True})

    def supply(self, state: Any) -> dict[str, int]:
        """The pieces that come in through gates."""
        kinds = list(zip("TS", rules.SUPPLY, strict=True))
        return {f"{shape}{player}": count for player in range(state.players) for shape, count in kinds}

    def marks(self) -> list[Mark]:
        """Whose the corners are."""
        return [
            Mark(SEATS, (square.parse_cell(names[0], 12, 12),), seats=seats_at(corner, rules.SEATS, rules.TEAM_SEATS))
            for corner, names in enumerate(rules.CORNERS)
        ]
