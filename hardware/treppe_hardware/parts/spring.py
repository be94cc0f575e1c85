"""The cell's spring as lines to be cut: slots between the arms, bore and outline, and sheets full of springs."""

import math

from treppe_hardware.descriptions.parameters import Spring
from treppe_hardware.parts.drawing import Drawing, Point, arc, turned
from treppe_hardware.parts.flexure import crossing, edge_point


def edge(spring: Spring, side: int, count: int = 90) -> list[Point]:
    """Return one edge of an arm from hub to rim with its round corners; side 1 is the outer edge, -1 the inner one."""
    from_hub, first = _corner(spring, side, spring.hub_radius, 1)
    to_rim, last = _corner(spring, side, spring.rim_radius, -1)
    offset = side * spring.arm_width / 2
    turns = [first + (last - first) * step / count for step in range(1, count)]
    return [*from_hub, *(edge_point(spring, turn, offset) for turn in turns), *reversed(to_rim)]


def _corner(spring: Spring, side: int, radius: float, away: int) -> tuple[list[Point], float]:
    """Return the arc that joins a circle to an arm's edge, beginning on the circle, and the turn where it ends."""
    offset = side * (spring.arm_width / 2 + spring.corner)
    turn = crossing(spring, offset, radius + away * spring.corner)
    centre = edge_point(spring, turn, offset)
    on_edge = edge_point(spring, turn, side * spring.arm_width / 2)
    start = math.atan2(-away * centre[1], -away * centre[0])
    end = math.atan2(on_edge[1] - centre[1], on_edge[0] - centre[0])
    return arc(centre, spring.corner, start, start + math.remainder(end - start, 2 * math.pi), 0.2), turn


def slot(spring: Spring) -> list[Point]:
    """Return the slot between the first arm's outer edge and the inner edge of the arm before it."""
    near = edge(spring, 1)
    far = turned(edge(spring, -1), -2 * math.pi / spring.arms)
    return [
        *near,
        *_along(spring.rim_radius, near[-1], far[-1]),
        *reversed(far),
        *_along(spring.hub_radius, far[0], near[0]),
    ]


def arm(spring: Spring) -> list[Point]:
    """Return the outline of one arm, closed by the edges of hub and rim."""
    outer, inner = edge(spring, 1), edge(spring, -1)
    return [
        *outer,
        *_along(spring.rim_radius, outer[-1], inner[-1]),
        *reversed(inner),
        *_along(spring.hub_radius, inner[0], outer[0]),
    ]


def _along(radius: float, start: Point, end: Point) -> list[Point]:
    """Return the points between two points of a circle about the origin, the shorter way, without the ends."""
    first = math.atan2(start[1], start[0])
    turn = math.remainder(math.atan2(end[1], end[0]) - first, 2 * math.pi)
    return arc((0.0, 0.0), radius, first, first + turn)[1:-1]


def openings(spring: Spring) -> Drawing:
    """Return what is cut out of the spring itself: the slots and the bore."""
    step = 2 * math.pi / spring.arms
    return Drawing(
        [turned(slot(spring), step * number) for number in range(spring.arms)],
        [((0.0, 0.0), spring.bore_diameter / 2)],
    )


def spring_drawing(spring: Spring) -> Drawing:
    """Return a single spring with its outline."""
    drawing = openings(spring)
    drawing.circles.append(((0.0, 0.0), spring.outer_diameter / 2))
    return drawing


def sheet(spring: Spring) -> Drawing:
    """Return a stencil full of springs, all the same way round, each held by three tabs."""
    one = openings(spring)
    inner, outer = spring.outer_diameter / 2, spring.outer_diameter / 2 + spring.kerf
    half_tab = spring.tab / 2 / inner
    for third in range(3):
        start, end = third * 2 * math.pi / 3 + half_tab, (third + 1) * 2 * math.pi / 3 - half_tab
        one.outlines.append(arc((0.0, 0.0), inner, start, end) + arc((0.0, 0.0), outer, end, start))
    drawing = Drawing()
    for row in range(spring.sheet_rows):
        for column in range(spring.sheet_columns):
            drawing.add(one.moved((column + 0.5) * spring.sheet_pitch, (row + 0.5) * spring.sheet_pitch))
    return drawing
