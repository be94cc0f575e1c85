"""Magnets over Hall sensors: charge model of a disc magnet, everything computed, nothing measured."""

import math

from treppe_hardware.descriptions.parameters import Cell
from treppe_hardware.descriptions.piece_parameters import Magnet

HALL_MV_PER_MT = 15.0  # data sheet of DRV5055A3
LSB_MV = 3300 / 4096
ZERO_CODE = 2048


def axial_field_mt(magnet: Magnet, distance: float) -> float:
    """Return the field (mT) on the magnet's axis, `distance` mm from its face: the exact formula of a disc."""
    near, far, radius = distance, distance + magnet.thickness, magnet.diameter / 2
    return magnet.remanence_mt / 2 * (far / math.hypot(far, radius) - near / math.hypot(near, radius))


def code(magnet: Magnet, cell: Cell, load_g: float, stiffness_gf_mm: float) -> float:
    """Return the converter's code with this load on the platform."""
    gap = cell.gap_empty - load_g / stiffness_gf_mm
    return ZERO_CODE + axial_field_mt(magnet, gap) * HALL_MV_PER_MT / LSB_MV
