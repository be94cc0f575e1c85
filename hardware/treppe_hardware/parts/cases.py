"""A case round one board: a tray and a lid, open where plugs, buttons and the display's glass look out."""

from collections.abc import Iterator

from build123d import Align, Cylinder, Part, Pos
from build123d import Box as Block

from treppe_hardware.boards.layout import PlacedPart, place
from treppe_hardware.descriptions.footprints import Box, Footprint
from treppe_hardware.descriptions.parameters import Case
from treppe_hardware.fixing import BOARD_MM, NEAR_EDGE_MM, Room

_UP = (Align.CENTER, Align.CENTER, Align.MIN)
_USB_PLUG_MM = 14.0  # wide, narrower than the Pico
_PLUG_MM = 2.0  # a cable's plug is so much wider than its socket, all round


def tray(case: Case, room: Room, footprints: dict[str, Footprint]) -> Part:
    """Return the lower part: z = 0 is the board's upper side."""
    width, depth = room.board.size_mm
    bottom = -BOARD_MM - room.below
    outer_w, outer_d = width + 2 * (case.play + case.wall), depth + 2 * (case.play + case.wall)
    middle = Pos(width / 2, depth / 2, 0)
    height = room.above - bottom
    body = middle * Pos(0, 0, bottom - case.floor) * Block(outer_w, outer_d, height + case.floor, align=_UP)
    body -= middle * Pos(0, 0, bottom) * Block(width + 2 * case.play, depth + 2 * case.play, height, align=_UP)
    for x, y, _ in room.board.holes:
        body += Pos(x, y, bottom) * Cylinder(case.pillar_diameter / 2, room.below, align=_UP)
    for x, y, _ in room.board.holes:
        body -= Pos(x, y, bottom) * Cylinder(case.pilot_diameter / 2, room.below, align=_UP)
    for wall in _wall_openings(case, room, footprints):
        body -= wall
    return body


def lid(case: Case, room: Room, footprints: dict[str, Footprint]) -> Part:
    """Return the upper part, where it lies on the tray, with a skirt outside of it."""
    width, depth = room.board.size_mm
    inner = 2 * (case.play + case.wall + case.slip)
    outer_w, outer_d = width + inner + 2 * case.wall, depth + inner + 2 * case.wall
    middle = Pos(width / 2, depth / 2, room.above)
    body = middle * Block(outer_w, outer_d, room.lid, align=_UP)
    skirt = Pos(0, 0, -case.skirt) * Block(outer_w, outer_d, case.skirt, align=_UP)
    skirt -= Pos(0, 0, -case.skirt) * Block(width + inner, depth + inner, case.skirt, align=_UP)
    body += middle * skirt
    for placed in _on_top(room, footprints):
        for box in (*placed.footprint.bodies, *placed.footprint.mated):
            if box.top > room.above or placed.component.part.name in room.looks_out:
                body -= _hole(placed, box, case.opening_margin, room)
    for wall in _wall_openings(case, room, footprints):
        body -= wall
    return body


def _on_top(room: Room, footprints: dict[str, Footprint]) -> list[PlacedPart]:
    return [placed for placed in place(room.board, footprints) if not placed.is_bottom]


def _hole(placed: PlacedPart, box: Box, margin: float, room: Room) -> Part:
    """Return the opening in the lid over a part, or over the plug on it."""
    corners = [placed.point(x, y) for x in (box.west, box.east) for y in (box.south, box.north)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    size = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    return Pos((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, room.above) * Block(*size, room.lid, align=_UP)


def _wall_openings(case: Case, room: Room, footprints: dict[str, Footprint]) -> Iterator[Part]:
    """Yield the openings in the walls for sockets near the edge."""
    width, depth = room.board.size_mm
    reach = 2 * (case.play + 2 * case.wall + case.slip) + NEAR_EDGE_MM
    for placed in place(room.board, footprints):
        if placed.component.part.name not in room.reached:
            continue
        for box in placed.footprint.mated or placed.footprint.bodies:
            corners = [placed.point(x, y) for x in (box.west, box.east) for y in (box.south, box.north)]
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            low, high = (-BOARD_MM - box.top, -BOARD_MM - box.bottom) if placed.is_bottom else (box.bottom, box.top)
            low, tall = low - _PLUG_MM, high - low + 2 * _PLUG_MM
            if max(ys) > depth - NEAR_EDGE_MM:
                yield Pos(placed.x, depth, low) * Block(_USB_PLUG_MM, reach, tall, align=_UP)
            elif max(xs) > width - NEAR_EDGE_MM:
                yield Pos(width, placed.y, low) * Block(reach, max(ys) - min(ys) + 2 * _PLUG_MM, tall, align=_UP)
