"""The stacks on a board, field by field, for the page's script."""

from collections.abc import Mapping, Sequence
from types import ModuleType

from treppe_host.html import Html, trusted
from treppe_host.web import texts
from treppe_host.web.drawing.ground import place
from treppe_host.web.drawing.pieces import draw_stack, height_of
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.texts.en import Texts

# A tower seen from the side: half its width, and the distance from the middle of its top to the far corner.
_HALF, _CORNER = 55, 30

Shown = dict[str, tuple[Html, int, str, bool, str]]


def show_stacks(
    words: Texts,
    surface: ModuleType,
    names: Sequence[str],
    stacks: Sequence[Sequence[str]],
    projection: Projection,
) -> Shown:
    """Return for each named field its drawing, height, words, whether a nearer tower hides its top, and its codes."""
    standing = {field: tuple(stack) for field, stack in enumerate(stacks) if names[field]}
    heights = {field: height_of(stack, projection) for field, stack in standing.items()}
    behind = set() if projection.is_flat else hidden_fields(surface, heights, projection)
    return {
        str(field): (
            trusted(draw_stack(stack, projection)),
            heights[field],
            texts.stack_name(words, stack),
            field in behind,
            " ".join(stack),
        )
        for field, stack in standing.items()
    }


def hidden_fields(surface: ModuleType, heights: Mapping[int, int], projection: Projection) -> set[int]:
    """Return the fields whose top lies behind a nearer tower."""
    seen = {field: projection.project(*place(surface, field)) for field in heights}
    towers = [(*seen[field], height) for field, height in heights.items() if height]
    hidden = set()
    for field, height in heights.items():
        x, y = seen[field]
        for near_x, near_y, high in towers:
            corner = _CORNER * (1 - abs(near_x - x) / _HALF)
            if near_y > y and corner > 0 and near_y - high - corner < y - height:
                hidden.add(field)
    return hidden
