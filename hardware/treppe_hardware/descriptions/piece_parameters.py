"""The measures of pieces, of the magnets and metal inside of them, and of how they are printed."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Print:
    """The slicer's settings; masses are right for these alone."""

    density_g_mm3: float
    wall: float
    skin: float
    fit_clearance: float
    slide_clearance: float


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc magnet, magnetised along its axis."""

    diameter: float
    thickness: float
    remanence_mt: float
    density_g_mm3: float

    @property
    def mass_g(self) -> float:
        """Mass from volume and density."""
        return math.pi * self.diameter**2 / 4 * self.thickness * self.density_g_mm3


@dataclass(frozen=True, slots=True)
class Reed:
    """A reed switch standing upright, and how far above it the magnet's face comes."""

    glass_length: float
    glass_diameter: float
    at_least: float
    at_most: float
    mt_per_at: float
    drop_out: float
    magnet_gap: float
    closes_within: float
    closes_sd: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """The common measures of all pieces of the reed surface."""

    floor: float
    pocket_depth: float
    infill: float
    edge: float
    mark_depth: float


@dataclass(frozen=True, slots=True)
class PieceBody:
    """The outline and height of a piece."""

    width: float
    height: float
    corner: float


@dataclass(frozen=True, slots=True)
class Stone(PieceBody):
    """The two-sided stone of Cubes; a pip is a small owner's mark, a frame the groove round the active side."""

    pip: float
    pip_pitch: float
    frame: float


@dataclass(frozen=True, slots=True)
class Ballast:
    """A blank of metal inside a brick or disc, and its pocket."""

    diameter: float
    thickness: float
    density_g_mm3: float
    pocket_diameter: float
    pocket_depth: float
    floor: float

    @property
    def mass_g(self) -> float:
        """Mass from volume and density."""
        return math.pi * self.diameter**2 / 4 * self.thickness * self.density_g_mm3


@dataclass(frozen=True, slots=True)
class Weight(PieceBody):
    """A piece that is weighed: a brick or a disc."""

    edge: float
    infill: float
    mass_g: float


@dataclass(frozen=True, slots=True)
class Ball:
    """The marble and the seat for it."""

    diameter: float
    mass_g: float
    seat_clearance: float
    seat_depth: float

    @property
    def seat_radius(self) -> float:
        """Radius of the sphere that the seat is part of."""
        return (self.diameter + self.seat_clearance) / 2
