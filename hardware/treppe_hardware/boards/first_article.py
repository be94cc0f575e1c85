"""The sheet for the first board of a kind: what to look at and to measure before the others, with room to write."""

from collections.abc import Iterable

from treppe_hardware.boards.layout import PlacedPart, place
from treppe_hardware.boards.silk import has_dot, is_named
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.controller import Supply
from treppe_hardware.descriptions.footprints import Footprint

_BLANK = "______"
_EASY = ("PAD", "VH", "XH", "CP", "C_", "OLED", "PICO", "BOX")


def render_first_article(board: Board, supplies: Iterable[Supply], footprints: dict[str, Footprint]) -> str:
    """Return the sheet as Markdown; `supplies` are those of controller and surface."""
    parts = place(board, footprints)
    known = {supply.name: supply for supply in supplies}
    fed = [name for name in known if name in board.nets()]
    text = [
        f"# First article: {board.title}, revision {board.revision}",
        "",
        f"Board {_BLANK}   built by {_BLANK}   on {_BLANK}   fab {_BLANK}",
        "",
        "Nothing of this has been measured by us. Build one, fill in, send it: it replaces our estimates. Stop at the",
        "first line that is wrong.",
        "",
        "## Bare and populated",
        "",
        "| look at | should be | is |",
        "|---|---|---|",
        f"| size | {board.size_mm[0]:g} x {board.size_mm[1]:g} mm, +-0.2 | {_BLANK} |",
        f"| print | `{board.name} rev {board.revision}` | {_BLANK} |",
        *(
            f"| {len(found)} holes of {diameter:g} mm | a drill of that size falls through | {_BLANK} |"
            for diameter, found in _holes(board).items()
        ),
    ]
    for what, refs in _orientations(parts).items():
        text.append(f"| {', '.join(refs)} | {what} | {_BLANK} |")
    ground = _where(parts, _ground(board))
    text += ["", "## No power", "", "Multimeter, ohms; every plug out.", ""]
    text += ["| from | to | should be | is |", "|---|---|---|---|"]
    text += [f"| {name} ({_where(parts, name)}) | ground ({ground}) | above 50 ohm | {_BLANK} |" for name in fed]
    if {"GND", "LAMP_GND"} <= board.nets().keys():
        lamps = _where(parts, "LAMP_GND")
        text.append(f"| LAMP_GND ({lamps}) | GND ({ground}) | apart on this board: above 1 kohm | {_BLANK} |")
    text += ["", "## With power", "", "| volts at | should be [C] | is |", "|---|---|---|"]
    for name in fed:
        supply = known[name]
        text.append(f"| {name} ({_where(parts, name)}) | {supply.volts:g} to {supply.most_volts:g} V | {_BLANK} |")
    text += ["", f"What was warm after ten minutes, how warm: {_BLANK}", "", f"What else: {_BLANK}"]
    return "\n".join(text) + "\n"


def _ground(board: Board) -> str:
    return "GND" if "GND" in board.nets() else "LAMP_GND"


def _holes(board: Board) -> dict[float, list[tuple[float, float]]]:
    found: dict[float, list[tuple[float, float]]] = {}
    for x, y, diameter in board.holes:
        found.setdefault(diameter, []).append((x, y))
    return found


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
