"""A board without changes, seen from above: for pictures in the documentation and for miniatures."""

from collections.abc import Sequence
from types import ModuleType

from treppe_host.html import Html, escape, trusted
from treppe_host.records.fields import Markings
from treppe_host.web.drawing.ground import STAR, box, draw_ground, places_seen
from treppe_host.web.drawing.pieces import draw_stack, height_of
from treppe_host.web.drawing.projections import PLAN


def draw_static_board(
    surface: ModuleType, names: tuple[str, ...], markings: Markings, title: str, stacks: Sequence[Sequence[str]]
) -> Html:
    """Return a board with its pieces. Without a title screen readers skip it."""
    parts = []
    for field, (x, y) in places_seen(surface, PLAN).items():
        drawing = draw_stack(tuple(stacks[field]))
        if field in markings.goals:
            drawing += f'<g transform="translate(0 {-height_of(stacks[field])})">{STAR}</g>'
        if drawing:
            parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{drawing}</g>')
    sense = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    view_box = " ".join(f"{number:g}" for number in box(surface, PLAN))
    return trusted(
        f'<svg class="board {surface.NAME}" {sense} viewBox="{view_box}">'
        f"{draw_ground(surface, names, markings.colours, PLAN)}{''.join(parts)}</svg>"
    )
