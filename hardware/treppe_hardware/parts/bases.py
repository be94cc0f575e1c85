"""The wood under a surface's circuit boards, with openings and holes, and the parts under it."""

from build123d import Align, Cylinder, Part, Pos

from treppe_hardware.boards.layout import PlacedPart, place
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.parameters import Parameters, Wood
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.fixing import (
    Laid,
    boards_below,
    boards_on_top,
    foot_places,
    holes_of,
    spacer_places,
    washer_height,
    wood_size,
)
from treppe_hardware.parts.drawing import Drawing, Point

_UP = (Align.CENTER, Align.CENTER, Align.MIN)
Rectangle = tuple[float, float, float, float]  # west, south, east, north


def base_drawing(parameters: Parameters, surface: Surface, footprints: dict[str, Footprint]) -> Drawing:
    """Return the wood as lines: its edge, an opening for each plug, holes for screws."""
    wood = parameters.wood
    width, height = wood_size(surface)
    drawing = Drawing([[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]])
    openings = []
    for laid in boards_on_top(surface):
        is_flat = washer_height(parameters, surface) == 0
        hanging = [
            placed
            for placed in place(laid.board, footprints)
            if placed.is_bottom or (is_flat and placed.footprint.is_through)
        ]
        openings += [_opening(placed, laid, wood.opening_margin) for placed in hanging]
    openings = [(max(w, 0.0), max(s, 0.0), min(e, width), min(n, height)) for w, s, e, n in openings if s < height]
    for w, s, e, n in _joined(openings):
        drawing.outlines.append([(w, s), (e, s), (e, n), (w, n)])
    holes: list[tuple[Point, float]] = []
    if surface.sensor == "cell":
        holes += [(spot, wood.insert_diameter / 2) for spot in spacer_places(surface)]
    else:
        holes += [(spot, wood.screw_hole_diameter / 2) for laid in boards_on_top(surface) for spot in holes_of(laid)]
    holes += [(spot, wood.pilot_diameter / 2) for laid in boards_below(surface) for spot in holes_of(laid)]
    holes += [(spot, wood.pilot_diameter / 2) for spot in foot_places(wood, surface)]
    drawing.circles += holes
    return drawing


def foot(wood: Wood) -> Part:
    """Return a foot, its upper end at z = 0: a wood screw from below sits deep in it."""
    bottom = -wood.foot_height
    body = Pos(0, 0, bottom) * Cylinder(wood.foot_diameter / 2, wood.foot_height, align=_UP)
    body -= Pos(0, 0, bottom) * Cylinder(wood.screw_hole_diameter / 2, wood.foot_height, align=_UP)
    return body - Pos(0, 0, bottom) * Cylinder(wood.screw_hole_diameter, wood.foot_height - wood.foot_floor, align=_UP)


def pillar(wood: Wood) -> Part:
    """Return a pillar between the wood and the board that hangs under it, its upper end at z = 0."""
    body = Cylinder(wood.pillar_diameter / 2, wood.pillar_height, align=_UP)
    body -= Cylinder(wood.screw_hole_diameter / 2, wood.pillar_height, align=_UP)
    return Pos(0, 0, -wood.pillar_height) * body


def _opening(placed: PlacedPart, laid: Laid, margin: float) -> Rectangle:
    boxes = (*placed.footprint.bodies, *placed.footprint.mated)
    corners = [placed.point(x, y) for box in boxes for x in (box.west, box.east) for y in (box.south, box.north)]
    corners += [placed.point(pad.x, pad.y) for pad in placed.footprint.pads]
    xs, ys = [x + laid.west for x, _ in corners], [y + laid.south for _, y in corners]
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def _joined(openings: list[Rectangle]) -> list[Rectangle]:
    """Return the rectangles, those that meet as one around both."""
    joined: list[Rectangle] = []
    for one in openings:
        while True:
            meeting = [other for other in joined if _meet(one, other)]
            if not meeting:
                break
            joined = [other for other in joined if other not in meeting]
            wests, souths, easts, norths = zip(one, *meeting, strict=True)
            one = (min(wests), min(souths), max(easts), max(norths))
        joined.append(one)
    return joined


def _meet(one: Rectangle, other: Rectangle) -> bool:
    gap = 3.0  # a bridge that a cutter leaves standing
    return one[0] < other[2] + gap and other[0] < one[2] + gap and one[1] < other[3] + gap and other[1] < one[3] + gap
