"""Drawings of the empty boards on the club's tables, each made and sent once for all tables."""

from functools import cache
from itertools import count
from types import ModuleType

from treppe_host.html import Html, html, trusted
from treppe_host.records.fields import Markings
from treppe_host.web.drawing.ground import box, draw_ground, places_seen
from treppe_host.web.drawing.projections import PLAN

_NUMBERS = count(1)
_DRAWN: dict[str, Html] = {}


@cache
def ground_of(surface: ModuleType, names: tuple[str, ...], markings: Markings) -> str:
    """Return the key of a ground."""
    key = f"g{next(_NUMBERS)}"
    left, top, width, height = box(surface, PLAN)
    places = places_seen(surface, PLAN)
    _DRAWN[key] = html(
        '<symbol id="{key}" class="board {surface}" viewBox="{box}" data-places="{places}">{ground}</symbol>',
        key=key,
        surface=surface.NAME,
        box=f"{left:g} {top:g} {width:g} {height:g}",
        places=" ".join(f"{field}:{x:.0f}:{y:.0f}" for field, (x, y) in places.items()),
        ground=trusted(draw_ground(surface, names, markings, PLAN)),
    )
    return key


def drawing_of(key: str) -> Html:
    """Return the drawing of a ground by its key, as a symbol with the places of its fields."""
    return _DRAWN[key]
