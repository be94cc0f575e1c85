"""Places of a surface's boards, screws, pegs and feet, in mm from the plate's south-west corner, and its heights."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.parameters import Parameters, Wood
from treppe_hardware.descriptions.surface import Surface

if TYPE_CHECKING:
    from treppe_hardware.descriptions.description import Hardware

Point = tuple[float, float]

BOARD_MM = 1.6
"""The thickness of all circuit boards."""
PEG_MM = 10.5
"""Two pegs in a cell's foot find the circuit board, so far east and west of the field's middle."""
_EDGE_MM = 6.0  # of a plate that carries a single cell
NEAR_EDGE_MM = 3.0
"""A socket that comes so near the edge is reached through the wall of a case."""
_LARGE_MM = 300.0  # a plate that needs a foot in its middle


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
        if board.has_layout and board.fields
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


def holes_of(laid: Laid) -> list[Point]:
    """Return where a board's holes are on the plate; one that hangs is turned over, from south to north."""
    depth = laid.board.size_mm[1]
    return [(laid.west + x, laid.south + (y if laid.board.fields else depth - y)) for x, y, _ in laid.board.holes]


def foot_places(wood: Wood, surface: Surface) -> list[Point]:
    """Return where feet stand: near the corners, on a large surface in the middle too."""
    width, height, inset = surface.width_mm, surface.height_mm, wood.foot_inset
    corners = [(x, y) for y in (inset, height - inset) for x in (inset, width - inset)]
    return [*corners, (width / 2, height / 2)] if width > _LARGE_MM else corners


def stack_height(parameters: Parameters, surface: Surface) -> float:
    """Return how far the plate lies above the circuit boards."""
    if surface.sensor == "cell":
        return parameters.cell.plate_bottom
    return parameters.wood.flat_stack if surface.sensor_part.switches_mt else parameters.tile_frame.height


def washer_height(parameters: Parameters, surface: Surface) -> float:
    """Return how far the circuit boards lie above the wood: cells press on theirs, which lie flat."""
    return 0.0 if surface.sensor == "cell" else parameters.wood.washer


@dataclass(frozen=True, slots=True)
class Room:
    """The room around a board of a file in its case, below and above; what looks out of the lid or the wall."""

    board: Board
    path: Path
    below: float
    above: float
    lid: float  # thickness
    looks_out: tuple[str, ...]
    reached: tuple[str, ...]


def rooms(hardware: "Hardware") -> dict[str, Room]:
    """Return the boards that get a case, by its name: the controller, the starter with its plate for a lid."""
    measures, controller, starter = hardware.measures, hardware.controller, hardware.surfaces.get("start4")
    below, above, lid = measures.controller_room.below, measures.controller_room.above, measures.case.lid
    looks_out, reached = ("OLED", "BOX_2X20", "VH_4"), ("PICO", "JACK_5V")
    found = {
        board.name: Room(board, controller.path, below, above, lid, looks_out, reached) for board in controller.boards
    }
    if starter:
        (board, *_), path, size = starter.boards, starter.source.path, measures.start4_room
        found["start4"] = Room(board, path, size.below, size.above, starter.plate_mm, (), reached[:1])
    return found
