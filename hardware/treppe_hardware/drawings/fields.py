"""A map of the surface for soldering: the input and the LED of each field."""

from itertools import pairwise

from treppe.games.host.palette import PLAYERS

from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.drawings.shapes import INK, Sheet, Style, fitting_size

_TINTS = ("#dbe8f5", "#f8ddd8", "#f6ecc8", "#d9ecda")
_HEAD_MM = 16
_CHAIN = PLAYERS[1].rgb  # the LEDs' chain


def field_map(surface: Surface) -> Sheet:
    """Return the map: a field's name, chip and input, and the chain of LEDs as a line with arrows."""
    pitch = surface.pitch_mm
    sheet = Sheet(surface.width_mm, surface.height_mm + _HEAD_MM, f"{surface.title}: inputs and LEDs")
    for line, y, most in ((f"{surface.title}, seen from above", 10.5, 6.0), (_legend(surface), 3.5, 3.6)):
        size = fitting_size(line, surface.width_mm - 8, most)
        sheet.text(4, surface.height_mm + y, line, size, "start", INK if most > 4 else "#5b6770")
    places = [(x / 10, y / 10) for x, y in surface.places_mm10]
    for field, (x, y) in enumerate(places):
        chip, number = surface.chip_and_input(field)
        style = Style(line="#9aa5ad", width=0.25, fill=_TINTS[_group(surface, chip) % 4])
        if surface.columns:
            sheet.rectangle(x - pitch / 2, y - pitch / 2, pitch, pitch, style)
        else:
            sheet.circle(x, y, 0.48 * pitch, style)
        name = f"M{chip}" if surface.reader.references else f"U{chip + 1}"
        sheet.text(x, y - 0.02 * pitch, surface.names[field], 0.17 * pitch)
        sheet.text(x, y - 0.2 * pitch, f"{name} {surface.reader.fields[number]}", 0.105 * pitch, colour="#2a5f9e")
    order = sorted(range(len(places)), key=lambda field: surface.lamps[field])
    east, north = surface.lamp_offset_mm
    lamps = [(places[field][0] + east, places[field][1] + north) for field in order]
    lines = Style(line=_CHAIN, width=0.35)
    for first, second in pairwise(lamps):
        sheet.line([first, second], lines)
    for number, (x, y) in enumerate(lamps):
        sheet.circle(x, y, 0.085 * pitch, Style(line=_CHAIN, width=0.3, fill="white"))
        sheet.text(x, y, str(number), 0.08 * pitch, colour=_CHAIN)
    if surface.boards[0].count > 1:
        _draw_boards(sheet, surface, places)
    return sheet


def _group(surface: Surface, chip: int) -> int:
    return chip if surface.reader.references else chip % 2 + chip // 2 % 2 * 2


def _legend(surface: Surface) -> str:
    kind = "multiplexer and channel" if surface.reader.references else "chip in the chain and its input"
    return f"blue: {kind} ({surface.reader.name}); red: number of the LED, in the order of the data line"


def _draw_boards(sheet: Sheet, surface: Surface, places: list[tuple[float, float]]) -> None:
    """Frame the fields of each tile and number the tiles."""
    board = next(board for board in surface.boards if board.fields)
    half = surface.pitch_mm / 2
    for number in range(board.count):
        mine = [place for field, place in enumerate(places) if surface.lamps[field] // board.fields == number]
        west, south = min(x for x, _ in mine) - half, min(y for _, y in mine) - half
        east, north = max(x for x, _ in mine) + half, max(y for _, y in mine) + half
        sheet.rectangle(west, south, east - west, north - south, Style(width=1.0))
        sheet.text(west + 2.5, north - 5, f"tile {number + 1}", 4.5, "start")
