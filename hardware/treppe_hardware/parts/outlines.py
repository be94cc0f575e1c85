"""Outlines of the pieces: area, perimeter, and how far a piece reaches from its magnet."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from treppe_hardware.descriptions.piece_parameters import PieceBody

HALF_FIELD = 20.0  # pitch of the reed surface, halved
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


def reach_of_square(body: PieceBody, degrees: float) -> float:
    """Return how far a square with round corners (or a circle) reaches from its middle in this direction."""
    angle = math.radians(degrees)
    return body.corner + (body.width / 2 - body.corner) * (abs(math.cos(angle)) + abs(math.sin(angle)))


def reach_of_triangle(body: PieceBody, degrees: float) -> float:
    """Return how far a bowed triangle with a tip at 0 degrees reaches from its middle in this direction."""
    inner = body.width - 2 * body.corner
    to_tip = inner / math.sqrt(3)
    from_tip = abs((degrees + 60) % 120 - 60)
    if from_tip <= 30:
        return body.corner + to_tip * math.cos(math.radians(from_tip))
    return body.corner + inner - to_tip * math.cos(math.radians(60 - from_tip))


def worst_offset_mm(reach: Callable[[PieceBody, float], float], body: PieceBody) -> float:
    """Return how far off the field's middle a piece can be while all of it lies within its field, however turned."""
    worst = 0.0
    for degrees in range(360):
        east, north, west, south = (reach(body, degrees + turn) for turn in (0, 90, 180, 270))
        worst = max(worst, math.hypot(HALF_FIELD - min(east, west), HALF_FIELD - min(north, south)))
    return worst
