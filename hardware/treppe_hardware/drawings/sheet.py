"""The common look of the drawings of cables."""

import re
from collections.abc import Callable
from typing import Any

import schemdraw
from schemdraw import elements as elm

schemdraw.use("svg")

INK = "#20303c"
RED = "#b3402e"  # 5 V
BLUE = "#2a5f9e"  # signals between boards
GREY = "#7b8790"
PAPER = "white"


def draw(paint: Callable[[Any], None], title: str) -> bytes:
    """Return the drawing of `paint` as SVG, under a title."""
    with schemdraw.Drawing(show=False) as drawing:
        drawing.config(fontsize=10, lw=1.3, color=INK, font="DejaVu Sans, Helvetica, Arial, sans-serif", bgcolor=PAPER)
        drawing.config(margin=0.4)
        paint(drawing)
        box = drawing.get_bbox()
        drawing.add(
            elm.Label()
            .at((box.xmin, box.ymax + 0.9))
            .label(title, fontsize=14, halign="left", valign="bottom", loc="center")
        )
    svg: str = drawing.get_imagedata("svg").decode()
    view = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"[^>]*>', svg)
    assert view
    x, y, width, height = view.groups()
    paper = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{PAPER}"/>'
    return (svg[: view.end()] + paper + svg[view.end() :] + "\n").encode()
