"""The picture of a board's sensors: a tile for each field, which the page's script fills."""

import math
from functools import lru_cache
from types import ModuleType

from treppe.sensing.kinds import kind_of

from treppe_host.html import Html
from treppe_host.web import assets
from treppe_host.web.drawing.ground import place
from treppe_host.web.texts.en import Texts

_HEX = 55.0  # corner distance of a hexagon of pitch 100, less a seam


@lru_cache
def draw_tiles(words: Texts, surface: ModuleType) -> Html:
    """Return the picture, the far fields first."""
    places = {field: place(surface, field) for field in range(surface.FIELDS)}
    width = 1000 * surface.WIDTH_MM / surface.PITCH_MM10
    height = 1000 * surface.HEIGHT_MM / surface.PITCH_MM10
    corners = [math.radians(30 + 60 * corner) for corner in range(0 if surface.COLUMNS else 6)]
    edge, top, low, bar = (40, -28, 36, 56) if surface.COLUMNS else (30, -25, 33, 44)
    return assets.fill(
        "tiles",
        words,
        surface=surface.NAME,
        width=f"{width:g}",
        height=f"{height:g}",
        ratio=f"{width / height:.4f}",
        corners=" ".join(f"{_HEX * math.cos(turn):.1f},{_HEX * math.sin(turn):.1f}" for turn in corners),
        is_cell=kind_of(surface).IS_CALIBRATED,
        edge=edge,
        top=top,
        low=low,
        bar=bar,
        tiles=[
            {"field": field, "name": surface.NAMES[field], "place": f"{x:.1f} {y:.1f}"}
            for field, (x, y) in sorted(places.items(), key=lambda item: (item[1][1], item[1][0]))
        ],
    )
