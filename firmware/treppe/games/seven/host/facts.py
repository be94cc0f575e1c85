"""What hosts know of 7 Steps besides its rules."""

from typing import Any

from treppe.games import start
from treppe.games.host import facts
from treppe.games.host.marks import DISC, Mark
from treppe.games.seven.supply import DISCS


class Facts(facts.Facts):
    """Discs of seven colours beside an empty board."""

    DEMO_SEED = 4
    VARIANTS = ({}, {"side": "mixed", "players": 3}, {"tiles": False}, {"players": 4, "extra_round": True})

    def supply(self, state: Any) -> dict[str, int]:
        """All discs."""
        return {f"D{colour}": DISCS for colour in range(7)}

    def colours(self, state: Any) -> bytes:
        """Those of the side that is played."""
        return bytes(state.colours)

    def marks(self) -> list[Mark]:
        """The colours of the mixed side."""
        state: Any = start(self.name, side="mixed")
        return [Mark(DISC, (field,), colour) for field, colour in enumerate(state.colours)]
