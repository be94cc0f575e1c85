"""Templates in the size of a plate: where to drill, and what is printed on it."""

import math

from treppe import games
from treppe.games import blockade, board12, tor, weltreich

from hardware.tools import fixing
from hardware.tools.descriptions.surface import Surface
from hardware.tools.drawings.shapes import Sheet, Style, fitting_size

PLAYERS = ("#2f6fb5", "#c0392b", "#c99a06", "#3c8d40")
# Colours of the seven tiles that stay apart for colour-blind eyes, and their light versions for the ground.
TILES = ("#4477aa", "#ee6677", "#228833", "#bba400", "#3fa9c9", "#aa3377", "#777777")
_TINTS = ("#dbe5f0", "#fbdfe3", "#d7ead9", "#f3eecb", "#d9eff6", "#f0dbe7", "#e6e6e6")
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
        sheet.circle(x, y, hole / 2, _DRILL)
        sheet.cross(x, y, max(2.5, hole / 2 + 1), _DRILL)
        lamp_x, lamp_y = x + surface.lamp_offset_mm[0], y + surface.lamp_offset_mm[1]
        sheet.circle(lamp_x, lamp_y, _LIGHT_HOLE_MM / 2, _DRILL)
        sheet.cross(lamp_x, lamp_y, 1.2, _DRILL)
        sheet.text(x, y - hole / 2 - 3.5, surface.names[field], 2.6, colour="#7b8790")
    light = f"{_LIGHT_HOLE_MM:g} mm for the light"
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
    """Return what is printed on the plate: fields and the markings of all games of this surface."""
    sheet = Sheet(surface.width_mm, surface.height_mm, f"{surface.title}: markings")
    sheet.rectangle(0, 0, surface.width_mm, surface.height_mm, Style(width=0.5, fill="#fbfaf6"))
    stands_for = surface.within.surface if surface.within else surface.name
    if surface.columns == 0:
        _mark_hexes(sheet, surface)
    elif stands_for == "square7":
        _mark_towers(sheet, surface)
    else:
        _mark_reeds(sheet, surface)
    return sheet


def _write_legend(sheet: Sheet, text: str) -> None:
    line = f"{sheet.title} (seen from above, north up): {text}"
    sheet.text(3, 3.2, line, fitting_size(line, sheet.width - 6, 2.4), "start", "#7b8790")


def _light(sheet: Sheet, surface: Surface, x: float, y: float) -> None:
    east, north = surface.lamp_offset_mm
    sheet.circle(x + east, y + north, _LIGHT_HOLE_MM / 2, Style(width=0.2, line="#b9c0c5", fill="white"))


def _mark_reeds(sheet: Sheet, surface: Surface) -> None:
    """Fields of 3 x 3 and their centres, thrones, kings, corners, Cubes' board and parking, colours to jump with."""
    places, pitch = fixing.places(surface), surface.pitch_mm
    half = pitch / 2
    scale = pitch / 40
    for field, (x, y) in enumerate(places):
        tint = "#efece1" if (field // 36 + field % 12 // 3) % 2 else "#f8f6ef"
        sheet.rectangle(x - half, y - half, pitch, pitch, Style(width=0.2, line="#c9c4b4", fill=tint))
    for line in range(5):
        at = places[0][0] - half + 3 * pitch * line
        edge = [(at, 0.0), (at, sheet.height)]
        sheet.line(edge, Style(width=0.7, line="#8d8672"))
        sheet.line([(0.0, at), (sheet.width, at)], Style(width=0.7, line="#8d8672"))
    for cell in board12.CENTRES:
        x, y = places[cell]
        sheet.circle(x, y, 13 * scale, Style(width=0.5, line="#8d8672"))
    for name in weltreich.THRONES.split():
        _crown(sheet, *places[_cell(name)], 8 * scale)
    for player, name in enumerate(blockade.KINGS):
        x, y = places[_cell(name)]
        sheet.circle(x, y, 15.5 * scale, Style(width=0.9, line=PLAYERS[player]))
    for player, names in enumerate(tor.CORNERS):
        _corner(sheet, places[_cell(names[0])], half, scale, sheet, PLAYERS[player])
    _mark_jumps(sheet, places, scale)
    _mark_cubes(sheet, places, half, scale)
    # Schaff den Sprung: to the right, into the last column of Fields.
    for row in (1, 4, 7, 10):
        x, y = places[row * 12][0] + 2.5 * pitch, places[row * 12][1]
        for step in (-1.0, 1.0):
            chevron = [(x - 2 * scale + step, y - 3 * scale), (x + step, y), (x - 2 * scale + step, y + 3 * scale)]
            sheet.line(chevron, Style(width=0.5, line="#8d8672"))
    goal = places[9][0] - half
    sheet.line([(goal + 1.2, 0), (goal + 1.2, sheet.height)], Style(width=0.7, line="#8d8672"))
    for field, (x, y) in enumerate(places):
        sheet.text(x - half + 3.5 * scale, y - half + 2.6 * scale, surface.names[field], 2.4 * scale, colour="#a29b86")
        _light(sheet, surface, x, y)


def _cell(name: str) -> int:
    return (int(name[1:]) - 1) * 12 + ord(name[0]) - 97


def _crown(sheet: Sheet, x: float, y: float, size: float) -> None:
    shape = [(-1, -0.6), (-1, 0.5), (-0.5, 0.0), (0, 0.7), (0.5, 0.0), (1, 0.5), (1, -0.6)]
    sheet.line([(x + size * a, y + size * b) for a, b in shape], Style(width=0.5, line="#8d6e1f", fill="#f2d675"), True)


def _corner(sheet: Sheet, place: tuple[float, float], half: float, scale: float, plate: Sheet, colour: str) -> None:
    """A quarter ring in the player's colour where his pieces begin."""
    x, y = place
    east, north = (1 if x < plate.width / 2 else -1), (1 if y < plate.height / 2 else -1)
    corner_x, corner_y = x - east * half, y - north * half
    radius = 9 * scale
    arc = [
        (corner_x + east * radius * math.cos(angle), corner_y + north * radius * math.sin(angle))
        for angle in (step * math.pi / 24 for step in range(13))
    ]
    sheet.line([(corner_x, corner_y), *arc], Style(line="", fill=colour), True)


def _mark_jumps(sheet: Sheet, places: list[tuple[float, float]], scale: float) -> None:
    """Allein Wetteifern: the colour that begins on each square."""
    state = games.start("wetteifern")
    for field, (x, y) in enumerate(places):
        for code in state.pieces(field):
            sheet.circle(x - 14 * scale, y + 14 * scale, 2.4 * scale, Style(line="", fill=PLAYERS[int(code[1])]))


def _mark_cubes(sheet: Sheet, places: list[tuple[float, float]], half: float, scale: float) -> None:
    """Cubes: its board of 10 x 10, and where each player's stones 2 to 6 wait."""
    low, high = places[13][0] - half, places[130][0] + half
    sheet.rectangle(low + 1, low + 1, high - low - 2, high - low - 2, Style(width=0.6, line="#5d5648", dash=(4, 2)))
    state = games.start("cubes", players=4)
    for player in range(4):
        for field, (x, y) in enumerate(places):
            for code in state.pieces(field):
                if code[0] == "N" and code[2] == str(player):
                    sheet.text(x, y, code[1], 9 * scale, colour=PLAYERS[player])


def _mark_towers(sheet: Sheet, surface: Surface) -> None:
    """STEP BY STEP: the tower in the middle, the corners where balls begin, the board of 5 x 5."""
    places, pitch = fixing.places(surface), surface.pitch_mm
    half = pitch / 2
    for field, (x, y) in enumerate(places):
        tint = "#efece1" if (field // surface.columns + field % surface.columns) % 2 else "#f8f6ef"
        sheet.rectangle(x - half, y - half, pitch, pitch, Style(width=0.2, line="#c9c4b4", fill=tint))
    last = surface.columns - 1
    corners = ((0, 0), (0, last), (last, last), (last, 0))
    for player, (column, row) in enumerate(corners):
        x, y = places[row * surface.columns + column]
        sheet.circle(x, y, 0.42 * pitch, Style(width=1.2, line=PLAYERS[player]))
        if surface.columns > 5:
            inner = (row + (1 if row == 0 else -1)) * surface.columns + column + (1 if column == 0 else -1)
            x, y = places[inner]
            sheet.circle(x, y, 0.42 * pitch, Style(width=0.6, line=PLAYERS[player], dash=(2, 1.5)))
    if surface.columns > 5:
        x, y = places[surface.columns + 1]
        side = (surface.columns - 2) * pitch
        dashed = Style(width=0.6, line="#5d5648", dash=(4, 2))
        sheet.rectangle(x - half + 1, y - half + 1, side - 2, side - 2, dashed)
    x, y = places[len(places) // 2]
    for part in (0.44, 0.36, 0.28):
        sheet.rectangle(
            x - part * pitch, y - part * pitch, 2 * part * pitch, 2 * part * pitch, Style(line="#8d6e1f", width=0.6)
        )
    for field, (x, y) in enumerate(places):
        sheet.circle(x, y, _NECK_HOLE_MM / 2, Style(width=0.2, line="#b9c0c5", fill="white"))
        sheet.text(x - half + 3.5, y - half + 2.6, surface.names[field], 2.4, colour="#a29b86")
        _light(sheet, surface, x, y)


def _mark_hexes(sheet: Sheet, surface: Surface) -> None:
    """7 Steps: the colours of the tiles, plain on the ground, those of the mixed side as dots."""
    places, pitch = fixing.places(surface), surface.pitch_mm
    radius = pitch / math.sqrt(3)
    mixed = games.load("seven").SIDES["mixed"]
    for field, (x, y) in enumerate(places):
        corners = [
            (x + radius * math.sin(step * math.pi / 3), y + radius * math.cos(step * math.pi / 3)) for step in range(6)
        ]
        sheet.line(corners, Style(width=0.3, line="#8d8672", fill=_TINTS[surface.colours[field]]), True)
    for tile in range(len(places) // 7):
        _outline(sheet, places[7 * tile : 7 * tile + 7], radius)
    for field, (x, y) in enumerate(places):
        colour = surface.colours[field]
        other = (field // 7 + mixed[field % 7]) % 7
        sheet.circle(x, y, _NECK_HOLE_MM / 2 + 2, Style(width=1.2, line=TILES[colour]))
        sheet.circle(x, y, _NECK_HOLE_MM / 2, Style(width=0.2, line="#b9c0c5", fill="white"))
        sheet.circle(x - 13, y - 7.5, 2.2, Style(line="#5d5648", width=0.2, fill=TILES[other]))
        sheet.text(x, y - 15.5, surface.names[field], 2.6, colour="#6b6453")
        _light(sheet, surface, x, y)


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
