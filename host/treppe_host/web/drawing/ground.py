"""The ground of a board as SVG, from the same tables as the firmware's: frame, plate, fields, coordinates.

Units: the pitch of a surface is 100.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import ModuleType

from treppe.games.host.palette import DISCS

from treppe_host.colours import COLOUR_LETTERS
from treppe_host.records.fields import Markings
from treppe_host.web.drawing.pieces import draw_pips
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.drawing.solids import draw_rim

_FRAME = 46  # room for towers of the last row
_PAD = 45  # half the side of a field's dark ground
_HEX = 55  # corner distance of a hexagon of pitch 100, less a seam
_ROUND = 22  # of the frame's corners
_OF_BLOCKS = 12  # columns of the board that has blocks of 3 x 3 fields with a centre

_PIPS = 41  # how far from a field's middle its pips lie


def _star(radius: float) -> str:
    """Return a star with five points."""
    points = []
    for corner in range(10):
        reach = radius * (0.45 if corner % 2 else 1)
        turn = math.radians(36 * corner - 90)
        points.append(f"{reach * math.cos(turn):.1f} {reach * math.sin(turn):.1f}")
    return "M" + "L".join(points) + "Z"


STAR = f'<path class="star" transform="translate(-22 -22) scale(0.5)" d="{_star(26)}"/>'
"""The mark of a goal."""

_DEFS = (
    '<defs><radialGradient id="shine" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="#fff" '
    'stop-opacity="0.75"/><stop offset="0.35" stop-color="#fff" stop-opacity="0.1"/><stop offset="1" '
    'stop-color="#000" stop-opacity="0.38"/></radialGradient>'
    '<pattern id="grain" width="260" height="46" patternUnits="userSpaceOnUse"><path class="grain" d="M0 6Q65 2 130 7'
    'T260 6M0 15Q65 20 130 14T260 15M0 25Q65 22 130 27T260 25M0 33Q65 37 130 32T260 33M0 42Q65 39 130 43T260 42"/>'
    "</pattern></defs>"
)


def place(surface: ModuleType, field: int) -> tuple[float, float]:
    """Return the centre of a field in drawing units (pitch = 100), y growing southwards."""
    scale = 100 / surface.PITCH_MM10
    return surface.X_MM10[field] * scale, (surface.HEIGHT_MM * 10 - surface.Y_MM10[field]) * scale


@lru_cache
def places_seen(surface: ModuleType, projection: Projection) -> Mapping[int, tuple[float, float]]:
    """Return the centre of each field in the picture, the far fields first."""
    seen = {field: projection.project(*place(surface, field)) for field in range(surface.FIELDS)}
    return dict(sorted(seen.items(), key=lambda item: (item[1][1], item[1][0])))


def box(surface: ModuleType, projection: Projection) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the picture: the frame, and what the projection needs around it."""
    width, height = _size(surface)
    corners = [projection.project(x, y) for x in (-_FRAME, width + _FRAME) for y in (-_FRAME, height + _FRAME)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners) - projection.headroom, max(y for _, y in corners) + projection.rim
    return round(left), round(top), round(right - left), round(bottom - top)


def pad_outline(surface: ModuleType) -> str:
    """Return the path around a field."""
    return _rounded_square(_PAD) if surface.COLUMNS else _hexagon(_HEX)


def touch_outline(surface: ModuleType) -> str:
    """Return the path that a finger may touch: all of a field's room."""
    return "M-50 -50h100v100h-100z" if surface.COLUMNS else _hexagon(57)


def lamp_outline(surface: ModuleType) -> str:
    """Return the path on which a field's lamp shines."""
    return _rounded_square(42) if surface.COLUMNS else _hexagon(48)


def is_parking(name: str) -> bool:
    """Return whether a field is named after the stone that waits there."""
    return name[:1].isupper()


@lru_cache(maxsize=16)
def draw_ground(surface: ModuleType, names: tuple[str, ...], markings: Markings, projection: Projection) -> str:
    """Return the board without pieces. A field with an empty name is not in the game."""
    width, height = _size(surface)
    outer = f'x="{-_FRAME}" y="{-_FRAME}" width="{width + 2 * _FRAME:g}" height="{height + 2 * _FRAME:g}" rx="{_ROUND}"'
    parts = [
        f'<rect class="frame" {outer}/><rect {outer} fill="url(#grain)"/>',
        f'<rect class="plate" width="{width:g}" height="{height:g}" rx="8"/>',
    ]
    if surface.COLUMNS == _OF_BLOCKS:
        parts += [
            f'<rect class="block{(row + column) % 2}" x="{300 * column + 3}" y="{300 * row + 3}" width="294" '
            f'height="294" rx="10"/>'
            for row in range(4)
            for column in range(4)
        ]
    parts += _coordinates(surface, names, height)
    colours = markings.colours or (b"" if surface.COLUMNS else bytes(surface.COLOURS))
    homes = dict(markings.homes)
    parts += [
        _pad(surface, field, name, colours[field : field + 1], homes.get(field, -1)) for field, name in enumerate(names)
    ]
    rim = draw_rim((-_FRAME, -_FRAME, width + _FRAME, height + _FRAME), _ROUND, projection)
    return f"{_DEFS}{rim}{projection.laid(''.join(parts))}"


def _size(surface: ModuleType) -> tuple[float, float]:
    scale = 1000 / surface.PITCH_MM10
    return surface.WIDTH_MM * scale, surface.HEIGHT_MM * scale


def _coordinates(surface: ModuleType, names: Sequence[str], height: float) -> list[str]:
    """Return letters and numbers of the game's notation, in which a smaller board has its own a1."""
    is_own = any(name not in ("", surface.NAMES[field]) for field, name in enumerate(names))
    letters, numbers = {}, {}
    for field, name in enumerate(names if is_own else surface.NAMES):
        if name and not is_parking(name) and surface.COLUMNS:
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
    return columns + rows


def _pad(surface: ModuleType, field: int, name: str, colour: bytes, home_of: int) -> str:
    x, y = place(surface, field)
    kind = f" tile{colour[0]}" if colour else f" home player{home_of}" if home_of >= 0 else ""
    pad = f'<path class="pad{kind}" d="{pad_outline(surface)}"/>'
    if colour:
        pad += draw_pips(DISCS[colour[0]].pips, _PIPS)
    if not name:
        return f'<g class="unused" transform="translate({x:.1f} {y:.1f})">{pad}</g>'
    centre = '<circle class="inlay" r="15"/>' if _is_centre(surface, field) else ""
    tag = f'<text class="tag" y="12">{name}</text>' if not surface.COLUMNS or is_parking(name) else ""
    parking = f' class="parking player{COLOUR_LETTERS.index(name[0])}"' if is_parking(name) else ""
    return f'<g{parking} id="pad{field}" transform="translate({x:.1f} {y:.1f})">{pad}{centre}{tag}</g>'


def _is_centre(surface: ModuleType, field: int) -> bool:
    return bool(surface.COLUMNS == _OF_BLOCKS and field % 12 % 3 == 1 and field // 12 % 3 == 1)


def _rounded_square(half: int) -> str:
    side, turn = 2 * half - 18, "a9 9 0 0 1"
    return f"M{9 - half} {-half}h{side}{turn} 9 9v{side}{turn} -9 9h{-side}{turn} -9 -9v{-side}{turn} 9 -9z"


def _hexagon(radius: float) -> str:
    corners = [math.radians(30 + 60 * corner) for corner in range(6)]
    return "M" + "L".join(f"{radius * math.cos(turn):.1f} {radius * math.sin(turn):.1f}" for turn in corners) + "Z"
