"""The wiring: boards and the cables between them, as `hardware/wiring.toml` lays them out, in half inches."""

from dataclasses import dataclass

from treppe_hardware.descriptions.boards import Component
from treppe_hardware.descriptions.description import Hardware
from treppe_hardware.descriptions.source import Source
from treppe_hardware.drawings.shapes import INK, Sheet, Style, render_svg

_UNIT_MM, _POINT = 12.7, 1 / 36
_COLOURS = {"ink": INK, "red": "#b3402e", "blue": "#2a5f9e", "grey": "#7b8790", "green": "#2f7d4f"}


@dataclass(frozen=True, slots=True)
class _Wiring:
    """A drawing: its frame (west, south, east, north), and all that is in it; a table names its board."""

    title: str
    frame: tuple[float, float, float, float]
    boxes: tuple[tuple[float, float, float, float, str, str], ...]
    plugs: tuple[tuple[float, float, float, float, str], ...]
    cables: tuple[tuple[str, float, tuple[tuple[float, float], ...]], ...]
    labels: tuple[tuple[float, float, str, float, str, str], ...]
    tables: tuple[tuple[float, float, str, str], ...]


def render_wirings(hardware: Hardware) -> dict[str, bytes]:
    """Return the wiring of each kind of surface as SVG by file name; raise InvalidDescription."""
    source = Source(hardware.orders_path.with_name("wiring.toml"))
    drawings = {name: source.build(_Wiring, table, name) for name, table in source.table.items()}
    controller = drawings.pop("controller")
    boards = [*hardware.surfaces["square7"].boards, *hardware.surfaces["reed12"].boards, *hardware.controller.boards]
    plugs = {board.name: one for board in boards for one in board.components if one.ref == "J1"}
    return {name: _draw(wiring, controller, plugs) for name, wiring in drawings.items()}


def _draw(wiring: _Wiring, controller: _Wiring, plugs: dict[str, Component]) -> bytes:
    west, south, east, north = wiring.frame
    drawing = Sheet(0, 0, wiring.title)
    for part in (controller, wiring):
        _draw_part(drawing, part)
    _write(drawing, west + 0.4, north - 0.6, wiring.title, 14)
    for x, y, board, title in wiring.tables:
        _list_wires(drawing, x, y, plugs[board], title)
    sheet = Sheet(_UNIT_MM * (east - west), _UNIT_MM * (north - south), wiring.title)
    sheet.place(-_UNIT_MM * west, -_UNIT_MM * south, drawing, _UNIT_MM)
    return render_svg(sheet)


def _draw_part(drawing: Sheet, wiring: _Wiring) -> None:
    """Draw boxes, cables over them, plugs over these, and the labels."""
    for x, y, width, height, title, note in wiring.boxes:
        drawing.rectangle(x, y, width, height, Style(width=1.6 * _POINT, fill="#eef3f7"))
        _write(drawing, x + 0.25, y + height - 0.5, title, 11)
        _write(drawing, x + 0.25, y + height - 1.0, note, 8, "grey")
    for colour, width, points in wiring.cables:
        drawing.line(list(points), Style(_COLOURS[colour], width * _POINT))
    for x, y, width, height, name in wiring.plugs:
        drawing.rectangle(x, y, width, height, Style(width=1.2 * _POINT, fill="white"))
        lines = name.split("\n")
        for number, line in enumerate(lines):
            _write(
                drawing,
                x + width / 2,
                y + height / 2 + 0.28 * (len(lines) / 2 - 0.5 - number),
                line,
                7.5,
                "ink",
                "middle",
            )
    for x, y, text, size, colour, align in wiring.labels:
        _write(drawing, x, y, text, size, colour, align)


def _write(
    drawing: Sheet, x: float, y: float, text: str, size: float, colour: str = "ink", align: str = "start"
) -> None:
    drawing.text(x, y, text, size * _POINT, align, _COLOURS[colour])


def _list_wires(drawing: Sheet, x: float, y: float, plug: Component, title: str) -> None:
    """List the wires of a ribbon that are not ground, in two columns."""
    _write(drawing, x, y, title, 9)
    wires = [(number, net) for number, net in enumerate(plug.nets, 1) if net and net != "GND"]
    rows = -(-len(wires) // 2)
    for index, (number, net) in enumerate(wires):
        column, row = divmod(index, rows)
        east, north = x + 4.3 * column, y - 0.55 - 0.42 * row
        _write(drawing, east + 0.45, north, str(number), 8, "grey", "end")
        _write(drawing, east + 0.65, north, net, 8, "blue")
    _write(drawing, x, y - 0.75 - 0.42 * rows, "all other wires are ground", 8, "grey")
