"""Templates in the size of a plate, for drilling and printing."""

import math

from treppe.games import board12, catalogue
from treppe.games.host import facts
from treppe.games.host.palette import DISCS

from treppe_hardware import fixing
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.drawings import marks
from treppe_hardware.drawings.marks import Plate
from treppe_hardware.drawings.shapes import Sheet, Style, fitting_size

_TINT = 0.8  # so much white is mixed into a disc's colour for the ground of its field
_LIGHT_HOLE_MM = 3.6
_REED_HOLE_MM = 2.6
_NECK_HOLE_MM = 14.0
_PEG_HOLE_MM = 1.9
_SCREW_HOLE_MM = 3.2
_DRILL = Style(width=0.2)


def drilling(surface: Surface) -> Sheet:
    """Return the drilling template: holes with their centres, field names, the plate's edge."""
    sheet = Sheet(surface.width_mm, surface.height_mm, f"{surface.title}: drilling")
    sheet.rectangle(0, 0, surface.width_mm, surface.height_mm, Style(width=0.5))
    hole = _REED_HOLE_MM if surface.sensor == "reed" else _NECK_HOLE_MM
    for field, (x, y) in enumerate(fixing.places(surface)):
        if not surface.sensor_part.switches_mt:  # these look through the plate
            sheet.circle(x, y, hole / 2, _DRILL)
        sheet.cross(x, y, max(2.5, hole / 2 + 1), _DRILL)
        lamp_x, lamp_y = x + surface.lamp_offset_mm[0], y + surface.lamp_offset_mm[1]
        sheet.circle(lamp_x, lamp_y, _LIGHT_HOLE_MM / 2, _DRILL)
        sheet.cross(lamp_x, lamp_y, 1.2, _DRILL)
        sheet.text(x, y - hole / 2 - 3.5, surface.names[field], 2.6, colour="#7b8790")
    light = f"{_LIGHT_HOLE_MM:g} mm for the light"
    if surface.sensor_part.switches_mt:
        _write_legend(sheet, light)
        return sheet
    if surface.sensor == "reed":
        _write_legend(sheet, f"{hole:g} mm for the reed, through the carrier only, {light}")
        return sheet
    for x, y in fixing.spacer_places(surface):
        sheet.circle(x, y, _SCREW_HOLE_MM / 2, _DRILL)
        sheet.cross(x, y, _SCREW_HOLE_MM / 2 + 1, _DRILL)
    for x, y in fixing.peg_places(surface):
        sheet.circle(x, y, _PEG_HOLE_MM / 2, _DRILL)
        sheet.cross(x, y, _PEG_HOLE_MM / 2 + 0.6, _DRILL)
    _write_legend(
        sheet,
        f"plate: {hole:g} mm for the necks, {light}; plate, board and base: {_SCREW_HOLE_MM:g} mm for screws; "
        f"board only: {_PEG_HOLE_MM:g} mm for the pegs",
    )
    return sheet


def printing(surface: Surface) -> Sheet:
    """Return the print on the plate: fields and the marks of all games of this surface."""
    sheet = Sheet(surface.width_mm, surface.height_mm, f"{surface.title}: markings")
    sheet.rectangle(0, 0, surface.width_mm, surface.height_mm, Style(width=0.5, fill="#fbfaf6"))
    plate = Plate(sheet, surface)
    if surface.columns == 0:
        _draw_hexes(plate)
    elif surface.sensor == "cell":
        _draw_squares(plate, blocks=1)
    elif len(plate.places) > max(board12.CENTRES):
        _draw_squares(plate, blocks=3)
        _draw_blocks(plate)
    else:
        _draw_start(plate)
    wanted = [mark for name in catalogue.names_on(plate.stands_for) for mark in facts.of(name).marks()]
    for mark in dict.fromkeys(wanted):  # games share corners
        marks.draw(plate, mark)
    for field, (x, y) in enumerate(plate.places):
        if surface.sensor == "cell":
            sheet.circle(x, y, _NECK_HOLE_MM / 2, Style(width=0.2, line="#b9c0c5", fill="white"))
        _write_name(plate, surface.names[field], x, y)
        east, north = surface.lamp_offset_mm
        sheet.circle(x + east, y + north, _LIGHT_HOLE_MM / 2, Style(width=0.2, line="#b9c0c5", fill="white"))
    return sheet


def _write_legend(sheet: Sheet, text: str) -> None:
    line = f"{sheet.title} (seen from above, north up): {text}"
    sheet.text(3, 3.2, line, fitting_size(line, sheet.width - 6, 2.4), "start", "#7b8790")


def _draw_squares(plate: Plate, blocks: int) -> None:
    """Draw squares in two tints that change every so many fields."""
    half, columns = plate.half, plate.surface.columns
    for field, (x, y) in enumerate(plate.places):
        tint = "#efece1" if (field // columns // blocks + field % columns // blocks) % 2 else "#f8f6ef"
        plate.sheet.rectangle(x - half, y - half, 2 * half, 2 * half, Style(width=0.2, line="#c9c4b4", fill=tint))


def _draw_blocks(plate: Plate) -> None:
    """Draw the borders of the Fields of 3 x 3, and their centres."""
    sheet, half = plate.sheet, plate.half
    for line in range(5):
        at = plate.places[0][0] - half + 6 * half * line
        sheet.line([(at, 0.0), (at, sheet.height)], Style(width=0.7, line="#8d8672"))
        sheet.line([(0.0, at), (sheet.width, at)], Style(width=0.7, line="#8d8672"))
    for cell in board12.CENTRES:
        sheet.circle(*plate.places[cell], 0.65 * half, Style(width=0.5, line="#8d8672"))


def _draw_start(plate: Plate) -> None:
    """Draw a ring on each field, and the words of buttons that lie under the plate."""
    sheet, places, pitch = plate.sheet, plate.places, plate.surface.pitch_mm
    for x, y in places:
        sheet.circle(x, y, 0.42 * pitch, Style(width=0.5, line="#8d8672", fill="#fbfaf6"))
    parts = [part for board in plate.surface.boards for part in board.components]
    for x, y, name in [(*part.at[:2], part.label) for part in parts if part.at and part.label and part.part.contacts]:
        sheet.circle(x, y, 2.0, Style(width=0.3, line="#8d8672", fill="white"))
        sheet.text(x + 7.5, y, name, 2.4, colour="#5d5648")


def _draw_hexes(plate: Plate) -> None:
    """Draw hexes in the colours of the tiles, rings that stay visible around a disc, and the borders of the tiles."""
    sheet, surface = plate.sheet, plate.surface
    radius = surface.pitch_mm / math.sqrt(3)
    for field, (x, y) in enumerate(plate.places):
        corners = [
            (x + radius * math.sin(step * math.pi / 3), y + radius * math.cos(step * math.pi / 3)) for step in range(6)
        ]
        sheet.line(corners, Style(width=0.3, line="#8d8672", fill=_ground_of(surface, field)), True)
    for tile in range(len(plate.places) // 7):
        _outline(sheet, plate.places[7 * tile : 7 * tile + 7], radius)
    for field, (x, y) in enumerate(plate.places):
        colour = surface.colours[field]
        sheet.circle(x, y, _NECK_HOLE_MM / 2 + 2, Style(width=1.2, line=DISCS[colour].rgb))
        marks.draw_pips(sheet, x, y, radius * 0.68, colour)


def _ground_of(surface: Surface, field: int) -> str:
    return DISCS[surface.colours[field]].mixed("#ffffff", _TINT)


def _write_name(plate: Plate, name: str, x: float, y: float) -> None:
    if plate.surface.columns == 0:
        plate.sheet.text(x + 13, y - 7.5, name, 2.6, colour="#6b6453")
        return
    size = 2.4 * plate.scale
    plate.sheet.text(
        x - plate.half + 3.5 * plate.scale, y - plate.half + 2.6 * plate.scale, name, size, colour="#a29b86"
    )


def _outline(sheet: Sheet, places: list[tuple[float, float]], radius: float) -> None:
    """Draw the border of a tile: the sides of its hexes that no other hex of the tile shares."""
    sides: dict[tuple[int, int], tuple[tuple[float, float], tuple[float, float]]] = {}
    for x, y in places:
        for step in range(6):
            ends = [
                (x + radius * math.sin(turn * math.pi / 3), y + radius * math.cos(turn * math.pi / 3))
                for turn in (step, step + 1)
            ]
            middle = (round((ends[0][0] + ends[1][0]) * 2), round((ends[0][1] + ends[1][1]) * 2))
            near = next((key for key in sides if abs(key[0] - middle[0]) + abs(key[1] - middle[1]) <= 3), None)
            if near:
                del sides[near]
            else:
                sides[middle] = (ends[0], ends[1])
    for first, second in sides.values():
        sheet.line([first, second], Style(width=1.0, line="#5d5648"))
