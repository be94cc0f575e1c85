"""A surface as SVG, drawn from the same tables as the firmware's lights: ground, lamps, a place for every stack.

One group a field (class `field`, `data-field`), from the far row to the near one, so that a tower hides only what is
behind it; over all of them the marks of the lamps (`#above17`), which nothing hides. What changes is written into them
by the page's script: the stack (`#stack17`), the lamp's role (`data-role`), how high the mark is.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from xml.sax.saxutils import quoteattr

from treppe_host.web.piece_svg import COLOUR_LETTERS
from treppe_host.web.solid_svg import draw_rim, draw_solids
from treppe_host.web.views import PLAN, View

_FRAME = 46  # towers of the last row rise into it
_PAD = 45  # half the side of a field's dark ground
_HEX = 55  # corner distance of a hexagon of pitch 100, less a seam
_ROUND = 22  # of the frame's corners


def place(surface: ModuleType, field: int) -> tuple[float, float]:
    """Return the centre of a field in drawing units (pitch = 100), y growing southwards."""
    scale = 100 / surface.PITCH_MM10
    return surface.X_MM10[field] * scale, (surface.HEIGHT_MM * 10 - surface.Y_MM10[field]) * scale


@lru_cache(maxsize=16)
def draw_board(
    surface: ModuleType, names: tuple[str, ...], goals: frozenset[int], title: str, view: View = PLAN
) -> str:
    """Return the whole board. Fields are called `names`, those without one are not in the game; `goals` have a star."""
    width, height = _size(surface)
    left, top, seen_width, seen_height = _extent(width, height, view)
    seen = {field: view.project(*place(surface, field)) for field in range(surface.FIELDS)}
    order = sorted(seen, key=lambda field: (seen[field][1], seen[field][0]))
    fields = "".join(_field(surface, field, names[field], view) for field in order)
    signs = "".join(_sign(field, seen[field], field in goals) for field in order if names[field])
    return (
        f'<svg id="board" class="board {surface.NAME} {view.name}" role="application" aria-label={quoteattr(title)} '
        f'viewBox="{left:g} {top:g} {seen_width:g} {seen_height:g}" style="--ratio:{seen_width / seen_height:.4f}">'
        f"{_DEFS}{draw_solids(view)}{_ground(surface, width, height, view)}"
        f"{view.laid(_coordinates(surface, names, height))}{fields}"
        f'<g id="ways" aria-hidden="true"></g><g aria-hidden="true">{signs}</g></svg>'
    )


def draw_way(surface: ModuleType, fields: Sequence[int]) -> str:
    """Return a piece's way over the board, through the centres of the fields."""
    points = " ".join("{:.0f},{:.0f}".format(*place(surface, field)) for field in fields)
    return f'<polyline class="way edge" points="{points}"/><polyline class="way" points="{points}"/>'


def _size(surface: ModuleType) -> tuple[float, float]:
    scale = 1000 / surface.PITCH_MM10
    return surface.WIDTH_MM * scale, surface.HEIGHT_MM * scale


def _extent(width: float, height: float, view: View) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the picture: the frame, and what the view needs around it."""
    corners = [view.project(x, y) for x in (-_FRAME, width + _FRAME) for y in (-_FRAME, height + _FRAME)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners) - view.headroom, max(y for _, y in corners) + view.rim
    return round(left), round(top), round(right - left), round(bottom - top)


def _ground(surface: ModuleType, width: float, height: float, view: View) -> str:
    outer = f'x="{-_FRAME}" y="{-_FRAME}" width="{width + 2 * _FRAME:g}" height="{height + 2 * _FRAME:g}" rx="{_ROUND}"'
    parts = [
        f'<rect class="frame" {outer}/><rect {outer} fill="url(#grain)"/>',
        f'<rect class="plate" width="{width:g}" height="{height:g}" rx="8"/>',
    ]
    if surface.SENSOR == "reed":
        parts += [
            f'<rect class="block{(row + column) % 2}" x="{300 * column + 3}" y="{300 * row + 3}" width="294" '
            f'height="294" rx="10"/>'
            for row in range(4)
            for column in range(4)
        ]
    rim = draw_rim((-_FRAME, -_FRAME, width + _FRAME, height + _FRAME), _ROUND, view)
    return f'<g aria-hidden="true">{rim}{view.laid("".join(parts))}</g>'


def _coordinates(surface: ModuleType, names: tuple[str, ...], height: float) -> str:
    """Letters and numbers as the game's notation has them: a smaller board has its own a1."""
    is_own = any(name not in ("", surface.NAMES[field]) for field, name in enumerate(names))
    letters, numbers = {}, {}
    for field, name in enumerate(names if is_own else surface.NAMES):
        if name and not _is_parking(name) and surface.COLUMNS:
            letters[field % surface.COLUMNS] = name[0]
            numbers[field // surface.COLUMNS] = name[1:]
    columns = [
        f'<text class="coordinate" x="{50 + 100 * column}" y="{height + 32:g}">{letter}</text>'
        for column, letter in letters.items()
    ]
    rows = [
        f'<text class="coordinate" x="-23" y="{height - 40 - 100 * row:g}">{number}</text>'
        for row, number in numbers.items()
    ]
    return f'<g aria-hidden="true">{"".join(columns + rows)}</g>'


def _field(surface: ModuleType, field: int, name: str, view: View) -> str:
    east, south = place(surface, field)
    x, y = view.project(east, south)
    pad = _pad(surface, field)
    if not name:
        return f'<g class="unused" transform="translate({x:.1f} {y:.1f})">{view.laid(pad)}</g>'
    centre = '<circle class="inlay" r="15"/>' if _is_centre(surface, field) else ""
    tag = f'<text class="tag" y="12">{name}</text>' if not surface.COLUMNS or _is_parking(name) else ""
    kind = f" parking player{COLOUR_LETTERS.index(name[0])}" if _is_parking(name) else ""
    return (
        f'<g class="field{kind}" id="field{field}" data-field="{field}" data-name="{name}" data-role="." '
        f'data-east="{east:.0f}" data-south="{south:.0f}" role="button" tabindex="-1" '
        f'transform="translate({x:.1f} {y:.1f})">{view.laid(f"{pad}{centre}{tag}{_lamp(surface)}")}'
        f'<g id="stack{field}" class="stack"></g></g>'
    )


def _sign(field: int, at: tuple[float, float], is_goal: bool) -> str:
    """What hangs over a field: a star, the mark of its lamp."""
    star = f'<path class="star" transform="translate(-22 -22) scale(0.5)" d="{_STAR}"/>' if is_goal else ""
    mark = '<use class="mark" href="#mark-none"/>'
    return (
        f'<g transform="translate({at[0]:.1f} {at[1]:.1f})">'
        f'<g class="above" id="above{field}" data-over="{field}" data-role=".">{star}{mark}</g></g>'
    )


def _is_parking(name: str) -> bool:
    """Tell whether a field is named after the stone that waits there."""
    return name[0].isupper()


def _pad(surface: ModuleType, field: int) -> str:
    if surface.COLUMNS:
        return f'<rect class="pad" x="{-_PAD}" y="{-_PAD}" width="{2 * _PAD}" height="{2 * _PAD}" rx="9"/>'
    return f'<path class="pad tile{surface.COLOURS[field]}" d="{_hexagon(_HEX)}"/>'


def _lamp(surface: ModuleType) -> str:
    """A ring of light around the field, wide and soft below, narrow and bright above."""
    if surface.COLUMNS:
        shape = '<rect x="-42" y="-42" width="84" height="84" rx="9"'
        return f'<g class="lamp">{shape} class="glow"/>{shape} class="ring"/></g>'
    shape = f'<path d="{_hexagon(48)}"'
    return f'<g class="lamp">{shape} class="glow"/>{shape} class="ring"/></g>'


def _is_centre(surface: ModuleType, field: int) -> bool:
    return surface.SENSOR == "reed" and field % 12 % 3 == 1 and field // 12 % 3 == 1


def _hexagon(radius: float) -> str:
    corners = [math.radians(30 + 60 * corner) for corner in range(6)]
    return "M" + "L".join(f"{radius * math.cos(turn):.1f} {radius * math.sin(turn):.1f}" for turn in corners) + "Z"


def _star(radius: float) -> str:
    points = []
    for corner in range(10):
        reach = radius * (0.45 if corner % 2 else 1)
        turn = math.radians(36 * corner - 90)
        points.append(f"{reach * math.cos(turn):.1f} {reach * math.sin(turn):.1f}")
    return "M" + "L".join(points) + "Z"


def _line(path: str) -> str:
    return f'<path class="line edge" d="{path}"/><path class="line" d="{path}"/>'


_STAR = _star(26)

_PUT = '<path d="M0 20L17 -1H7V-18H-7V-1H-17Z"/>'

# What a lamp asks for, also as a shape: colours alone do not reach everybody.
MARKS = {
    "none": "",
    "g": '<circle r="13"/>',
    "b": '<path d="M-5 -17H5V-5H17V5H5V17H-5V5H-17V-5H-5Z"/>',
    "x": _line("M-19 -8V-19H-8M19 -8V-19H8M-19 8V19H-8M19 8V19H8"),
    "o": _line("M-13 0A13 13 0 1 0 13 0A13 13 0 1 0 -13 0"),
    "r": '<path d="M0 -20L17 1H7V18H-7V1H-17Z"/>',
    "p": _PUT,
    **{
        str(4 + player): f'{_PUT}<text class="initial whose" x="27" y="-3">{letter}</text>'
        for player, letter in enumerate(COLOUR_LETTERS)
    },
    "!": _line("M-17 -17L17 17M17 -17L-17 17"),
    "?": _line("M-10 -8A10 10 0 1 1 3 4Q0 6 0 10M0 19V20"),
    "t": _line("M-14 5A15 15 0 1 1 6 14M-14 5L-21 -6M-14 5L-2 0"),
    "w": f'<path d="{_STAR}"/>',
    "y": '<circle r="8"/>',
    "m": _line("M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0"),
    "k": _line("M-16 0H16"),
}
_DEFS = (
    '<defs><radialGradient id="shine" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="#fff" '
    'stop-opacity="0.75"/><stop offset="0.35" stop-color="#fff" stop-opacity="0.1"/><stop offset="1" '
    'stop-color="#000" stop-opacity="0.38"/></radialGradient>'
    '<pattern id="grain" width="260" height="46" patternUnits="userSpaceOnUse"><path class="grain" d="M0 6Q65 2 130 7'
    'T260 6M0 15Q65 20 130 14T260 15M0 25Q65 22 130 27T260 25M0 33Q65 37 130 32T260 33M0 42Q65 39 130 43T260 42"/>'
    "</pattern>" + "".join(f'<g id="mark-{name}">{shape}</g>' for name, shape in MARKS.items()) + "</defs>"
)
