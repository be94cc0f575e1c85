"""Breadboards hole by hole: a drawing a step, and the page of all steps with its tables of parts and wires."""

from collections.abc import Sequence
from typing import Any

from treppe_hardware.bread import COLUMNS, RAIL_HOLES, RAILS, ROWS, Breadboard, Wire, place_of
from treppe_hardware.descriptions.boards import Component
from treppe_hardware.drawings.shapes import Sheet, Style
from treppe_hardware.templates import render_page

_PITCH = 2.54
_WEST, _SOUTH = 2.5, 9.0  # pitches beside and below the outermost holes
_COLOURS = {"GND": "#20303c", "3V3": "#c8402f", "VBUS": "#c8402f", "5V_LAMPS": "#d07a18"}
_OTHERS = ("#2f7d4f", "#2a62a8", "#8a5aa8", "#b08a10", "#2a8a8a")
_PALE = "#c3ccd2"


def draw_step(bread: Breadboard, number: int) -> Sheet:
    """Return the breadboard after a step, counted from 1: what has come with it in colour, what was there grey."""
    sheet = Sheet((COLUMNS + 2 * _WEST) * _PITCH, 29 * _PITCH, f"{bread.board.title}: step {number}")
    _draw_holes(sheet)
    for at, (_, parts, wires) in enumerate(list(bread.steps())[:number], 1):
        for wire in sorted(wires, key=lambda one: one.is_lead):
            _draw_wire(sheet, wire, at == number)
        for part in parts:
            _draw_part(sheet, bread, part, at == number)
    return sheet


def _at(hole: str) -> tuple[float, float]:
    x, y = place_of(hole)
    return (x + _WEST - 1) * _PITCH, (y + _SOUTH) * _PITCH


def _draw_holes(sheet: Sheet) -> None:
    sheet.rectangle(1, 4.2 * _PITCH, sheet.width - 2, 20.6 * _PITCH, Style(fill="#fbfaf6", line=_PALE))
    small = Style(width=0.1, line="#9aa5ac", fill="white")
    for row in ROWS:
        for column in range(1, COLUMNS + 1):
            sheet.circle(*_at(f"{row}{column}"), 0.4, small)
        x, y = _at(f"{row}1")
        sheet.text(x - 2.4, y, row, 1.8, colour="#7b8790")
    for column in (1, *range(5, COLUMNS + 1, 5)):
        for row, off in (("a", -2.2), ("j", 2.2)):
            x, y = _at(f"{row}{column}")
            sheet.text(x, y + off, str(column), 1.5, colour="#7b8790")
    for rail in RAILS:
        colour = "#c8402f" if rail[1] == "+" else "#2a62a8"
        (x, y), (u, _) = _at(f"{rail}1"), _at(f"{rail}{RAIL_HOLES}")
        sheet.line([(x - 2, y + 1.1), (u + 2, y + 1.1)], Style(width=0.2, line=colour))
        sheet.text(x - 4, y, rail[1], 2.6, colour=colour)
        for number in range(1, RAIL_HOLES + 1):
            sheet.circle(*_at(f"{rail}{number}"), 0.4, small)


def _draw_wire(sheet: Sheet, wire: Wire, is_new: bool) -> None:
    colour = _COLOURS.get(wire.net, _OTHERS[sum(map(ord, wire.net)) % len(_OTHERS)]) if is_new else _PALE
    x, y = _at(wire.start)
    if not wire.is_lead:
        u, v = _at(wire.end)
        bow = 0.0 if abs(x - u) < 4 * _PITCH else 1.4
        middle = (x + u) / 2, (y + v) / 2 + bow
        sheet.line([(x, y), middle, (u, v)], Style(width=0.8, line=colour))
        ends = [(x, y), (u, v)]
    else:
        is_up = wire.start[0] in "fghijT"
        far = 3.4 - 0.8 * (int(wire.start.lstrip("abcdefghijTB+-")) % 2)  # neighbours' names are as high in turn
        edge = sheet.height - far * _PITCH if is_up else far * _PITCH
        sheet.line([(x, y), (x, edge)], Style(width=0.8, line=colour))
        text = wire.end.removeprefix("field ").removeprefix("strip ").replace("all contacts", "GND")
        sheet.text(x, edge + (1.4 if is_up else -1.4), text, 1.7, colour=colour)
        ends = [(x, y)]
    for end in ends:
        sheet.circle(*end, 0.6, Style(width=0.1, line=colour, fill=colour))


def _draw_part(sheet: Sheet, bread: Breadboard, part: Component, is_new: bool) -> None:
    ink, fill = ("#20303c", "#dbe7d3") if is_new else ("#9aa5ac", "#eef0ee")
    places = [_at(hole) for _, hole in bread.holes[part.ref]]
    west, east = min(x for x, _ in places), max(x for x, _ in places)
    south, north = min(y for _, y in places), max(y for _, y in places)
    middle = (west + east) / 2, (south + north) / 2
    name = f"{part.ref} {part.label or part.value or part.part.name.removesuffix('_DIP')}"
    if len(places) == 2:
        (x, y), (u, v) = places
        length = max(0.1, ((u - x) ** 2 + (v - y) ** 2) ** 0.5)
        along = (u - x) / length, (v - y) / length
        half = min(3.2, length / 2 - 1.0)
        body = [(middle[0] + side * half * along[0], middle[1] + side * half * along[1]) for side in (-1, 1)]
        sheet.line(places, Style(width=0.5, line=ink))
        sheet.line(body, Style(width=2.2, line=ink))
        sheet.line(body, Style(width=1.8, line=fill))
        if part.part.pins == ("K", "A"):
            ring = [(body[0][0] + step * along[0], body[0][1] + step * along[1]) for step in (0.3, 0.9)]
            sheet.line(ring, Style(width=2.0, line=ink))
        sheet.text(middle[0], middle[1], name.split(" ")[-1], 1.4, colour=ink, is_bold=True)
        return
    sheet.rectangle(west - 0.9, south + 0.9, east - west + 1.8, north - south - 1.8, Style(fill=fill, line=ink))
    if part.part.name == "PICO":
        sheet.rectangle(west - 3.4, middle[1] - 3.8, 5.5, 7.6, Style(fill="#cdd5da", line=ink))
        sheet.text(west - 0.6, middle[1], "USB", 1.8, colour=ink)
        for pin, hole in bread.holes[part.ref]:
            x, y = _at(hole)
            inwards = 1.9 + 1.6 * (int(hole[1:]) % 2)  # names are longer than the pitch: they stand in two rows
            label = part.part.pins[pin].removeprefix("GP").removeprefix("ADC_").replace("_", " ")
            sheet.text(x, y + (inwards if hole[0] == "c" else -inwards), label, 1.2, colour=ink)
    elif part.part.footprint.startswith("DIP"):
        sheet.circle(west - 0.9, middle[1], 0.9, Style(fill="white", line=ink))
        sheet.circle(west + 0.4, south + 1.9, 0.35, Style(fill=ink, line=ink))
    for x, y in places:
        sheet.circle(x, y, 0.5, Style(width=0.1, fill=ink, line=ink))
    sheet.text(*middle, name, 2.0 if east - west > 6 * _PITCH else 1.5, colour=ink, is_bold=True)


def render_steps(name: str, bread: Breadboard, lines: Sequence[Any]) -> str:
    """Return all steps as Markdown: what goes into which hole, under a drawing of each."""
    return render_page("bread.md", name=name, bread=bread, lines=lines)
