"""Models of what belongs to a whole surface: tile frames, plates, spacers, rims. Places come from the descriptions."""

import math
from dataclasses import dataclass

from build123d import (
    Align,
    Axis,
    Box,
    BuildLine,
    BuildSketch,
    Cylinder,
    GridLocations,
    Part,
    Polyline,
    Pos,
    Rot,
    chamfer,
    extrude,
    make_face,
)

from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.parameters import Parameters, Rim
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.fixing import BOARD_MM, places, spacer_places, stack_height, washer_height
from treppe_hardware.parts.drawing import Drawing, Point

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def tile_frame(parameters: Parameters, pitch: float, tile: Board) -> Part:
    """Return the frame over one reed tile: a light well a field, in its middle a holder for the upright reed.

    Over each hole of the tile a boss takes a screw from below.
    """
    frame = parameters.tile_frame
    side = frame.fields * pitch - frame.play
    piece = Box(side, side, frame.height, align=_UP)
    for place in GridLocations(pitch, pitch, frame.fields, frame.fields):
        piece -= place * Box(pitch - frame.wall, pitch - frame.wall, frame.height, align=_UP)
    outer = Box(side, side, frame.height, align=_UP)
    inner = side - 2 * frame.wall
    piece += outer - Box(inner, inner, frame.height, align=_UP)
    holders = [
        place * _reed_holder(parameters, pitch) for place in GridLocations(pitch, pitch, frame.fields, frame.fields)
    ]
    screws = [Pos(x - tile.size_mm[0] / 2, y - tile.size_mm[1] / 2, 0) for x, y, _ in tile.holes]
    piece += [*holders, *(screw * Cylinder(frame.boss_diameter / 2, frame.height, align=_UP) for screw in screws)]
    return piece - [screw * Cylinder(frame.boss_bore / 2, frame.boss_height, align=_UP) for screw in screws]


def _reed_holder(parameters: Parameters, pitch: float) -> Part:
    frame, reed = parameters.tile_frame, parameters.reed
    bore = (reed.glass_diameter + parameters.print.fit_clearance) / 2
    height = frame.height - 1.0
    holder = Cylinder(bore + frame.wall, height, align=_UP)
    ribs = Pos(0, 0, frame.rib_bottom)
    holder += ribs * Box(pitch - frame.wall / 2, frame.rib, frame.rib_height, align=_UP)
    holder += ribs * Box(frame.rib, pitch - frame.wall / 2, frame.rib_height, align=_UP)
    holder -= Cylinder(bore, height, align=_UP)
    slot = Pos(bore, 0, 0) * Box(2 * frame.wall + 1, frame.lead_slot, height, align=_UP)
    return holder - Rot(0, 0, 45) * slot


def tower_plate(parameters: Parameters, surface: Surface) -> Drawing:
    """Return the plate over the cells as lines: edge, and holes for necks, light and screws."""
    plate = parameters.tower_plate
    width, height = surface.width_mm, surface.height_mm
    drawing = Drawing([[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]])
    for x, y in places(surface):
        drawing.circles.append(((x, y), plate.neck_hole_diameter / 2))
        lamp = (x + surface.lamp_offset_mm[0], y + surface.lamp_offset_mm[1])
        drawing.circles.append((lamp, plate.light_hole_diameter / 2))
    drawing.circles += [(place, plate.screw_hole_diameter / 2) for place in spacer_places(surface)]
    return drawing


def plate_body(drawing: Drawing, thickness: float) -> Part:
    """Return a plate of this thickness with its holes and openings; the drawing's first line is its edge."""
    piece, *openings = (_slab(line, thickness) for line in drawing.outlines)
    piece = piece - openings if openings else piece
    return piece - [Pos(x, y, 0) * Cylinder(radius, thickness, align=_UP) for (x, y), radius in drawing.circles]


def _slab(outline: list[Point], thickness: float) -> Part:
    with BuildSketch() as sketch:
        with BuildLine():
            Polyline(*outline, close=True)
        make_face()
    return extrude(sketch.sketch, thickness)


def spacer(parameters: Parameters) -> Part:
    """Return a spacer between circuit board and plate."""
    plate, height = parameters.tower_plate, parameters.cell.plate_bottom
    return Cylinder(plate.spacer_diameter / 2, height, align=_UP) - Cylinder(
        plate.screw_hole_diameter / 2, height, align=_UP
    )


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a rim: its length along the plate's edge, and which of its ends meet another bar at a corner."""

    length: float
    is_first: bool
    is_last: bool

    @property
    def name(self) -> str:
        """Length and place, for a file's name."""
        ends = {(True, True): "whole", (True, False): "left", (False, True): "right", (False, False): "middle"}
        return f"{self.length:g}_{ends[self.is_first, self.is_last]}"


def rim_bars(rim: Rim, surface: Surface) -> dict[Bar, int]:
    """Return the bars that go round a surface, with how many of each."""
    bars: dict[Bar, int] = {}
    for side in (surface.width_mm, surface.height_mm):
        count = math.ceil(side / rim.longest_bar)
        for number in range(count):
            bar = Bar(side / count, number == 0, number == count - 1)
            bars[bar] = bars.get(bar, 0) + 2
    return bars


def rim_height(parameters: Parameters, surface: Surface) -> float:
    """Return the height of the rim: from the wood's underside to the plate's upper side."""
    below = parameters.wood.thickness + washer_height(parameters, surface) + BOARD_MM
    return below + stack_height(parameters, surface) + surface.plate_mm


def rim_bar(parameters: Parameters, bar: Bar, height: float) -> Part:
    """Return a bar seen from outside the surface: mitred where it meets another at a corner, holes for two screws."""
    rim = parameters.rim
    left = -rim.wall if bar.is_first else 0.0
    right = bar.length + (rim.wall if bar.is_last else 0.0)
    with BuildSketch() as sketch:
        with BuildLine():
            Polyline((0.0, 0.0), (bar.length, 0.0), (right, -rim.wall), (left, -rim.wall), close=True)
        make_face()
    piece = extrude(sketch.sketch, height)
    outside = piece.faces().sort_by(Axis.Z)[-1].edges().filter_by(Axis.X).sort_by(Axis.Y)[0]
    piece = chamfer(outside, rim.edge)
    hole = Rot(90, 0, 0) * Cylinder(rim.screw_hole_diameter / 2, 4 * rim.wall)
    for part in (0.2, 0.8):
        piece -= Pos(bar.length * part, 0, parameters.wood.thickness / 2) * hole
    return piece
