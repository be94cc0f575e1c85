"""A board on the page in four layers: the ground, a canvas for its lamps, the fields with their stacks, one for marks.

The layers let lamps change without painting the wood below and the pieces above again; `lamps.js` draws the canvases.
Each field has a group (class `field`, `data-field`), from the far row to the near one, so that a tower hides only
what is behind it; over them each field has a group for its top (`#above17`). The page's script writes changes into
them: the stack (`#stack17`), the lamp's role (`data-role`).
"""

from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType

from treppe_host.html import Html, escape, trusted
from treppe_host.records.fields import Markings
from treppe_host.web.drawing.ground import STAR, box, draw_ground, lamp_outline, place, places_seen, touch_outline
from treppe_host.web.drawing.projections import PLAN, Projection
from treppe_host.web.drawing.solids import draw_solids

_MARK = 24  # radius of a lamp's mark, where it can be touched


@lru_cache(maxsize=16)
def draw_board(
    surface: ModuleType, names: tuple[str, ...], markings: Markings, title: str, projection: Projection = PLAN
) -> Html:
    """Return the whole board. A field with an empty name is not in the game."""
    left, top, width, height = box(surface, projection)
    view_box = f"{left:g} {top:g} {width:g} {height:g}"
    seen = {field: at for field, at in places_seen(surface, projection).items() if names[field]}
    fields = "".join(_field(surface, field, names[field], at, projection) for field, at in seen.items())
    signs = "".join(_sign(field, at, field in markings.goals) for field, at in seen.items())
    wood = draw_ground(surface, names, markings, projection)
    ground = " ".join(f"{number:g}" for number in (*projection.east, *projection.south))
    return trusted(
        f'<div id="board" class="board {surface.NAME} {projection.name}" role="application" '
        f'aria-label="{escape(title)}" style="--ratio:{width / height:.4f}" data-box="{view_box}" '
        f'data-ground="{ground}" data-outline="{lamp_outline(surface)}">'
        f'<svg aria-hidden="true" viewBox="{view_box}">{wood}</svg><canvas></canvas>'
        f'<svg viewBox="{view_box}">{draw_solids(projection)}{fields}<g id="ways" aria-hidden="true"></g>'
        f'<g id="moving" aria-hidden="true"></g><g aria-hidden="true">{signs}</g></svg><canvas></canvas></div>'
    )


def draw_way(surface: ModuleType, fields: Sequence[int]) -> Html:
    """Return a piece's way over the board, through the centres of the fields."""
    points = " ".join("{:.0f},{:.0f}".format(*place(surface, field)) for field in fields)
    return trusted(f'<polyline class="way edge" points="{points}"/><polyline class="way" points="{points}"/>')


def _field(surface: ModuleType, field: int, name: str, at: tuple[float, float], projection: Projection) -> str:
    east, south = place(surface, field)
    touch = projection.laid(f'<path class="touch" d="{touch_outline(surface)}"/>')
    return (
        f'<g class="field" id="field{field}" data-field="{field}" data-name="{name}" data-role="." '
        f'data-east="{east:.0f}" data-south="{south:.0f}" role="button" tabindex="-1" '
        f'transform="translate({at[0]:.1f} {at[1]:.1f})">{touch}<g id="stack{field}" class="stack"></g></g>'
    )


def _sign(field: int, at: tuple[float, float], is_goal: bool) -> str:
    """Return the top of a field: its star, and the area of its lamp's mark that can be touched."""
    return (
        f'<g transform="translate({at[0]:.1f} {at[1]:.1f})"><g id="above{field}" data-over="{field}">'
        f'{STAR if is_goal else ""}<circle class="mark" r="{_MARK}" pointer-events="none"/></g></g>'
    )
