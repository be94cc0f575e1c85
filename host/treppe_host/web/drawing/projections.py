"""Projections of a board into the picture: from above, or from a corner, which shows the heights of towers.

Units: the pitch of a surface is 100. The ground is drawn flat and laid into the picture by a matrix; pieces rise
straight up.
"""

from dataclasses import dataclass
from types import ModuleType

from treppe.sensing.kinds import kind_of


@dataclass(frozen=True, slots=True)
class Projection:
    """The steps in the picture that correspond to a step of 1 to the east and to the south."""

    name: str
    east: tuple[float, float]
    south: tuple[float, float]
    headroom: float = 0
    """The room above the board for towers of the last row."""
    rim: float = 0
    """The visible thickness of the board's edge."""
    is_from_edge: bool = False
    """True if the board's edge is in front, False if its corner is."""

    def project(self, x: float, y: float) -> tuple[float, float]:
        """Return the place in the picture of a place on the ground."""
        return x * self.east[0] + y * self.south[0], x * self.east[1] + y * self.south[1]

    @property
    def is_flat(self) -> bool:
        """True if the board is seen from above."""
        return not self.rim

    def laid(self, drawing: str) -> str:
        """Return a flat drawing laid on the ground."""
        if self.is_flat:
            return drawing
        numbers = " ".join(f"{number:g}" for number in (*self.east, *self.south))
        return f'<g transform="matrix({numbers} 0 0)">{drawing}</g>'


PLAN = Projection("plan", (1, 0), (0, 1))
_CORNER = Projection("isometric", (0.82, -0.5), (0.82, 0.5), headroom=70, rim=40)
_EDGE = Projection("isometric", (1, 0), (0, 0.62), headroom=50, rim=40, is_from_edge=True)
NAMES = ("plan", "isometric")


def projection_of(surface: ModuleType, wanted: str) -> Projection:
    """Return the projection for a surface and the name of a view; a surface of reeds has no towers, so it is flat."""
    if wanted != "isometric" or not kind_of(surface).HAS_WEIGHTS:
        return PLAN
    return _CORNER if surface.COLUMNS else _EDGE
