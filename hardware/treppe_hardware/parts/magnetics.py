"""Magnets over Hall sensors and reeds: charge model of a disc magnet, everything computed, nothing measured."""

import math

from treppe_hardware.descriptions.parameters import Cell
from treppe_hardware.descriptions.piece_parameters import Magnet, Reed

HALL_MV_PER_MT = 15.0  # data sheet of DRV5055A3
LSB_MV = 3300 / 4096
ZERO_CODE = 2048
SAFE_FLUX_INDEX = 50.0  # EN 71-1 and ASTM F963, kG2 mm2


def axial_field_mt(magnet: Magnet, distance: float) -> float:
    """Return the field (mT) on the magnet's axis, `distance` mm from its face: the exact formula of a disc."""
    near, far, radius = distance, distance + magnet.thickness, magnet.diameter / 2
    return magnet.remanence_mt / 2 * (far / math.hypot(far, radius) - near / math.hypot(near, radius))


def code(magnet: Magnet, cell: Cell, load_g: float, stiffness_gf_mm: float) -> float:
    """Return the converter's code with this load on the platform."""
    gap = cell.gap_empty - load_g / stiffness_gf_mm
    return ZERO_CODE + axial_field_mt(magnet, gap) * HALL_MV_PER_MT / LSB_MV


def codes_per_mm(magnet: Magnet, cell: Cell) -> float:
    """Return how many steps of the converter the empty reading moves when the magnet comes 1 mm nearer."""
    step = 0.01
    near, far = (axial_field_mt(magnet, cell.gap_empty + side * step) for side in (-1, 1))
    return (near - far) / (2 * step) * HALL_MV_PER_MT / LSB_MV


def flux_index(magnet: Magnet) -> float:
    """Return the flux index (kG2 mm2) of the loose magnet: field in the middle of its face squared, times its area."""
    return (axial_field_mt(magnet, 0.0) / 100) ** 2 * math.pi * magnet.diameter**2 / 4


def reed_field_mt(magnet: Magnet, reed: Reed, gap: float, aside: float) -> float:
    """Return the mean vertical field over the reed; the magnet's face is `gap` above it and `aside` mm off its axis."""
    return sum(
        face * _potential_difference(magnet, reed, gap + height, aside)
        for face, height in ((1, 0.0), (-1, magnet.thickness))
    )


def capture_radius_mm(magnet: Magnet, reed: Reed, gap: float, ampere_turns: float) -> float:
    """Return how far off its middle a magnet still closes the reed, to 0.05 mm."""
    aside = 0.0
    while reed_field_mt(magnet, reed, gap, aside) > ampere_turns * reed.mt_per_at:
        aside += 0.05
    return aside


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
