"""The wood under a surface's circuit boards, with openings and holes, and the parts under it."""

from dataclasses import dataclass

from build123d import Align, Cylinder, Part, Pos

from treppe_hardware.boards.layout import PlacedPart, has_layout, place
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.fixing import spacer_places
from treppe_hardware.parts import plates
from treppe_hardware.parts.drawing import Drawing, Point
from treppe_hardware.parts.parameters import Parameters, Wood

_LARGE_MM = 300.0  # a plate that needs a foot in its middle
_UP = (Align.CENTER, Align.CENTER, Align.MIN)
Rectangle = tuple[float, float, float, float]  # west, south, east, north


@dataclass(frozen=True, slots=True)
class Laid:
    """One of a surface's boards: its number from 1, and where its south-west corner lies on the plate."""

    board: Board
    number: int
    west: float
    south: float


def boards_on_top(surface: Surface) -> list[Laid]:
    """Return the boards that carry fields and say where they lie."""
    return [
        Laid(board, number, *origin)
        for board in surface.boards
        if has_layout(board) and board.fields
        for number, origin in enumerate(board.origins, 1)
    ]


def boards_below(surface: Surface) -> list[Laid]:
    """Return the boards that hang under the wood."""
    return [Laid(board, 1, *board.origins[0]) for board in surface.boards if board.origins and not board.fields]


def wood_size(surface: Surface) -> Point:
    """Return the wood's width and height: the plate's, or a single board's where that is larger."""
    single = [laid.board.size_mm for laid in boards_on_top(surface) if laid.board.count == 1]
    sizes = [(surface.width_mm, surface.height_mm), *single]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def base_drawing(parameters: Parameters, surface: Surface, footprints: dict[str, Footprint]) -> Drawing:
    """Return the wood as lines: its edge, an opening for each plug, holes for screws."""
    wood = parameters.wood
    width, height = wood_size(surface)
    drawing = Drawing([[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]])
    openings = []
    for laid in boards_on_top(surface):
        is_flat = plates.washer_height(parameters, surface) == 0
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


def holes_of(laid: Laid) -> list[Point]:
    """Return where a board's holes are on the plate; one that hangs is turned over, from south to north."""
    depth = laid.board.size_mm[1]
    return [(laid.west + x, laid.south + (y if laid.board.fields else depth - y)) for x, y, _ in laid.board.holes]


def foot_places(wood: Wood, surface: Surface) -> list[Point]:
    """Return where feet stand: near the corners, on a large surface in the middle too."""
    width, height, inset = surface.width_mm, surface.height_mm, wood.foot_inset
    corners = [(x, y) for y in (inset, height - inset) for x in (inset, width - inset)]
    return [*corners, (width / 2, height / 2)] if width > _LARGE_MM else corners


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
