"""Faces of bonus tiles: a pictogram a kind, drawn on a field of 36 x 20 mm, and words below it."""

from collections.abc import Callable
from functools import cache

from treppe.games.host import printed
from treppe.games.host.printed import Printed

from treppe_hardware.descriptions.sheets import Size
from treppe_hardware.drawings.shapes import INK, Sheet, Style
from treppe_hardware.sheets.symbols import (
    CREAM,
    GOLD,
    HINT,
    PAPER,
    TEAL,
    arrow,
    bent_arrow,
    disc,
    ground,
    hexagon,
    panel,
    stack,
    star,
)
from treppe_hardware.sheets.words import Words, lines_of, write

PICTURE_MM = (36.0, 19.0)
TILES = ("aids", "victories")
"""Groups of tiles that players hold in their hands."""
_WIDE = 7.6  # a disc from the side


@cache
def tile_figure(thing: Printed) -> Sheet:
    """Return the pictogram of a tile alone."""
    sheet = Sheet(*PICTURE_MM, thing.code)
    _PICTURES[thing.kind](sheet, thing)
    return sheet


def tile(thing: Printed, words: Words, size: Size) -> Sheet:
    """Return a tile's face: its pictogram, its name, what it does."""
    colour = TEAL if thing.group == "aids" else GOLD
    sheet = Sheet(size.width, size.height, thing.code)
    border = size.border
    inside = size.width - 2 * border
    panel(sheet, border, border, inside, size.height - 2 * border, 2, Style(line=colour, width=0.7, fill=CREAM))
    sheet.place((size.width - PICTURE_MM[0]) / 2, size.height - border - PICTURE_MM[1], tile_figure(thing))
    sheet.text(size.width / 2, 16.4, words.title(thing.code), 3.1, "middle", colour, True)
    top = write(sheet, size.width / 2, 14.0, words.text(thing.code), inside - 3, 2.5, "middle")
    if thing.kind in printed.LIMITED:
        most = words.title("most").format(thing.values[-1])
        panel(sheet, size.width / 2 - 11, top - 3.6, 22, 3.3, 1.6, Style(line="", fill=HINT))
        sheet.text(size.width / 2, top - 1.95, most, 2.3, "middle", PAPER, True)
    return sheet


def tile_back(group: str, title: str, size: Size) -> Sheet:
    """Return the back of all tiles of a group."""
    colour = TEAL if group == "aids" else GOLD
    sheet = Sheet(size.width, size.height, group)
    border = size.border
    inside = size.width - 2 * border
    panel(sheet, border, border, inside, inside, 2, Style(line="", fill=colour))
    middle = size.width / 2
    for radius, fill in ((14.5, "#ffffff"), (13.2, colour)):
        sheet.line(hexagon(middle, middle + 1.5, radius), Style(line="", fill=fill), True)
    if group == "aids":
        for number in range(4):
            stack(
                sheet,
                middle - 8.1 + 5.4 * number,
                middle - 3.5,
                5.0,
                [(number + step) % 7 for step in range(number + 1)],
            )
        arrow(sheet, (middle - 8, middle + 2.2), (middle + 5, middle + 9.5), 1.3, PAPER)
    else:
        star(sheet, middle, middle + 1.2, 10, "#fff3cf")
    size_mm = 3.0
    while len(lines_of(title, inside - 4, size_mm, True)) > 1:
        size_mm -= 0.1
    sheet.text(middle, 5.2, title, round(size_mm, 1), "middle", PAPER, True)
    return sheet


def _gain(sheet: Sheet, text: str) -> None:
    sheet.circle(32.0, 14.8, 3.1, Style(line="", fill=GOLD))
    sheet.text(32.0, 14.8, text, 3.0, "middle", PAPER, True)


def _draw_take(sheet: Sheet, thing: Printed) -> None:
    for x, colours in ((10.5, [0, 0, 0]), (25.5, [4, 4])):
        ground(sheet, x, 2.4, 9.4, colours[0])
        top = stack(sheet, x, 2.4, _WIDE, colours[:-1])
        stack(sheet, x, top + 6.2, _WIDE, colours[-1:])
        arrow(sheet, (x, top + 0.8), (x, top + 5.8), 1.5, HINT)


def _draw_move(sheet: Sheet, thing: Printed) -> None:
    ground(sheet, 8, 2.4, 9.4, 3)
    ground(sheet, 28, 2.4, 9.4, 3)
    stack(sheet, 8, 2.4, _WIDE, [3, 3, 3, 3])
    panel(sheet, 24.2, 2.5, _WIDE, 7.2, 0.6, Style(line=INK, width=0.25, dash=(0.9, 0.7)))
    bent_arrow(sheet, 18, 8.4, 8.4, (140, 32), 1.5, HINT)


def _anywhere(sheet: Sheet, thing: Printed) -> None:
    for number, colours in enumerate(([1], [1, 1, 1], [1, 1])):
        x = 8.5 + 9.5 * number
        ground(sheet, x, 2.4, 8.8, 1)
        stack(sheet, x, 2.4, _WIDE, colours)
    stack(sheet, 18, 12.4, _WIDE, [1])
    arrow(sheet, (18, 12.0), (18, 8.3), 1.4, HINT)


def _climb(sheet: Sheet, thing: Printed) -> None:
    levels = [0]
    while len(levels) < 3:
        levels.append(levels[-1] + thing.values[0])
    for number, (level, colour) in enumerate(zip(levels, (2, 5, 3), strict=True)):
        x = 8.5 + 9.5 * number
        ground(sheet, x, 2.4, 8.8, colour)
        stack(sheet, x, 2.4, _WIDE, [colour] * (level + 1))
    for number in range(2):
        x, y = 8.5 + 9.5 * number, 2.4 + 1.82 * (levels[number] + 1)
        arrow(sheet, (x, y + 1.2), (x + 5.4, y + 5.6), 1.2, HINT)


def _new_hand(sheet: Sheet, thing: Printed) -> None:
    for number in range(7):
        disc(sheet, 6 + 4 * number, 4.4, 2.7, number)
    for begin, end in ((160, 92), (20, 88)):
        bent_arrow(sheet, 18, 5.5, 9.0, (begin, end), 1.3, HINT)


def _colours(sheet: Sheet, thing: Printed) -> None:
    for number in range(7):
        disc(sheet, 5.0 + 4.3 * number, 5.0 + 1.5 * (number % 2), 2.9, number)
    _gain(sheet, "+1")


def _one_colour(sheet: Sheet, thing: Printed) -> None:
    for number, colour in enumerate((2, 6, 2, 2)):
        disc(sheet, 6.5 + 7 * number, 6.0, 3.3, colour)
        if colour == 2:
            star(sheet, 6.5 + 7 * number, 11.9, 1.6, GOLD)
    _gain(sheet, "+1")


def _straight(sheet: Sheet, thing: Printed) -> None:
    for row in range(2):
        for number in range(4):
            spot = (6.2 + 6.6 * number + 3.3 * row, 4.4 + 5.7 * row)
            sheet.line(hexagon(*spot, 3.8), Style(line=PAPER, width=0.4, fill="#ddd6c4"), True)
    for number, colour in enumerate((5, 0, 3, 4)):
        disc(sheet, 6.2 + 6.6 * number, 4.4, 2.6, colour)
    arrow(sheet, (3.4, 4.4), (30.8, 4.4), 0.9, HINT)
    _gain(sheet, "+1")


def _one_level(sheet: Sheet, thing: Printed) -> None:
    for number, (low, top) in enumerate(((0, 1), (3, 5), (6, 2))):
        x = 7 + 8.6 * number
        ground(sheet, x, 2.4, 8.2, top)
        after = stack(sheet, x, 2.4, _WIDE, [low])
        stack(sheet, x, after, _WIDE, [top])
    sheet.line([(2.4, 4.2), (29.0, 4.2)], Style(line=HINT, width=0.5, dash=(1.2, 0.8)))
    sheet.line([(2.4, 6.1), (29.0, 6.1)], Style(line=HINT, width=0.5, dash=(1.2, 0.8)))
    _gain(sheet, "+1")


def _steps_up(sheet: Sheet, thing: Printed) -> None:
    for number, colour in enumerate((6, 0, 1, 2)):
        x = 5.6 + 6.6 * number
        ground(sheet, x, 2.4, 6.4, colour)
        stack(sheet, x, 2.4, 5.6, [colour] * (number + 1))
    arrow(sheet, (4.6, 6.0), (22.0, 11.8), 1.0, HINT)
    _gain(sheet, f"+{thing.values[0]}")


def _highest(sheet: Sheet, thing: Printed) -> None:
    for number, (levels, colour) in enumerate(((2, 4), (6, 0), (3, 1))):
        x = 7.0 + 8.6 * number
        ground(sheet, x, 2.4, 8.2, colour)
        stack(sheet, x, 2.4, _WIDE, [colour] * levels)
    star(sheet, 15.6, 15.8, 2.2, GOLD)
    _gain(sheet, "6")


_PICTURES: dict[str, Callable[[Sheet, Printed], None]] = {
    printed.TAKE: _draw_take,
    printed.MOVE: _draw_move,
    printed.ANYWHERE: _anywhere,
    printed.CLIMB: _climb,
    printed.NEW_HAND: _new_hand,
    printed.COLOURS: _colours,
    printed.ONE_COLOUR: _one_colour,
    printed.STRAIGHT: _straight,
    printed.ONE_LEVEL: _one_level,
    printed.STEPS_UP: _steps_up,
    printed.HIGHEST: _highest,
}
