"""What hosts know of Cubes besides its rules."""

from typing import Any

from treppe.games import start
from treppe.games.cubes.rules import WHITES
from treppe.games.host import facts
from treppe.games.host.marks import FRAME, NUMBER, Mark


class Facts(facts.Facts):
    """Numbered stones on their parking fields, white ones beside the board."""

    DEMO_SEED = 13929
    VARIANTS = ({}, {"players": 3}, {"players": 4})

    def supply(self, state: Any) -> dict[str, int]:
        """The white stones."""
        return {"W": WHITES[state.players]}

    def marks(self) -> list[Mark]:
        """The board of 10 x 10, and where each player's stones 2 to 6 wait."""
        state = start(self.name, players=4)
        waiting = [(field, code) for field in range(144) for code in state.pieces(field)]
        return [Mark(FRAME, (13, 130)), *(Mark(NUMBER, (field,), int(code[2]), code[1]) for field, code in waiting)]
