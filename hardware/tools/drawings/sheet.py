"""The common look of all schematics, and the parts that they are drawn with."""

import re
from collections.abc import Callable
from typing import Any

import schemdraw
from schemdraw import elements as elm

from hardware.tools.descriptions.boards import Board

schemdraw.use("svg")

INK = "#20303c"
RED = "#b3402e"  # 5 V
GREEN = "#2f7d4f"  # 3.3 V
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


def chip(
    drawing: Any, name: str, size: tuple[float, float], pins: list[tuple[str, str, str, str]], **place: Any
) -> Any:
    """Draw a chip with its name in it; pins are (side, slot, name, number). `anchor` comes to lie on `at`.

    A pin's anchor is its name, with P before it and anything odd left out.
    """
    made = [
        elm.IcPin(name=pin, pin=number or None, side=side, slot=slot, anchorname=anchor(pin), lblsize=8, pinlblsize=6.5)
        for side, slot, pin, number in pins
    ]
    drawn = elm.Ic(pins=made, size=size, leadlen=0.5)
    if "at" in place:
        drawn = drawn.anchor(anchor(place["anchor"])).at(place["at"])
    drawing.add(drawn)
    drawing.add(elm.Label().at(drawn.absanchors["center"]).label(name, fontsize=8, loc="center"))
    return drawn


def anchor(pin: str) -> str:
    """Return the name of a pin's anchor."""
    return "P" + re.sub(r"\W", "", pin)


def named(board: Board, ref: str, name: str = "") -> str:
    """Return the label of a part: its reference, and its value or part."""
    component = board.find_component(ref)
    return f"{name or ref}\n{component.value or component.part.name}"


def rail(drawing: Any, at: Any, name: str, colour: str = RED) -> None:
    """Draw a supply symbol upwards from a place."""
    drawing.add(elm.Vdd().at(at).label(name, fontsize=9, color=colour).color(colour))


def ground(drawing: Any, at: Any) -> None:
    """Draw ground under a place."""
    drawing.add(elm.Ground().at(at))


def to_ground(drawing: Any, part: Any, at: Any, length: float, label: str, side: str) -> None:
    """Draw a part from a place down to ground; `side` is where its label stands."""
    drawing.add(part.down(length).at(at).label(label, loc=side))
    ground(drawing, drawing.here)


def tag(drawing: Any, at: Any, name: str, direction: str = "right", colour: str = BLUE) -> None:
    """Draw the name of a net that continues elsewhere."""
    shape = elm.Tag(width=max(1.1, 0.17 * len(name) + 0.35), height=0.46).at(at)
    shape = {"right": shape.right, "left": shape.left, "up": shape.up, "down": shape.down}[direction]()
    drawing.add(shape.label(name, fontsize=8, color=colour).color(colour))
