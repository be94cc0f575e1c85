"""Where pads, bodies and the edge of a board lie, in mm from its south-west corner, as seen from above."""

import math
from dataclasses import dataclass

from treppe_hardware.descriptions.boards import Board, Component
from treppe_hardware.descriptions.footprints import Footprint, Pad
from treppe_hardware.descriptions.source import InvalidDescription

NOTCH_WIDTH, NOTCH_DEPTH = 3.6, 2.0
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A component with its footprint on its board."""

    component: Component
    footprint: Footprint
    x: float
    y: float
    turn: float

    @property
    def is_bottom(self) -> bool:
        """True if it sits on the board's underside."""
        return self.component.side == "bottom"

    def point(self, x: float, y: float) -> Point:
        """Return where a point of the footprint lies; on the underside it is mirrored from west to east."""
        angle = math.radians(self.turn)
        x = -x if self.is_bottom else x
        return (
            round(self.x + x * math.cos(angle) - y * math.sin(angle), 4),
            round(self.y + x * math.sin(angle) + y * math.cos(angle), 4),
        )


@dataclass(frozen=True, slots=True)
class PlacedPad:
    """One pad on the board and its net, empty if it is open."""

    ref: str
    pad: Pad
    x: float
    y: float
    turn: float
    net: str
    on_top: bool
    on_bottom: bool


def place(board: Board, footprints: dict[str, Footprint]) -> list[PlacedPart]:
    """Return all components with their places; raise InvalidDescription for one without a place or footprint."""
    placed = []
    for component in board.components:
        name = component.part.footprint
        if name not in footprints:
            raise InvalidDescription(f"{board.name} {component.ref}: there is no footprint {name!r} in footprints.toml")
        if component.at is None:
            raise InvalidDescription(f"{board.name} {component.ref} has no place (`at`)")
        placed.append(PlacedPart(component, footprints[name], *component.at))
    return placed


def pads(board: Board, footprints: dict[str, Footprint]) -> list[PlacedPad]:
    """Return all pads of a board."""
    found = []
    for one in place(board, footprints):
        for pad in one.footprint.pads:
            x, y = one.point(pad.x, pad.y)
            net = one.component.nets[int(pad.name) - 1]
            through = bool(pad.drill)
            on = (through or not one.is_bottom, through or one.is_bottom)
            found.append(PlacedPad(one.component.ref, pad, x, y, one.turn, net, *on))
    return found


def outline(board: Board) -> list[Point]:
    """Return the corners of a board's edge, against the clock from the south-west."""
    if board.edge:
        return list(board.edge)
    width, height = board.size_mm
    half = NOTCH_WIDTH / 2

    def side(at: float, inwards: float, east: list[float]) -> list[Point]:
        step = 1 if inwards > 0 else -1
        corners: list[Point] = []
        for x in east:
            deep = at + inwards * NOTCH_DEPTH
            corners += [(x - step * half, at), (x - step * half, deep), (x + step * half, deep), (x + step * half, at)]
        return corners

    notches = sorted(board.notches)
    south = [(0.0, 0.0), *side(0.0, 1, notches), (width, 0.0)]
    return [*south, (width, height), *side(height, -1, notches[::-1]), (0.0, height)]


def is_on_board(board: Board, x: float, y: float) -> bool:
    """True if a point lies within the board's edge: a line eastwards crosses the edge an odd number of times."""
    corners = outline(board)
    crossed = 0
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        crossed += (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
    return crossed % 2 == 1
