"""Figures of the design that the guide quotes and no part is built from: springs, damping, magnets, reach of pieces."""

import math
from collections.abc import Callable

from treppe_hardware.descriptions.parameters import Cell, Spring
from treppe_hardware.descriptions.piece_parameters import Ball, Ballast, Magnet, PieceBody, Print, Reed, Weight
from treppe_hardware.parts.flexure import GRAVITY, Arm, curved_arm, radius_at
from treppe_hardware.parts.magnetics import HALL_MV_PER_MT, LSB_MV, axial_field_mt
from treppe_hardware.parts.mass import printed_mass_g, weight_cavities
from treppe_hardware.parts.outlines import rounded_square

HALF_FIELD = 20.0  # pitch of the reed surface, halved
SAFE_FLUX_INDEX = 50.0  # EN 71-1 and ASTM F963, kG2 mm2


def straight_arm(spring: Spring) -> Arm:
    """Return the arm as a straight beam of the free length, clamped and guided (12 E I / L3)."""
    length = curved_arm(spring).length_mm
    e, t = spring.youngs_modulus_mpa, spring.thickness
    return Arm(length, e * spring.arm_width * t**3 / length**3, 3 * e * t / length**2)


def slot_width_mm(spring: Spring) -> float:
    """Return the distance between neighbouring arms."""
    slope = radius_at(spring, 1.0) - radius_at(spring, 0.0)
    middle = (spring.hub_radius + spring.rim_radius) / 2
    return slope * 2 * math.pi / spring.arms * math.cos(math.atan(slope / middle)) - spring.arm_width


def damping_ratio(cell: Cell, load_g: float, stiffness_gf_mm: float) -> float:
    """Return zeta of the skirt shearing oil in its groove: F = viscosity x area x speed / gap, on both sides.

    The oil rises as the skirt goes in, so that damping grows with the load. Good to a factor of 1.5: oil that flows
    past the skirt is left out, which adds damping.
    """
    skirt = math.pi * (cell.skirt_outer_radius**2 - cell.skirt_inner_radius**2)
    groove = math.pi * (cell.groove_outer_radius**2 - cell.groove_inner_radius**2)
    down = min(load_g / stiffness_gf_mm, cell.stop_gap)
    depth = cell.oil_level - cell.skirt_bottom + down * (1 + skirt / (groove - skirt))
    sides = cell.skirt_inner_radius / (cell.skirt_inner_radius - cell.groove_inner_radius) + cell.skirt_outer_radius / (
        cell.groove_outer_radius - cell.skirt_outer_radius
    )
    resistance = cell.oil_viscosity_pa_s * 2 * math.pi * sides * depth * 1e-3  # N s/m
    stiffness = stiffness_gf_mm * GRAVITY  # N/m
    return resistance / (2 * math.sqrt(stiffness * (cell.platform_g + load_g) / 1000))


def codes_per_mm(magnet: Magnet, cell: Cell) -> float:
    """Return how many steps of the converter the empty reading moves when the magnet comes 1 mm nearer."""
    step = 0.01
    near, far = (axial_field_mt(magnet, cell.gap_empty + side * step) for side in (-1, 1))
    return (near - far) / (2 * step) * HALL_MV_PER_MT / LSB_MV


def flux_index(magnet: Magnet) -> float:
    """Return the flux index (kG2 mm2) of the loose magnet: field in the middle of its face squared, times its area."""
    return (axial_field_mt(magnet, 0.0) / 100) ** 2 * math.pi * magnet.diameter**2 / 4


def capture_radius_mm(magnet: Magnet, reed: Reed, gap: float, ampere_turns: float) -> float:
    """Return how far off its middle a magnet still closes the reed, to 0.05 mm; its face is `gap` above the reed."""
    aside = 0.0
    while _reed_field_mt(magnet, reed, gap, aside) > ampere_turns * reed.mt_per_at:
        aside += 0.05
    return aside


def _reed_field_mt(magnet: Magnet, reed: Reed, gap: float, aside: float) -> float:
    """Return the mean vertical field over the reed; the magnet's face is `gap` above it and `aside` mm off its axis."""
    return sum(
        face * _potential_difference(magnet, reed, gap + height, aside)
        for face, height in ((1, 0.0), (-1, magnet.thickness))
    )


def _potential_difference(magnet: Magnet, reed: Reed, height: float, aside: float, rings: int = 8) -> float:
    """Return the mean vertical field of one charged face: its potential at the reed's two ends, over their distance."""
    radius, length = magnet.diameter / 2, reed.glass_length
    total = 0.0
    for ring in range(rings):
        r = radius * math.sqrt((ring + 0.5) / rings)
        for step in range(24):
            angle = 2 * math.pi * (step + 0.5) / 24
            across = math.hypot(aside - r * math.cos(angle), r * math.sin(angle))
            total += 1 / math.hypot(across, height) - 1 / math.hypot(across, height + length)
    return magnet.remanence_mt / (4 * math.pi) * math.pi * radius**2 * total / (24 * rings) / length


def infill_for(weight: Weight, ballast_g: float, ballast: Ballast, ball: Ball | None, settings: Print) -> float:
    """Return the infill (0 to 1) that brings a brick or disc with a ballast of this mass to its goal."""
    cavities = weight_cavities(ballast, ball, settings)
    outline, chamfers = rounded_square(weight), 2 * weight.edge**2
    empty, full = (
        printed_mass_g(outline, weight.height, chamfers, cavities, infill, settings) for infill in (0.0, 1.0)
    )
    return (weight.mass_g - ballast_g - empty) / (full - empty)


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
