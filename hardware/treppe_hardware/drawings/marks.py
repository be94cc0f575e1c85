"""The marks of games, drawn on a plate: a function a kind of mark (see `treppe.games.host.marks`)."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from treppe import surfaces
from treppe.games.host.marks import (
    CROWN,
    DASHED_RING,
    DISC,
    DOT,
    EASTWARDS,
    FRAME,
    GOAL,
    NUMBER,
    RING,
    SEATS,
    TOWER,
    Mark,
)
from treppe.games.host.palette import DISCS, PLAYERS

from treppe_hardware import fixing
from treppe_hardware.descriptions.surface import Surface
from treppe_hardware.drawings.shapes import Sheet, Style

_GILT = "#8d6e1f"
_LINE = "#8d8672"
_INK = "#5d5648"
_PIP_DEGREES = 13
_SEAT_MM = 6.2  # from one player's letter to the next


@dataclass(frozen=True, slots=True)
class Plate:
    """The plate of a surface, and the sheet that it is drawn on."""

    sheet: Sheet
    surface: Surface

    @property
    def places(self) -> list[tuple[float, float]]:
        """The middles of the fields, in mm."""
        return fixing.places(self.surface)

    @property
    def half(self) -> float:
        """Half a field's width, in mm."""
        return self.surface.pitch_mm / 2

    @property
    def scale(self) -> float:
        """How much larger than on fields of 40 mm everything is drawn."""
        return self.surface.pitch_mm / 40

    @property
    def stands_for(self) -> str:
        """The surface whose games are played on it."""
        return self.surface.within.surface if self.surface.within else self.surface.name

    def place(self, field: int) -> tuple[float, float] | None:
        """Return the middle of a field of the surface that this one stands for; None if it has no such field."""
        within = self.surface.within
        if within is None:
            return self.places[field]
        columns: int = surfaces.load(within.surface).COLUMNS
        row, column = divmod(field, columns)
        row, column = row - within.row + 1, column - within.column + 1
        if not (0 <= row < self.surface.rows and 0 <= column < self.surface.columns):
            return None
        return self.places[row * self.surface.columns + column]


def draw(plate: Plate, mark: Mark) -> None:
    """Draw a mark, if the plate has all of its fields."""
    places = [plate.place(field) for field in mark.fields]
    there = [place for place in places if place is not None]
    if len(there) == len(places):
        _DRAWINGS[mark.kind](plate, mark, there)


_Places = list[tuple[float, float]]


def _crown(plate: Plate, mark: Mark, places: _Places) -> None:
    (x, y), size = places[0], 8 * plate.scale
    shape = [(-1, -0.6), (-1, 0.5), (-0.5, 0.0), (0, 0.7), (0.5, 0.0), (1, 0.5), (1, -0.6)]
    style = Style(width=0.5, line=_GILT, fill="#f2d675")
    plate.sheet.line([(x + size * a, y + size * b) for a, b in shape], style, True)


def _tower(plate: Plate, mark: Mark, places: _Places) -> None:
    x, y = places[0]
    for part in (0.88, 0.72, 0.56):
        side = part * plate.half
        plate.sheet.rectangle(x - side, y - side, 2 * side, 2 * side, Style(line=_GILT, width=0.6))


def _ring(plate: Plate, mark: Mark, places: _Places) -> None:
    line = PLAYERS[mark.colour].rgb if mark.colour >= 0 else _LINE
    plate.sheet.circle(*places[0], 0.8 * plate.half, Style(width=1.1, line=line))


def _dashed_ring(plate: Plate, mark: Mark, places: _Places) -> None:
    plate.sheet.circle(*places[0], 0.8 * plate.half, Style(width=0.6, line=_LINE, dash=(2, 1.5)))


def _seats(plate: Plate, mark: Mark, places: _Places) -> None:
    """The letter of the player whose place it is, above the number of players."""
    (x, y), scale = places[0], plate.scale
    for number, (count, player) in enumerate(mark.seats):
        at = x + _SEAT_MM * scale * (number - (len(mark.seats) - 1) / 2), y - 9.8 * scale
        colour = PLAYERS[player]
        plate.sheet.circle(*at, 2.5 * scale, Style(line="", fill=colour.rgb))
        plate.sheet.text(*at, colour.letter, 3.2 * scale, colour=colour.ink)
        plate.sheet.text(at[0], at[1] - 3.5 * scale, count, 2.2 * scale, colour=_INK)


def _dot(plate: Plate, mark: Mark, places: _Places) -> None:
    (x, y), aside = places[0], 14 * plate.scale
    plate.sheet.circle(x - aside, y + aside, 2.4 * plate.scale, Style(line="", fill=PLAYERS[mark.colour].rgb))


def _disc(plate: Plate, mark: Mark, places: _Places) -> None:
    x, y = places[0][0] - 13, places[0][1] - 7.5
    disc = DISCS[mark.colour]
    plate.sheet.circle(x, y, 2.6, Style(line=_INK, width=0.2, fill=disc.rgb))
    plate.sheet.text(x, y, str(disc.pips), 3.0, colour=disc.ink)


def draw_pips(sheet: Sheet, x: float, y: float, radius: float, colour: int) -> None:
    """Draw the pips of a colour of discs on an arc around a place, in the south."""
    count = DISCS[colour].pips
    for number in range(count):
        turn = math.radians(_PIP_DEGREES * (number - (count - 1) / 2))
        at = x + radius * math.sin(turn), y - radius * math.cos(turn)
        sheet.circle(*at, 0.9, Style(line="", fill=_INK))


def _draw_number(plate: Plate, mark: Mark, places: _Places) -> None:
    plate.sheet.text(*places[0], mark.text, 9 * plate.scale, colour=_INK)


def _frame(plate: Plate, mark: Mark, places: _Places) -> None:
    (west, south), (east, north) = places
    inset = plate.half - 1
    width, height = east - west + 2 * inset, north - south + 2 * inset
    plate.sheet.rectangle(west - inset, south - inset, width, height, Style(width=0.6, line=_INK, dash=(4, 2)))


def _eastwards(plate: Plate, mark: Mark, places: _Places) -> None:
    (x, y), size = places[0], plate.scale
    for shift in (-1.0, 1.0):
        tip = x + plate.half + shift
        plate.sheet.line([(tip - 2 * size, y - 3 * size), (tip, y), (tip - 2 * size, y + 3 * size)], Style(_LINE, 0.5))


def _goal(plate: Plate, mark: Mark, places: _Places) -> None:
    x = places[0][0] - plate.half + 1.2
    ends = [(x, places[0][1] - plate.half), (x, places[-1][1] + plate.half)]
    plate.sheet.line(ends, Style(width=0.7, line=_LINE))


_DRAWINGS: dict[str, Callable[[Plate, Mark, _Places], None]] = {
    CROWN: _crown,
    TOWER: _tower,
    RING: _ring,
    DASHED_RING: _dashed_ring,
    SEATS: _seats,
    DOT: _dot,
    DISC: _disc,
    NUMBER: _draw_number,
    FRAME: _frame,
    EASTWARDS: _eastwards,
    GOAL: _goal,
}
