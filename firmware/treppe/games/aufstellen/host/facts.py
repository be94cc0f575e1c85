"""Facts about Aufstellen for hosts, besides its rules."""

from typing import Any

from treppe.games.aufstellen.rules import SHAPES, SUPPLY
from treppe.games.host import facts


class Facts(facts.Facts):
    """Five pieces a player, all beside the board."""

    AGE = 8
    MINUTES = (5, 15)
    PLAIN_OPTIONS = ("board",)
    LESSON = facts.Lesson("+b2 +b8 +e2 +e8 +h2 +k11 +k2")

    def supply(self, state: Any) -> dict[str, int]:
        """All pieces."""
        kinds = list(zip(SHAPES, SUPPLY, strict=True))
        return {f"{shape}{player}": count for player in range(state.players) for shape, count in kinds}
