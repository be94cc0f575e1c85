"""The picture of a board's sensors: a tile for each field, which the page's script fills."""

import math
from types import ModuleType

from treppe.sensing.kinds import kind_of

from treppe_host.html import Html, html, joined
from treppe_host.web.drawing.ground import place

_HEX = 55.0  # corner distance of a hexagon of pitch 100, less a seam
_BAR = 56.0


def draw_tiles(surface: ModuleType, title: str) -> Html:
    """Return the picture: tiles with `data-tile`, in them `large`, `small`, `corner` and `bar`."""
    width = 1000 * surface.WIDTH_MM / surface.PITCH_MM10
    height = 1000 * surface.HEIGHT_MM / surface.PITCH_MM10
    order = sorted(range(surface.FIELDS), key=lambda field: (place(surface, field)[1], place(surface, field)[0]))
    tiles = joined(_tile(surface, field) for field in order)
    return html(
        '<svg id="tiles" class="tiles {name}" role="group"'
        ' aria-label="{title}" viewBox="0 0 {width:g} {height:g}" style="--ratio:{ratio:.4f}">{tiles}'
        "</svg>",
        name=surface.NAME,
        title=title,
        width=width,
        height=height,
        ratio=width / height,
        tiles=tiles,
    )


def _tile(surface: ModuleType, field: int) -> Html:
    x, y = place(surface, field)
    name = surface.NAMES[field]
    is_cell = kind_of(surface).IS_CALIBRATED
    shape = html('<rect class="ground" x="-47" y="-47" width="94" height="94" rx="10"/>')
    if not surface.COLUMNS:
        corners = [math.radians(30 + 60 * corner) for corner in range(6)]
        points = " ".join(f"{_HEX * math.cos(turn):.1f},{_HEX * math.sin(turn):.1f}" for turn in corners)
        shape = html('<polygon class="ground" points="{}"/>', points)
    edge = 40 if surface.COLUMNS else 30
    top = -28 if surface.COLUMNS else -25
    low = 36 if surface.COLUMNS else 33
    bar = _BAR if surface.COLUMNS else 44.0
    middle = 6 if is_cell else 14
    small = html('<text class="small" y="{}"></text>', low - 11) if is_cell else ""
    return html(
        '<g class="tile" id="tile{field}" data-tile="{field}" data-name="{name}" role="button"'
        ' tabindex="-1" transform="translate({x:.1f} {y:.1f})">{shape}'
        '<text class="name" x="{left}" y="{top}">{name}</text><text class="corner" x="{right}" y="{top}">'
        '</text><text class="large" y="{middle}"></text>{small}'
        '<rect class="track" x="{start:g}" y="{low}" width="{bar:g}" height="5" rx="2.5"/>'
        '<rect class="bar" x="{start:g}" y="{low}" width="{bar:g}" height="5" rx="2.5"/></g>',
        field=field,
        name=name,
        x=x,
        y=y,
        shape=shape,
        left=-edge,
        top=top,
        right=edge,
        middle=middle,
        small=small,
        start=-bar / 2,
        low=low,
        bar=bar,
    )
