"""The sheet for the first board of a kind: what to look at and to measure before the others, with room to write."""

from collections import Counter
from collections.abc import Iterable
from functools import partial

from treppe_hardware.boards.layout import PlacedPart, place
from treppe_hardware.boards.silk import has_dot, is_named
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.controller import Supply
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.templates import render_page

_EASY = ("PAD", "VH", "XH", "CP", "C_", "OLED", "PICO", "BOX")


def render_first_article(board: Board, supplies: Iterable[Supply], footprints: dict[str, Footprint]) -> str:
    """Return the sheet as Markdown; `supplies` are those of controller and surface."""
    parts, nets = place(board, footprints), board.nets()
    return render_page(
        "first_article.md",
        board=board,
        holes=Counter(diameter for _, _, diameter in board.holes),
        turned=_orientations(parts),
        fed=[supply for supply in supplies if supply.name in nets],
        ground="GND" if "GND" in nets else "LAMP_GND",
        lamps_apart=nets.keys() >= {"GND", "LAMP_GND"},
        where=partial(_where, parts),
    )


def _orientations(parts: list[PlacedPart]) -> dict[str, list[str]]:
    """Return the parts whose turn can be wrong, by what has to lie where."""
    found: dict[str, list[str]] = {}
    for one in parts:
        ref = one.component.ref
        if one.component.part.pins[:1] == ("K",):
            found.setdefault("stripe at the bar", []).append(ref)
        elif one.component.part.polar and not is_named(one):
            found.setdefault("plus at the `+`", []).append(ref)
        elif has_dot(one) and not one.component.part.contacts:
            found.setdefault("pin 1 at the dot", []).append(ref)
    return found


def _where(parts: list[PlacedPart], net: str) -> str:
    """Return the pin at which a net is reached most easily."""
    best = ""
    for kind in _EASY:
        for one in parts:
            component = one.component
            if one.footprint.name.startswith(kind) and net in component.nets:
                return f"{component.ref} pin {component.nets.index(net) + 1}"
    for one in parts:
        if net in one.component.nets:
            best = best or f"{one.component.ref} pin {one.component.nets.index(net) + 1}"
    return best
