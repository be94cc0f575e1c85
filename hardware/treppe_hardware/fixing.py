"""Places of a surface's screws and pegs, in mm from the plate's south-west corner."""

import math

from treppe_hardware.descriptions.surface import Surface

Point = tuple[float, float]

PEG_MM = 10.5
"""Two pegs in a cell's foot find the circuit board, so far east and west of the field's middle."""
_EDGE_MM = 6.0  # of a plate that carries a single cell


def places(surface: Surface) -> list[Point]:
    """Return the fields' middles."""
    return [(x / 10, y / 10) for x, y in surface.places_mm10]


def peg_places(surface: Surface) -> list[Point]:
    """Return the peg holes of the circuit board under a tower surface."""
    return [(x + side, y) for x, y in places(surface) for side in (-PEG_MM, PEG_MM)]


def spacer_places(surface: Surface) -> list[Point]:
    """Return where spacers carry the plate: every second corner between fields, or a small plate's own corners."""
    if len(surface.places_mm10) == 1:
        w, h = surface.width_mm, surface.height_mm
        return [(x, y) for y in (_EDGE_MM, h - _EDGE_MM) for x in (_EDGE_MM, w - _EDGE_MM)]
    pitch, is_square = surface.pitch_mm, surface.columns > 0
    offset, needed = ((pitch / 2, pitch / 2), 4) if is_square else ((0.0, -pitch / math.sqrt(3)), 3)
    reach = math.hypot(*offset) + 0.2
    middles = places(surface)
    corners = [(x + offset[0], y + offset[1]) for x, y in middles]
    corners = [c for c in corners if sum(math.dist(c, middle) < reach for middle in middles) == needed]
    rows = sorted({round(y) for _, y in corners})
    chosen = []
    for number, row in enumerate(rows):
        in_row = sorted(corner for corner in corners if round(corner[1]) == row)
        chosen += in_row[number % 2 :: 2]
    return chosen
