"""Facts about Tapatan for hosts, besides its rules."""

from typing import Any

from treppe.games.host import facts
from treppe.games.host.marks import FRAME, Mark
from treppe.games.tapatan.rules import PIECES


class Facts(facts.Facts):
    """Three pieces a player, all beside the board."""

    VARIANTS = ({}, {"rows": "straight"})

    def supply(self, state: Any) -> dict[str, int]:
        """All pieces."""
        return {f"S{player}": PIECES for player in range(2)}

    def marks(self) -> list[Mark]:
        """The square that the points lie in."""
        return [Mark(FRAME, (13, 117))]
