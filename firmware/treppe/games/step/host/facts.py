"""What hosts know of STEP BY STEP besides its rules."""

from typing import Any

from treppe.games import start
from treppe.games.host import facts
from treppe.games.host.marks import DASHED_RING, FRAME, RING, TOWER, Mark


class Facts(facts.Facts):
    """A tower in the middle, balls in the corners, bricks beside the board."""

    PICTURE = {"players": 4}
    DEMO = {"size": 5, "bricks": 40}
    VARIANTS = ({}, {"size": 5, "bricks": 40}, {"players": 4}, {"players": 3, "edition": "fr"})

    def supply(self, state: Any) -> dict[str, int]:
        """The bricks."""
        return {"B": state.bricks}

    def goals(self, state: Any) -> list[int]:
        """The top of the tower."""
        return [state.field(state.middle)]

    def marks(self) -> list[Mark]:
        """The tower in the middle, the corners where balls begin, the board of 5 x 5 and its corners."""
        marks = [Mark(TOWER, (24,)), Mark(FRAME, (8, 40))]
        for size, kind in ((7, RING), (5, DASHED_RING)):
            state = start(self.name, players=4, size=size)
            balls = [(field, code) for field in range(49) for code in state.pieces(field) if code[0] == "O"]
            marks += [Mark(kind, (field,), int(code[1])) for field, code in balls]
        return marks
