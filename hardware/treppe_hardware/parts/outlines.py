"""Outlines of the pieces: area and perimeter."""

import math
from dataclasses import dataclass

from treppe_hardware.descriptions.piece_parameters import PieceBody

PIPS = {  # places on a 3 x 3 grid, as on a die
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Outline:
    """Area (mm2) and perimeter (mm) of a convex outline with round corners."""

    area: float
    perimeter: float

    def inset(self, distance: float) -> "Outline":
        """Return the outline moved inwards; exact (Steiner) while the distance is within the corners' radius."""
        return Outline(
            self.area - self.perimeter * distance + math.pi * distance**2,
            self.perimeter - 2 * math.pi * distance,
        )


def circle(diameter: float) -> Outline:
    """Return the outline of a circle."""
    return Outline(math.pi * diameter**2 / 4, math.pi * diameter)


def rounded_square(body: PieceBody) -> Outline:
    """Return the outline of a square with round corners (or of a circle, when these meet)."""
    inner = body.width - 2 * body.corner
    return _grow(Outline(inner**2, 4 * inner), body.corner)


def bowed_triangle(body: PieceBody) -> Outline:
    """Return the outline of a Reuleaux triangle with round corners: it has the same width in every direction."""
    inner = body.width - 2 * body.corner
    return _grow(Outline((math.pi - math.sqrt(3)) / 2 * inner**2, math.pi * inner), body.corner)


def _grow(outline: Outline, radius: float) -> Outline:
    return Outline(
        outline.area + outline.perimeter * radius + math.pi * radius**2,
        outline.perimeter + 2 * math.pi * radius,
    )
