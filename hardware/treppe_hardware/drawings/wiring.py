"""The wiring: boards and the cables between them."""

from itertools import pairwise
from typing import Any

from schemdraw import elements as elm

from treppe_hardware.descriptions.boards import Board, Component
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.drawings.sheet import BLUE, GREY, INK, RED, draw

_BOARD_FILL = "#eef3f7"
_PLUG_FILL = "#ffffff"
_GREEN = "#2f7d4f"
Point = tuple[float, float]


def render_wirings(hardware: Hardware) -> dict[str, bytes]:
    """Return the wiring of each kind of surface as SVG by file name."""
    controller = hardware.controller.boards[0]
    tile, base = hardware.surfaces["reed12"].boards[:2]
    cells = hardware.surfaces["square7"].boards[0]
    return {
        "wiring_reed12": draw(lambda d: _draw_reeds(d, controller, tile, base), "Reed surface: boards and cables"),
        "wiring_towers": draw(lambda d: _draw_towers(d, controller, cells), "Tower surface square7: boards and cables"),
    }


def _draw_box(d: Any, x: float, y: float, width: float, height: float, title: str, note: str = "") -> None:
    d.add(elm.Rect(corner1=(x, y), corner2=(x + width, y + height), fill=_BOARD_FILL, lw=1.6).at((0, 0)).theta(0))
    _write_label(d, (x + 0.25, y + height - 0.5), title, 11)
    if note:
        _write_label(d, (x + 0.25, y + height - 1.0), note, 8, GREY)


def _write_label(d: Any, at: Point, text: str, size: float = 8, colour: str = INK, halign: str = "left") -> None:
    d.add(elm.Label().at(at).label(text, fontsize=size, color=colour, halign=halign, valign="center", loc="center"))


def _plug(d: Any, x: float, y: float, width: float, height: float, name: str) -> None:
    d.add(elm.Rect(corner1=(x, y), corner2=(x + width, y + height), fill=_PLUG_FILL, lw=1.2).at((0, 0)).theta(0))
    _write_label(d, (x + width / 2, y + height / 2), name, 7.5, INK, "center")


def _cable(d: Any, points: list[Point], colour: str, width: float) -> None:
    for start, end in pairwise(points):
        d.add(elm.Line().endpoints(start, end).color(colour).linewidth(width))


def _draw_controller(d: Any, controller: Board) -> None:
    _draw_box(d, 0, 0, 7, 10, "Controller", "")
    _plug(d, 2.3, 3.6, 2.4, 4.6, "U1\nPico")
    _plug(d, 3.0, 8.2, 1.0, 0.6, "USB")
    _cable(d, [(3.5, 8.8), (3.5, 10.9)], GREY, 3)
    _write_label(d, (3.75, 10.6), "to the computer: power 500 mA and data", 8, GREY)
    _plug(d, 0, 6.7, 1.4, 0.7, "J2")
    _cable(d, [(-2.4, 7.05), (0, 7.05)], RED, 4)
    _write_label(d, (-2.4, 7.6), "supply 5 V, 4 A", 8, RED)
    _plug(d, 0.4, 4.9, 1.5, 1.2, "J4\nOLED")
    for number, (ref, name) in enumerate((("SW1", "END"), ("SW2", "UNDO"), ("SW3", "MENU"), ("SW4", "OK"))):
        _plug(d, 0.35 + 1.6 * number, 0.4, 1.4, 1.0, f"{ref}\n{name}")
    _plug(d, 0.4, 2.1, 1.5, 1.0, "LS1\npiezo")
    _plug(d, 5.6, 4.6, 1.6, 3.4, "J1\n2x20")
    _plug(d, 5.6, 2.2, 1.6, 1.4, "J3\n4 poles")


def _ribbon_table(d: Any, at: Point, plug: Component, title: str) -> None:
    """List the wires of a ribbon that are not ground, in two columns."""
    x, y = at
    _write_label(d, (x, y), title, 9)
    wires = [(number, net) for number, net in enumerate(plug.nets, 1) if net and net != "GND"]
    rows = -(-len(wires) // 2)
    for index, (number, net) in enumerate(wires):
        column, row = divmod(index, rows)
        place = (x + 4.3 * column, y - 0.55 - 0.42 * row)
        _write_label(d, (place[0] + 0.45, place[1]), str(number), 8, GREY, "right")
        _write_label(d, (place[0] + 0.65, place[1]), net, 8, BLUE)
    _write_label(d, (x, y - 0.75 - 0.42 * rows), "all other wires are ground", 8, GREY)


def _draw_reeds(d: Any, controller: Board, tile: Board, base: Board) -> None:
    _draw_controller(d, controller)
    _draw_box(d, 10.5, 0, 4.6, 10, "Base", "identity, memory, 100 uF")
    _plug(d, 10.1, 4.6, 1.5, 3.4, "J1\n2x20")
    _plug(d, 10.1, 2.2, 1.5, 1.4, "J3")
    _plug(d, 14.2, 5.6, 1.3, 1.4, "J2\n2x7")
    _plug(d, 14.2, 0.8, 1.3, 3.2, "J11\nto\nJ19")
    _cable(d, [(7.2, 6.3), (10.1, 6.3)], BLUE, 6)
    _write_label(d, (8.65, 6.8), "ribbon, 40 wires", 8, BLUE, "center")
    _cable(d, [(7.2, 2.9), (10.1, 2.9)], RED, 4)
    _write_label(d, (8.65, 3.35), "5 V, 4 wires", 8, RED, "center")
    size, gap, west, south = 3.2, 0.9, 19.4, -0.4
    centres: list[Point] = []
    for number in range(9):
        row, column = divmod(number, 3)
        column = column if row % 2 == 0 else 2 - column
        x, y = west + column * (size + gap), south + row * (size + gap)
        _draw_box(d, x, y, size, size, f"Tile {number + 1}", "buffer U3")
        centres.append((x + size / 2, y + size / 2))
    for number in range(8):
        (x, y), (u, v) = centres[number], centres[number + 1]
        if y == v:
            step = 1 if u > x else -1
            _cable(d, [(x + step * size / 2, y), (u - step * size / 2, v)], BLUE, 5)
        else:
            _cable(d, [(x, y + size / 2), (u, v - size / 2)], BLUE, 5)
    for number, (x, y) in enumerate(centres):
        row = number // 3
        step = 1 if row % 2 == 0 else -1
        first = (x - step * (size / 2 - 0.45), y) if number % 3 or number == 0 else (x, y - size / 2 + 0.35)
        last = (x + step * (size / 2 - 0.45), y) if number % 3 < 2 or number == 8 else (x, y + size / 2 - 1.45)
        for (px, py), name in ((first, "J1"), (last, "J2")):
            _plug(d, px - 0.4, py - 0.3, 0.8, 0.6, name)
        _plug(d, x - 0.4, y - size / 2 + 0.2 if number % 3 or number == 0 else y - 0.9, 0.8, 0.5, "J3")
    first = centres[0]
    _cable(d, [(15.5, 6.3), (17.6, 6.3), (17.6, first[1]), (west, first[1])], BLUE, 5)
    _write_label(d, (16.0, 6.75), "ribbon, 14 wires", 8, BLUE)
    _cable(d, [(15.5, 2.4), (17.0, 2.4)], RED, 4)
    _write_label(d, (15.65, 2.85), "nine cables,", 8, RED)
    _write_label(d, (15.65, 1.95), "one to J3", 8, RED)
    _write_label(d, (15.65, 1.5), "of each tile", 8, RED)
    x, y = centres[8]
    _cable(d, [(x + size / 2 - 0.05, y), (x + size / 2 + 0.5, y)], _GREEN, 5)
    _write_label(d, (x + size / 2 + 0.7, y + 0.25), "end plug:", 8, _GREEN)
    _write_label(d, (x + size / 2 + 0.7, y - 0.25), "7-9, 11-13", 8, _GREEN)
    _ribbon_table(d, (0, -1.4), controller.find_component("J1"), "J1, 40 wires (unused ones stay open on the base)")
    _ribbon_table(d, (10.5, -1.4), tile.find_component("J1"), "J1 and J2 of a tile, 14 wires")


def _draw_towers(d: Any, controller: Board, cells: Board) -> None:
    _draw_controller(d, controller)
    x = 10.5
    _draw_box(d, x, 0, 5.0, 10, "Base", "identity, memory, regulator 3V3A,")
    _write_label(d, (x + 0.25, 8.6), "switch 3V3H", 8, GREY)
    _plug(d, x - 0.4, 4.6, 1.5, 3.4, "J1\n2x20")
    _plug(d, x - 0.4, 2.2, 1.5, 1.4, "J3")
    _plug(d, x + 4.2, 3.4, 1.3, 4.6, "J11\nto\nJ14")
    _plug(d, x + 4.2, 0.4, 1.3, 1.0, "J21")
    _plug(d, x + 4.2, 1.7, 1.3, 1.0, "J22")
    _cable(d, [(7.2, 6.3), (x - 0.4, 6.3)], BLUE, 6)
    _write_label(d, (8.65, 6.8), "ribbon, 40 wires", 8, BLUE, "center")
    _cable(d, [(7.2, 2.9), (x - 0.4, 2.9)], RED, 4)
    _write_label(d, (8.65, 3.35), "5 V, 4 wires", 8, RED, "center")
    west, height = 19.6, 2.1
    for number in range(cells.count):
        y = 0.2 + (height + 0.5) * number
        note = "the upper row is cut off" if number == cells.count - 1 else ""
        _draw_box(d, west, y, 9.0, height, f"Cells {number + 1}: two rows of seven", note)
        _plug(d, west - 0.4, y + 0.9, 0.9, 0.7, "J1")
        _plug(d, west + 1.2, y + 0.1, 0.9, 0.6, "J2")
        _plug(d, west + 2.6, y + 0.1, 0.9, 0.6, "J3")
        name = f"M{number}: {('ADC0, A', 'ADC1, A', 'ADC2, A', 'ADC2, B')[number]}"
        _write_label(d, (west + 4.0, y + 0.45), name, 8, BLUE)
        at = 17.3 + 0.35 * number
        _cable(d, [(x + 5.5, 7.5 - number), (at, 7.5 - number), (at, y + 1.25), (west - 0.4, y + 1.25)], BLUE, 3)
        if number:
            _cable(d, [(west + 3.05, y - height + 0.2), (west + 3.05, y - 0.25), (west + 1.65, y - 0.25)], RED, 2)
            _cable(d, [(west + 1.65, y - 0.25), (west + 1.65, y + 0.1)], RED, 2)
    _cable(d, [(x + 5.5, 0.9), (16.8, 0.9), (16.8, -0.4), (west + 1.65, -0.4), (west + 1.65, 0.3)], RED, 2)
    top = 0.2 + (height + 0.5) * (cells.count - 1)
    east = west + 9.6
    back = [(west + 3.05, top + 0.1), (west + 3.05, top - 0.12), (east, top - 0.12), (east, -0.9), (16.4, -0.9)]
    _cable(d, [*back, (16.4, 2.2), (x + 5.5, 2.2)], RED, 2)
    _write_label(d, (16.0, 10.6), "four ribbons of 14 wires; red: lamps, three wires: 5V_LED, LAMP_GND, data", 8, GREY)
    _ribbon_table(d, (0, -1.6), controller.find_component("J1"), "J1, 40 wires")
    _ribbon_table(d, (10.5, -1.6), cells.find_component("J1"), "J1 of a board of cells, 14 wires")
