"""Faces of cards and of small discs: a function a kind of printed thing."""

import math
from collections.abc import Callable

from treppe.games.host.palette import PLAYERS
from treppe.games.host.printed import PASS, SHIFT, SWAP, Printed

from treppe_hardware.descriptions.sheets import Size
from treppe_hardware.drawings.shapes import Sheet, Style
from treppe_hardware.sheets.symbols import (
    CREAM,
    HINT,
    LINE,
    PAPER,
    PLUM,
    SHADE,
    SLATE,
    WHITE_STONE,
    arrow,
    bent_arrow,
    card,
    owner_mark,
    panel,
    person,
    stone,
)
from treppe_hardware.sheets.words import Words, lines_of, write

_FIELD_MM = 8.5
_TITLE_MM, _TEXT_MM = 4.2, 3.3
_BESIDE_MM, _BELOW_MM, _ABOVE_MM = 7.0, 19.0, 13.5  # what of a card lies around its figure


def empty(size: Size, title: str) -> Sheet:
    """Return a face with nothing on it but its paper."""
    return Sheet(size.width, size.height, title)


def framed(size: Size, title: str, colour: str) -> Sheet:
    """Return a card's face: a white border, a panel, the title in a band at the top."""
    sheet = empty(size, title)
    width, height, border = size.width, size.height, size.border
    panel(sheet, border, border, width - 2 * border, height - 2 * border, 2, Style(line="", fill=colour))
    inside = width - 2 * border - 1.6
    panel(sheet, border + 0.8, border + 0.8, inside, height - 2 * border - 11.6, 1.4, Style(line="", fill=CREAM))
    size_mm = _TITLE_MM
    while len(lines_of(title, inside - 4, size_mm, True)) > 1:
        size_mm -= 0.1
    sheet.text(width / 2, height - border - 5.4, title, round(size_mm, 1), "middle", PAPER, True)
    return sheet


def _write_below(sheet: Sheet, text: str, lines: int = 3) -> None:
    broken = lines_of(text, sheet.width - 14, _TEXT_MM)
    top = 6.5 + 1.25 * _TEXT_MM * (lines + len(broken)) / 2
    write(sheet, sheet.width / 2, top, text, sheet.width - 14, _TEXT_MM, "middle")


def figure(thing: Printed, size: Size) -> Sheet:
    """Return what a card shows between its title and its text, alone."""
    across, down = size.width - 2 * _BESIDE_MM, size.height - _BELOW_MM - _ABOVE_MM
    drawn, window = empty(size, thing.code), Sheet(across, down, thing.code)
    FIGURES[thing.kind](drawn, thing)
    window.place(-_BESIDE_MM, -_BELOW_MM, drawn)
    return window


def held(thing: Printed, words: Words, size: Size) -> Sheet:
    """A card that players hold in their hands: its figure, and what it does in words."""
    sheet = framed(size, words.title(thing.code), SLATE if thing.kind == SHIFT else PLUM)
    FIGURES[thing.kind](sheet, thing)
    _write_below(sheet, words.text(thing.code))
    return sheet


def _draw_shift(sheet: Sheet, thing: Printed) -> None:
    """A white stone that moves over fields, as the player who holds the card sees them."""
    east, north = thing.values
    columns = 5
    left, bottom = (sheet.width - columns * _FIELD_MM) / 2, 28.5
    middle = (columns - 1) // 2
    start = (middle - (east > 1) * 1 + (east < -1) * 1, middle - (north > 1) * 1 + (north < -1) * 1)
    end = (start[0] + east, start[1] + north)

    def place(column: int, row: int) -> tuple[float, float]:
        return left + (column + 0.5) * _FIELD_MM, bottom + (row + 0.5) * _FIELD_MM

    for column in range(columns):
        for row in range(columns):
            x, y = place(column, row)
            panel(sheet, x - 4.0, y - 4.0, 8.0, 8.0, 0.8, Style(line="", fill=SHADE))
    x, y = place(*end)
    dashes = Style(line=SLATE, width=0.5, fill=PAPER, dash=(1.2, 0.8))
    panel(sheet, x - 3.7, y - 3.7, 7.4, 7.4, 1.0, dashes)
    stone(sheet, *place(*start), 7.0)
    reach = _FIELD_MM * max(abs(east), abs(north)) + 1.2
    long = max(abs(east), abs(north))
    begin = place(*start)
    tip = (begin[0] + reach * east / long, begin[1] + reach * north / long)
    arrow(sheet, begin, tip, 2.2, HINT)
    person(sheet, sheet.width / 2, 22.2, 4.6, SLATE)
    sheet.line([(left, 22.2), (left + columns * _FIELD_MM, 22.2)], Style(line=SLATE, width=0.6))


def _draw_passing(sheet: Sheet, thing: Printed) -> None:
    """Four cards around a table, and the way they are handed on."""
    x, y = _table(sheet)
    sign = thing.values[0]
    for number in range(4):
        begin = 90 * number + (65 if sign > 0 else 25)
        bent_arrow(sheet, x, y, 17.0, (begin, begin - sign * 40), 2.0, PLUM)
    _around(sheet, x, y)


def _table(sheet: Sheet) -> tuple[float, float]:
    x, y = sheet.width / 2, 47.5
    panel(sheet, x - 9, y - 9, 18, 18, 1.5, Style(line=LINE, width=0.3, fill=SHADE))
    for column in range(4):
        for row in range(4):
            spot = (x - 6.3 + 4.2 * column, y - 6.3 + 4.2 * row)
            panel(sheet, spot[0] - 1.8, spot[1] - 1.8, 3.6, 3.6, 0.4, Style(line="", fill=CREAM))
    return x, y


def _around(sheet: Sheet, x: float, y: float) -> None:
    for player, (east, north) in enumerate(((0, -1), (-1, 0), (0, 1), (1, 0))):
        card(sheet, x + 17.0 * east, y + 17.0 * north, 10.5, player)


def _draw_swap(sheet: Sheet, thing: Printed) -> None:
    """Two cards that change places."""
    x, y = sheet.width / 2, 50.0
    for sign, player in ((-1, 0), (1, 2)):
        card(sheet, x + 13 * sign, y, 20, player)
    for begin, end in ((150, 30), (330, 210)):
        bent_arrow(sheet, x, y, 15.2, (begin, end), 2.2, PLUM)


FIGURES: dict[str, Callable[[Sheet, Printed], None]] = {
    SHIFT: _draw_shift,
    PASS: _draw_passing,
    SWAP: _draw_swap,
}
"""What cards show that players hold in their hands, by kind."""


def dependence(thing: Printed, words: Words, size: Size) -> Sheet:
    """A stone of the player whose stones count."""
    sheet = framed(size, words.title(thing.code), PLAYERS[thing.colour].mixed("#000000", 0.25))
    x, y = size.width / 2, 53.5
    stone(sheet, x, y, 31, thing.colour)
    sheet.text(x, 28.0, "=", 7, is_bold=True)
    stone(sheet, x - 9, 28.0, 6.5, thing.colour)
    stone(sheet, x + 9, 28.0, 6.5)
    _write_below(sheet, words.text(thing.code))
    return sheet


def overview(thing: Printed, words: Words, size: Size) -> Sheet:
    """What a turn is, in words."""
    sheet = framed(size, words.title(thing.code), SLATE)
    left, width = size.border + 4, size.width - 2 * size.border - 8
    top = write(sheet, left, size.height - 16.0, words.text(thing.code), width, 2.8) - 1.2
    for number, code in enumerate(words.numbered(thing.code), 1):
        sheet.circle(left + 1.9, top - 2.0, 1.9, Style(line="", fill=SLATE))
        sheet.text(left + 1.9, top - 2.0, str(number), 2.6, "middle", PAPER, True)
        after = write(sheet, left + 5.4, top, words.title(code), width - 5, 3.0, is_bold=True)
        top = write(sheet, left + 5.4, after, words.text(code), width - 5, 2.65) - 0.8
    sheet.line([(left, top), (left + width, top)], Style(line=LINE, width=0.3))
    after = write(sheet, left, top - 1.2, words.title(f"{thing.code} after"), width, 3.0, is_bold=True)
    write(sheet, left, after, words.text(f"{thing.code} after"), width, 2.65)
    return sheet


def example(words: Words, size: Size) -> Sheet:
    """When a stone is active: a red 4, whose player depends on yellow."""
    sheet = framed(size, words.title("example"), SLATE)
    x, y, step = size.width / 2, 50.5, 12.5
    around = {(-1, 1): -1, (0, 1): -1, (1, 0): 2, (-1, -1): -1}
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            spot = (x + step * column, y + step * row)
            panel(sheet, spot[0] - 5.9, spot[1] - 5.9, 11.8, 11.8, 0.9, Style(line="", fill=SHADE))
            if (column, row) in around:
                stone(sheet, *spot, 10.2, around[column, row])
    stone(sheet, x, y, 10.2, 1)
    panel(sheet, x - 3, y - 3, 6, 6, 1, Style(line="", fill=PLAYERS[1].rgb))
    sheet.text(x, y, "4", 6.5, "middle", PLAYERS[1].ink, True)
    _write_below(sheet, words.text("example"))
    return sheet


def point(thing: Printed, words: Words, size: Size) -> Sheet:
    """A small disc in a player's colour, with his mark; both sides are alike."""
    looks = PLAYERS[thing.colour]
    sheet = empty(size, looks.name)
    x = size.width / 2
    sheet.circle(x, x, x - size.border, Style(line="", fill=looks.rgb))
    sheet.circle(x, x, x - size.border - 1.3, Style(line=looks.ink, width=0.4))
    owner_mark(sheet, x, x, 7.0, thing.colour, looks.ink)
    for number in range(12):
        angle = math.radians(30 * number)
        reach = x - size.border - 2.9
        sheet.circle(x + reach * math.cos(angle), x + reach * math.sin(angle), 0.42, Style(line="", fill=looks.ink))
    return sheet


def back(title: str, size: Size, colour: str, has_ring: bool) -> Sheet:
    """A back of cards: small stones all over, the game's name; dependencies' have a ring."""
    sheet = empty(size, title)
    border, step = size.border, 5.7
    width, height = size.width - 2 * border, size.height - 2 * border
    panel(sheet, border, border, width, height, 2, Style(line="", fill=colour))
    columns, rows = int((width - 2) // step), int((height - 2) // step)
    left, bottom = (size.width - columns * step) / 2, (size.height - rows * step) / 2
    for column in range(columns):
        for row in range(rows):
            x, y = left + (column + 0.5) * step, bottom + (row + 0.5) * step
            from_middle = abs(x - size.width / 2) / width + abs(y - size.height / 2) / height
            light = Style(line="", fill=_lighter(colour, 0.34 * from_middle))
            panel(sheet, x - 2.1, y - 2.1, 4.2, 4.2, 0.6, light)
    x, y = size.width / 2, size.height / 2
    panel(sheet, x - 20, y - 12, 40, 24, 3, Style(line=PAPER, width=0.5, fill=colour))
    for player in range(4):
        if has_ring:
            sheet.circle(
                x - 12 + 8 * player, y + 3.6, 3.0, Style(line=PLAYERS[player].rgb, width=1.2, fill=WHITE_STONE)
            )
        else:
            stone(sheet, x - 12 + 8 * player, y + 3.6, 6, player)
    sheet.text(x, y - 5.6, title, 5, "middle", PAPER, True)
    return sheet


def _lighter(colour: str, share: float) -> str:
    parts = bytes.fromhex(colour[1:])
    return "#" + "".join(f"{round(part + (255 - part) * share):02x}" for part in parts)
