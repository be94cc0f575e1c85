"""Facts about chess for hosts, besides its rules."""

from typing import Any

from treppe.games.chess.rules import SQUARES
from treppe.games.host import facts
from treppe.games.host.marks import FRAME, Mark


class Facts(facts.Facts):
    """A spare queen a player; other promoted pawns become pieces that were captured."""

    def supply(self, state: Any) -> dict[str, int]:
        """The spare queens."""
        return {f"N5{player}": 1 for player in range(2)}

    def marks(self) -> list[Mark]:
        """The square that the board lies in."""
        return [Mark(FRAME, (SQUARES[0], SQUARES[-1]))]
