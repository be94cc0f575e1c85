"""A board without changes: for the rules, for miniatures and for pictures in the documentation."""

from collections.abc import Mapping, Sequence
from types import ModuleType

from treppe_host.html import Html, escape, trusted
from treppe_host.records.fields import Markings
from treppe_host.web.drawing.ground import STAR, box, draw_ground, places_seen
from treppe_host.web.drawing.pieces import draw_stack, height_of
from treppe_host.web.drawing.projections import PLAN, Projection
from treppe_host.web.drawing.solids import draw_solids

Box = tuple[float, float, float, float]


def draw_static_board(
    surface: ModuleType,
    names: tuple[str, ...],
    markings: Markings,
    title: str,
    stacks: Sequence[Sequence[str]],
    projection: Projection = PLAN,
    over: str = "",
    part: Box | None = None,
) -> Html:
    """Return a board with its pieces, what is drawn over them, or a part of it (left, top, width, height).

    Without a title screen readers skip it.
    """
    seen = places_seen(surface, projection)
    drawn = [
        f'<g transform="translate({seen[field][0]:.1f} {seen[field][1]:.1f})">{drawing}</g>'
        for field, drawing in draw_fields(surface, markings, stacks, projection).items()
    ]
    sense = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    view_box = " ".join(f"{number:g}" for number in part or box(surface, projection))
    return trusted(
        f'<svg class="board {surface.NAME}" {sense} viewBox="{view_box}">'
        f"{draw_ground(surface, names, markings, projection)}{draw_solids(projection)}{''.join(drawn)}{over}</svg>"
    )


def draw_fields(
    surface: ModuleType, markings: Markings, stacks: Sequence[Sequence[str]], projection: Projection = PLAN
) -> dict[int, Html]:
    """Return the drawing of each field that is not bare, around its middle, the far fields first."""
    return draw_stacks(markings, {field: stacks[field] for field in places_seen(surface, projection)}, projection)


def draw_stacks(
    markings: Markings, stacks: Mapping[int, Sequence[str]], projection: Projection = PLAN
) -> dict[int, Html]:
    """Return the drawing of each of these stacks by field that is not bare."""
    drawn = {}
    for field in stacks:
        drawing = draw_stack(tuple(stacks[field]), projection)
        if field in markings.goals:
            drawing += f'<g transform="translate(0 {-height_of(stacks[field], projection)})">{_star(projection)}</g>'
        if drawing:
            drawn[field] = trusted(drawing)
    return drawn


def _star(projection: Projection) -> str:
    """Return the star of a goal; from a corner it stands over the tower, whose top is narrow."""
    return STAR if projection.is_flat else f'<g transform="translate(22 -40) scale(1.7)">{STAR}</g>'
