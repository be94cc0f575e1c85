"""The screen before a player's hand: stairs of discs outside, what a turn is and what tiles do inside."""

from treppe.games.host.palette import DISCS, PLAYERS
from treppe.games.host.printed import LIMITED, Printed

from treppe_hardware.descriptions.sheets import Size
from treppe_hardware.drawings.shapes import Sheet, Style
from treppe_hardware.sheets.symbols import CREAM, GOLD, LINE, PAPER, TEAL, hexagon, owner_mark, panel, stack
from treppe_hardware.sheets.tiles import PICTURE_MM, tile_figure
from treppe_hardware.sheets.words import Words, write

_FOLD = Style(line=LINE, width=0.2, dash=(2, 2))


def outside(thing: Printed, words: Words, size: Size) -> Sheet:
    """What the others see."""
    looks = PLAYERS[thing.colour]
    sheet = Sheet(size.width, size.height, looks.name)
    sheet.rectangle(0, 0, size.width, size.height, Style(line="", fill=looks.rgb))
    pale = looks.mixed("#ffffff", 0.12)
    for row in range(8):
        for column in range(19):
            x, y = 14.0 * column + 7.0 * (row % 2), 12.1 * row + 3
            if x + 7 < size.width + 1 and y + 8 < size.height + 1 and x > 6 and y > 7:
                sheet.line(hexagon(x, y, 7.4), Style(line="", fill=pale), True)
    middle = size.width / 2
    for number in range(len(DISCS)):
        stack(sheet, middle - 54 + 18 * number, 14, 15.5, [number] * (number + 1))
    sheet.rectangle(middle - 64, 11.6, 128, 2.4, Style(line="", fill=looks.mixed("#000000", 0.35)))
    sheet.text(middle - 63, 74, words.back, 17, "start", looks.ink, True)
    for side in (-1, 1):
        x = middle + side * (size.width - size.wing) / 2
        sheet.line(hexagon(x, size.height / 2, 22), Style(line=looks.ink, width=0.8, fill=looks.rgb), True)
        owner_mark(sheet, x, size.height / 2, 17, thing.colour, looks.ink)
    _folds(sheet, size)
    return sheet


def inside(thing: Printed, things: list[Printed], words: Words, size: Size) -> Sheet:
    """What its player sees."""
    looks = PLAYERS[thing.colour]
    sheet = Sheet(size.width, size.height, looks.name)
    sheet.rectangle(0, 0, size.width, size.height, Style(line="", fill=CREAM))
    sheet.rectangle(0, size.height - 3, size.width, 3, Style(line="", fill=looks.rgb))
    _turn(sheet, words, 5, size)
    left = size.wing + 4
    wide = (size.width - 2 * size.wing - 12) / 2
    for column, (group, colour) in enumerate((("aids", TEAL), ("victories", GOLD))):
        x = left + column * (wide + 4)
        sheet.text(x, size.height - 8, words.title(group), 4, "start", colour, True)
        sheet.text(x + wide, size.height - 8, words.text(group), 2.6, "end")
        tiles = [one for one in things if one.group == group]
        step = (size.height - 14) / max(len(tiles), 6)
        for number, one in enumerate(tiles):
            y = size.height - 12 - step * (number + 1)
            panel(sheet, x, y + 0.6, wide, step - 1.2, 1.5, Style(line=colour, width=0.3, fill=PAPER))
            scale = (step - 1.6) / PICTURE_MM[1]
            sheet.place(x + 0.6, y + 0.8, tile_figure(one), round(scale, 3))
            start = x + PICTURE_MM[0] * scale + 1.6
            after = write(sheet, start, y + step - 1.9, words.title(one.code), wide, 2.7, is_bold=True)
            most = f" ({words.title('most').format(one.values[-1])})" if one.kind in LIMITED else ""
            write(sheet, start, after, words.text(one.code) + most, x + wide - start - 1, 2.25)
    _end(sheet, words, size)
    _folds(sheet, size)
    return sheet


def _turn(sheet: Sheet, words: Words, left: float, size: Size) -> None:
    wide = size.wing - 9
    sheet.text(left, size.height - 8, words.title("screen"), 4, "start", is_bold=True)
    top = size.height - 13.0
    for number, code in enumerate(words.numbered("screen"), 1):
        sheet.circle(left + 2, top - 1.8, 2.0, Style(line="", fill=TEAL))
        sheet.text(left + 2, top - 1.8, str(number), 2.7, "middle", PAPER, True)
        after = write(sheet, left + 5.6, top, words.title(code), wide - 5, 3.0, is_bold=True)
        top = write(sheet, left + 5.6, after, words.text(code), wide - 5, 2.7) - 1.6


def _end(sheet: Sheet, words: Words, size: Size) -> None:
    left, wide = size.width - size.wing + 5, size.wing - 10
    sheet.text(left, size.height - 8, words.title("end"), 4, "start", is_bold=True)
    write(sheet, left, size.height - 13, words.text("end"), wide, 2.8)
    for number in range(len(DISCS)):
        stack(sheet, left + 3.2 + 7.0 * number, 6, 6.2, [number] * (number + 1))
    sheet.rectangle(left - 1, 5.0, wide + 3, 1.0, Style(line="", fill=LINE))
    for number in range(len(DISCS)):
        y = 6 + 0.24 * 6.2 * (number + 1) + 2.0
        sheet.text(left + 3.2 + 7.0 * number, y, str(number + 1), 2.8, is_bold=True)


def _folds(sheet: Sheet, size: Size) -> None:
    for x in (size.wing, size.width - size.wing):
        sheet.line([(x, 0), (x, size.height)], _FOLD)
