"""Facts about chess for hosts, besides its rules."""

from typing import Any

from treppe.games.chess.rules import LETTERS, PROMOTIONS, SQUARES
from treppe.games.host import facts
from treppe.games.host.marks import FRAME, Mark


class Facts(facts.Facts):
    """Spare pieces for promoted pawns, beside those that were captured."""

    def supply(self, state: Any) -> dict[str, int]:
        """Two spare pieces of each kind that a pawn may become."""
        return {f"N{LETTERS[kind]}{player}": 2 for kind in PROMOTIONS for player in range(2)}

    def marks(self) -> list[Mark]:
        """The square that the board lies in."""
        return [Mark(FRAME, (SQUARES[0], SQUARES[-1]))]
