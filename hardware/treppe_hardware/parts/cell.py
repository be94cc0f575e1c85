"""Models of the weighing cell, each part at the height where it sits: z = 0 is the circuit board's upper side."""

from build123d import (
    Align,
    Axis,
    BuildLine,
    BuildSketch,
    Circle,
    Cylinder,
    Part,
    Plane,
    Polyline,
    Pos,
    Sketch,
    extrude,
    make_face,
    revolve,
)

from treppe_hardware.descriptions.parameters import Parameters
from treppe_hardware.parts.drawing import Point
from treppe_hardware.parts.pieces import ball_seat
from treppe_hardware.parts.spring import openings

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def _turned(profile: list[Point]) -> Part:
    """Return the body of revolution of a closed profile of (radius, height)."""
    with BuildSketch(Plane.XZ) as sketch:
        with BuildLine():
            Polyline(*profile, close=True)
        make_face()
    return revolve(sketch.sketch, Axis.Z)


def cup(parameters: Parameters) -> Part:
    """Return the fixed part: foot, groove for the oil, rim that stops the flange, bowl under the lower spring."""
    cell = parameters.cell
    floor = cell.cup_floor - cell.cup_floor_thickness
    bore = cell.groove_inner_radius - cell.groove_wall
    wall = cell.groove_outer_radius + cell.groove_wall
    bowl_inside = cell.outer_radius - cell.bowl_wall
    shoulder = cell.outer_radius - cell.foot_radius  # the bowl widens at 45 degrees, which prints without support
    slant = cell.bowl_wall * 2**0.5
    inside = shoulder - cell.bowl_wall + slant
    low = cell.cup_floor + 1.0
    piece = _turned(
        [
            (cell.foot_inner_radius, 0.0),
            (cell.foot_radius, 0.0),
            (cell.outer_radius, shoulder),
            (cell.outer_radius, cell.lower_spring),
            (bowl_inside, cell.lower_spring),
            (bowl_inside, inside),
            (cell.foot_radius - slant + low, low),
            (wall, low),
            (wall, cell.cup_rim),
            (cell.groove_outer_radius, cell.cup_rim),
            (cell.groove_outer_radius, cell.cup_floor),
            (cell.groove_inner_radius, cell.cup_floor),
            (cell.groove_inner_radius, cell.cup_rim),
            (bore, cell.cup_rim),
            (bore, floor),
            (cell.foot_inner_radius, floor),
        ]
    )
    for side in (-1, 1):
        peg_hole = Cylinder((cell.peg_diameter + parameters.print.fit_clearance) / 2, 3.0, align=_UP)
        piece -= Pos(side * cell.peg_distance / 2, 0, 0) * peg_hole
    return piece


def stem(parameters: Parameters) -> Part:
    """Return the moving part: skirt in the oil, flange that lands on the rim, tube for the trim screw."""
    cell = parameters.cell
    hole = cell.tap_hole_diameter / 2
    flange_top = cell.flange_bottom + cell.flange_thickness
    return _turned(
        [
            (hole, cell.flange_bottom),
            (cell.skirt_inner_radius, cell.flange_bottom),
            (cell.skirt_inner_radius, cell.skirt_bottom),
            (cell.skirt_outer_radius, cell.skirt_bottom),
            (cell.skirt_outer_radius, cell.flange_bottom),
            (cell.flange_radius, cell.flange_bottom),
            (cell.flange_radius, flange_top),
            (parameters.spring.hub_radius, flange_top),
            (parameters.spring.hub_radius, cell.lower_spring),
            (cell.stem_radius, cell.lower_spring),
            (cell.stem_radius, cell.stem_top),
            (hole, cell.stem_top),
        ]
    )


def spring_plate(parameters: Parameters, height: float) -> Part:
    """Return one spring lying at this height."""
    spring = parameters.spring
    drawing = openings(spring)
    face: Sketch = Circle(spring.outer_diameter / 2) - Circle(spring.bore_diameter / 2)
    for slot in drawing.outlines:
        with BuildSketch() as sketch:
            with BuildLine():
                Polyline(*slot, close=True)
            make_face()
        face -= sketch.sketch
    return extrude(Pos(0, 0, height) * face, spring.thickness)


def sleeve(parameters: Parameters) -> Part:
    """Return the tube that keeps the hubs of the two springs apart."""
    inner = parameters.spring.bore_diameter / 2
    return _ring(inner, parameters.spring.hub_radius, *_between_springs(parameters))


def spacer_ring(parameters: Parameters) -> Part:
    """Return the ring that keeps the rims of the two springs apart."""
    cell = parameters.cell
    return _ring(cell.outer_radius - cell.bowl_wall, cell.outer_radius, *_between_springs(parameters))


def clamp_ring(parameters: Parameters) -> Part:
    """Return the ring on top of the upper spring."""
    cell = parameters.cell
    bottom = cell.lower_spring + cell.spring_distance + parameters.spring.thickness
    return _ring(cell.outer_radius - cell.bowl_wall, cell.outer_radius, bottom, bottom + cell.clamp_ring)


def _between_springs(parameters: Parameters) -> tuple[float, float]:
    cell = parameters.cell
    return cell.lower_spring + parameters.spring.thickness, cell.lower_spring + cell.spring_distance


def _ring(inner: float, outer: float, bottom: float, top: float) -> Part:
    return _turned([(inner, bottom), (outer, bottom), (outer, top), (inner, top)])


def head(parameters: Parameters) -> Part:
    """Return the platform: it slips onto the stem like a hat, its neck passes the plate, the ball has a seat in it."""
    cell = parameters.cell
    bore = parameters.spring.bore_diameter / 2
    neck_bottom = cell.lower_spring + cell.spring_distance + parameters.spring.thickness
    top = cell.head_bottom + cell.head_thickness
    driver = cell.driver_hole_diameter / 2
    piece = _turned(
        [
            (bore, neck_bottom),
            (cell.neck_radius, neck_bottom),
            (cell.neck_radius, cell.head_bottom),
            (cell.head_radius, cell.head_bottom),
            (cell.head_radius, top - 0.6),
            (cell.head_radius - 0.6, top),
            (driver, top),
            (driver, cell.stem_top + 0.2),
            (bore, cell.stem_top + 0.2),
        ]
    )
    return piece - ball_seat(parameters.ball, top)


def trim_screw(parameters: Parameters) -> Part:
    """Return the bought nylon screw that carries the magnet, for pictures."""
    cell, magnet = parameters.cell, parameters.cell_magnet
    on_magnet = cell.magnet_bottom + magnet.thickness
    return Pos(0, 0, on_magnet) * Cylinder(cell.tap_hole_diameter / 2, cell.trim_screw_length, align=_UP)


def cell_magnet(parameters: Parameters) -> Part:
    """Return the bought magnet where it hangs with an empty platform, for pictures."""
    magnet = parameters.cell_magnet
    return Pos(0, 0, parameters.cell.magnet_bottom) * Cylinder(magnet.diameter / 2, magnet.thickness, align=_UP)


def assembled(parameters: Parameters) -> list[Part]:
    """Return all parts of a cell where they sit, from below: cup, magnet, screw, stem, springs, rings, head."""
    upper = parameters.cell.lower_spring + parameters.cell.spring_distance
    return [
        cup(parameters),
        cell_magnet(parameters),
        trim_screw(parameters),
        stem(parameters),
        spring_plate(parameters, parameters.cell.lower_spring),
        sleeve(parameters),
        spacer_ring(parameters),
        spring_plate(parameters, upper),
        clamp_ring(parameters),
        head(parameters),
    ]
