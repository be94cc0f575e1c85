"""Pieces on a board seen from a corner: bodies with a top and two sides, drawn once and used by name.

The user of a body sets its colour `--top`; its sides are darker. Units: the pitch is 100.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

from treppe_host.web.drawing.projections import Projection

BODY = {"B": 26, "D": 17, "U": 17}
"""The height of a piece by its letter; a ball has none of its own."""
BALL = 27  # radius
BALL_LIFT = 25  # height of its middle above the stack
_BRICK = 37  # half the side
_DISC = 36  # radius
_UNKNOWN = 30
_ROUNDING = 7

_ROUND_SHADE = (
    '<linearGradient id="round"><stop offset="0" stop-color="#000" stop-opacity="0.3"/><stop offset="0.3" '
    'stop-color="#fff" stop-opacity="0.14"/><stop offset="1" stop-color="#000" stop-opacity="0.5"/></linearGradient>'
)

Point = tuple[float, float]


@lru_cache
def draw_solids(projection: Projection) -> str:
    """Return the bodies for `use` elements; empty for the plan."""
    if projection.is_flat:
        return ""
    box = (-_BRICK, -_BRICK, _BRICK, _BRICK)
    outlines = {"B": _rounded(box, _ROUNDING), "D": _circle(_DISC), "U": _circle(_UNKNOWN)}
    bodies = "".join(
        f'<g id="solid-{letter}" class="solid">{_body(outline, BODY[letter], projection, is_round=letter != "B")}</g>'
        for letter, outline in outlines.items()
    )
    return f"<defs>{_ROUND_SHADE}{bodies}</defs>"


def draw_rim(box: tuple[float, float, float, float], radius: float, projection: Projection) -> str:
    """Return the edge of a plate (left, top, right, bottom) on the ground; empty for the plan."""
    if projection.is_flat:
        return ""
    outline = [projection.project(*point) for point in _rounded(box, radius)]
    front = _front(outline)
    shadow = _wall(front, 0, -projection.rim - 14)
    sides = f'<path class="left" d="{_wall(front, -projection.rim, 0)}"/>'
    if not projection.is_from_edge:
        sides = _two_sides(front, -projection.rim, 0)
    return f'<path class="rim-shadow" d="{shadow}"/><g class="solid rim">{sides}</g>'


def draw_ball(player: int, letter: str, lift: int) -> str:
    """Return a ball on a stack of height `lift`."""
    middle = -lift - BALL_LIFT
    return (
        f'<g class="ball player{player}"><ellipse class="shadow" cy="{-lift}" rx="{BALL - 1}" ry="{BALL * 0.6:.0f}"/>'
        f'<circle class="top" cy="{middle}" r="{BALL}"/><circle cy="{middle}" r="{BALL}" fill="url(#shine)"/>'
        f'<text class="letter" y="{middle + 10}">{letter}</text></g>'
    )


def draw_height(height: int, lift: int, is_under_ball: bool, projection: Projection) -> str:
    """Return a tower's height as a figure on its top, or on the front of its highest piece below a ball."""
    if not is_under_ball:
        return f'<text class="height" y="{12 - lift}">{height}</text>'
    return f'<text class="height front" transform="{front_of(projection, lift)}">{height}</text>'


def front_of(projection: Projection, lift: int = 0) -> str:
    """Return the transformation onto the front of a stack's highest piece."""
    east, south = projection.south
    x, y = projection.project(-_BRICK, 0)
    return f"matrix({east:g} {south:g} 0 1 {x:.1f} {y - lift + 21:.1f})"


def _body(outline: Sequence[Point], high: float, projection: Projection, *, is_round: bool) -> str:
    seen = [projection.project(*point) for point in outline]
    top = "L".join(f"{x:.1f} {y - high:.1f}" for x, y in seen)
    sides = (_round_side if is_round else _two_sides)(_front(seen), 0, high)
    return f'{sides}<path class="top" d="M{top}Z"/>'


def _front(outline: Sequence[Point]) -> list[Point]:
    """Return the near part of a convex outline, from the left to the right."""
    count = len(outline)
    first = min(range(count), key=lambda at: outline[at])
    last = max(range(count), key=lambda at: outline[at])
    ways = (range(first, first + (last - first) % count + 1), range(first, first - (first - last) % count - 1, -1))
    chains = [[outline[at % count] for at in way] for way in ways]
    return max(chains, key=lambda chain: sum(y for _, y in chain) / len(chain))


def _two_sides(front: Sequence[Point], low: float, high: float) -> str:
    """Return a side in the light and a side in the shade, which meet at the nearest point."""
    lowest = max(range(len(front)), key=lambda at: front[at][1])
    return (
        f'<path class="left" d="{_wall(front[: lowest + 1], low, high)}"/>'
        f'<path class="right" d="{_wall(front[lowest:], low, high)}"/>'
    )


def _round_side(front: Sequence[Point], low: float, high: float) -> str:
    wall = _wall(front, low, high)
    return f'<path class="left" d="{wall}"/><path d="{wall}" fill="url(#round)"/>'


def _wall(foot: Sequence[Point], low: float, high: float) -> str:
    points = [(x, y - low) for x, y in foot] + [(x, y - high) for x, y in reversed(foot)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _circle(radius: float, corners: int = 32) -> list[Point]:
    turns = [2 * math.pi * corner / corners for corner in range(corners)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def _rounded(box: tuple[float, float, float, float], radius: float) -> list[Point]:
    """Return a rectangle (left, top, right, bottom) with round corners, clockwise."""
    left, top, right, bottom = box
    middles = ((right - radius, bottom - radius), (left + radius, bottom - radius), (left + radius, top + radius))
    outline = []
    for corner, (x, y) in enumerate((*middles, (right - radius, top + radius))):
        for step in range(5):
            turn = math.pi / 2 * (corner + step / 4)
            outline.append((x + radius * math.cos(turn), y + radius * math.sin(turn)))
    return outline
