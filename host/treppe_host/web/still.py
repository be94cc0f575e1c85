"""A board that does not change any more: for pictures in the documentation, and for miniatures."""

import re
from collections.abc import Sequence
from types import ModuleType

from treppe_host.web.board_svg import draw_board
from treppe_host.web.piece_svg import draw_stack


def draw_still(
    surface: ModuleType, names: tuple[str, ...], goals: frozenset[int], title: str, stacks: Sequence[Sequence[str]]
) -> str:
    """Return a board with its pieces; lamps, marks and what the page's script needs are left out."""
    drawing = draw_board(surface, names, goals, title)
    drawing = re.sub(r'<g class="lamp">.*?</g>', "", drawing)
    drawing = re.sub(r'<use class="mark" [^>]*/>', "", drawing)
    drawing = re.sub(r'<g transform="[^"]*"><g class="above" [^>]*></g></g>', "", drawing)
    for field, stack in enumerate(stacks):
        empty = f'<g id="stack{field}" class="stack"></g>'
        drawing = drawing.replace(empty, f"<g>{draw_stack(tuple(stack))}</g>" if stack else "")
    return drawing
