"""The firmware's tables: one module a surface, and the numbers of the controller's pins."""

import re
import struct

from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.controller import Controller
from treppe_hardware.descriptions.surface import Surface, Within
from treppe_hardware.templates import render_page

_WIDTH = 96  # of a line's literal


def render_module(surface: Surface, light_ma: int, larger: Surface | None = None) -> str:
    """Return the source of the firmware's module for a surface, which may draw so much light from USB.

    A list with an entry for each field is one `bytes` or array: a tuple takes eight times as
    much of a board's memory. One that lies within a `larger` one takes its place: the fields that it lacks read its
    empty channel, and their light goes beyond the end of the strip.
    """
    source = f"hardware/{surface.source.path.parent.name}/{surface.name}.toml"
    within = surface.within
    if larger is not None and within is not None and within.empty_channel >= 0:
        shown, channels, lamps = larger, *_spread(surface, larger, within)
    else:
        shown, channels, lamps = surface, surface.channels, surface.lamps
    scalars: dict[str, str | int] = {
        "NAME": within.surface if within else surface.name,
        "TITLE": surface.title,
        "SENSOR": surface.sensor,
        "PIECES": surface.pieces,
        "READER": surface.reader.name,
        "COLUMNS": shown.columns,
        "ROWS": shown.rows,
        "FIELDS": len(shown.names),
        "PITCH_MM10": shown.pitch_mm * 10,
        "WIDTH_MM": shown.width_mm,
        "HEIGHT_MM": shown.height_mm,
        "LIGHT_MA": light_ma,
    }
    blocks = [
        f'"""{surface.title}: generated from {source} by `treppe hardware build`."""\n',
        "from array import array\n",
        "from treppe.surfaces import Names\n",
        "# fmt: off",
        *(f"{key} = {_quote(value)}" for key, value in scalars.items()),
        _names_literal(shown.names),
        _octets("CHANNELS", bytes(channels)),
        _octets("LAMPS", bytes(lamps)),
        _array_literal("X_MM10", [x for x, y in shown.places_mm10]),
        _array_literal("Y_MM10", [y for x, y in shown.places_mm10]),
    ]
    if shown.colours:
        blocks.append(_octets("COLOURS", bytes(shown.colours)))
    return "\n".join(blocks) + "\n"


def _spread(surface: Surface, larger: Surface, within: Within) -> tuple[list[int], list[int]]:
    """Return channels and LEDs of all fields of the larger surface."""
    channels, lamps = [], []
    for field in range(len(larger.names)):
        column = field % larger.columns - within.column + 1
        row = field // larger.columns - within.row + 1
        is_here = 0 <= column < surface.columns and 0 <= row < surface.rows
        own = row * surface.columns + column
        channels.append(surface.channels[own] if is_here else within.empty_channel)
        lamps.append(surface.lamps[own] if is_here else len(surface.lamps))
    return channels, lamps


def render_pins(controller: Controller, pico: Part) -> str:
    """Return the source of the firmware's module with the numbers of the pins it uses."""
    contacts = ", ".join(pin.removeprefix("GP") for pin in pico.fields)
    lines = [f"{pin.name} = {pin.gp}" for pin in controller.pins if pin.surfaces]
    lines.append(f"CONTACTS = ({contacts})")
    title = (
        f'"""Numbers of the Pico\'s pins: generated from hardware/{controller.path.name} by `treppe hardware build`."""'
    )
    return "\n".join([title, "", *lines]) + "\n"


def render_pin_table(controller: Controller, boards: tuple[Board, ...]) -> str:
    """Return the pin map as Markdown; on one of the boards the Pico sits."""
    pico = next(part.part for board in boards for part in board.components if part.part.name == "PICO")
    numbers = {int(pin[2:]): number for number, pin in enumerate(pico.pins, 1) if re.fullmatch(r"GP\d+", pin)}
    nets = controller.boards[0].find_component("J1").nets if controller.boards else ()
    pins = sorted(controller.pins, key=lambda pin: pin.gp)
    return render_page("pins.md", pins=pins, numbers=numbers, nets=nets)


def _quote(value: str | int) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _names_literal(names: list[str]) -> str:
    """Return the names as one text, each filled up to the same length."""
    length = max(map(len, names)) + 1
    return _literal(f"NAMES = Names({length}, (", [name.ljust(length) for name in names], "))")


def _octets(name: str, values: bytes) -> str:
    return _literal(f"{name} = (", [f"\\x{value:02x}" for value in values], ")", "b")


def _array_literal(name: str, values: list[int]) -> str:
    """Return an array of numbers of 16 bits, as they lie in the memory of all processors that run this."""
    octets = struct.pack(f"<{len(values)}H", *values)
    return _literal(f'{name} = array("H", (', [f"\\x{octet:02x}" for octet in octets], "))", "b")


def _literal(opening: str, pieces: list[str], closing: str, prefix: str = "") -> str:
    """Return a literal that is made of the pieces, over several lines."""
    count = _WIDTH // len(pieces[0])
    rows = ["".join(pieces[at : at + count]) for at in range(0, len(pieces), count)]
    return "\n".join([opening, *(f'    {prefix}"{row}"' for row in rows), closing])
