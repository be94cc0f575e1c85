"""The print on a board: outlines, first pins, references where there is room for them, title and revision."""

from dataclasses import dataclass

from hardware.tools.boards.layout import PlacedPad, PlacedPart, Point, is_on_board
from hardware.tools.descriptions.boards import Board

TEXT_MM, TEXT_LINE = 0.8, 0.12
TITLE_MM = 1.2
_GAP = 0.25
_RIM = 0.6  # mm between print and edge
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, centred on a place."""

    x: float
    y: float
    text: str
    size: float
    is_bottom: bool


def first_pin(placed: PlacedPart) -> Point:
    """Return where the mark of pin 1 goes: beside its pad, outside of the part."""
    west, south, east, north = placed.footprint.courtyard
    pad = placed.footprint.pads[0]
    sides = [(pad.x - west, west - 0.4, pad.y), (east - pad.x, east + 0.4, pad.y)]
    sides += [(pad.y - south, pad.x, south - 0.4), (north - pad.y, pad.x, north + 0.4)]
    _, x, y = min(sides)
    return placed.point(x, y)


def extent(placed: PlacedPart) -> Rectangle:
    """Return west, south, east, north of a part's courtyard on the board."""
    west, south, east, north = placed.footprint.courtyard
    corners = [placed.point(x, y) for x, y in ((west, south), (east, south), (east, north), (west, north))]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def texts(board: Board, parts: list[PlacedPart], pads: list[PlacedPad]) -> list[Text]:
    """Return references and titles; a reference that finds no free place is left out (the assembly drawing has it)."""
    taken: dict[bool, list[Rectangle]] = {False: [], True: []}
    for one in parts:
        taken[one.is_bottom].append(extent(one))
    for pad in pads:
        reach = max(pad.pad.width, pad.pad.height) / 2 + 0.1
        if pad.pad.drill:
            for side in taken.values():
                side.append((pad.x - reach, pad.y - reach, pad.x + reach, pad.y + reach))
    for x, y, diameter in board.holes:
        reach = diameter / 2 + 0.3
        for side in taken.values():
            side.append((x - reach, y - reach, x + reach, y + reach))
    found = []
    for x, y, title in board.texts:
        lines = [title, f"{board.name} rev {board.revision}, CERN-OHL-P-2.0"]
        for number, line in enumerate(lines):
            size = TITLE_MM if number == 0 else TEXT_MM
            text = Text(x, y - 1.6 * number, line, size, False)
            found.append(text)
            taken[False].append(_box(text.x, text.y, line, size))
    for one in sorted(parts, key=lambda one: -len(one.footprint.pads)):
        west, south, east, north = extent(one)
        ref = one.component.ref
        half = len(ref) * TEXT_MM * 0.5
        middle = (west + east) / 2, (south + north) / 2
        places = [
            (middle[0], north + TEXT_MM / 2 + _GAP),
            (middle[0], south - TEXT_MM / 2 - _GAP),
            (west - half - _GAP, middle[1]),
            (east + half + _GAP, middle[1]),
        ]
        if one.footprint.name.startswith(("SOIC", "BOX", "VH", "JACK", "PICO", "CP_D10")):
            places.append(middle)
        for x, y in places:
            box = _box(x, y, ref, TEXT_MM)
            own = extent(one)
            others = [other for other in taken[one.is_bottom] if other != own]
            is_inside = all(
                is_on_board(board, x, y) for x in (box[0] - _RIM, box[2] + _RIM) for y in (box[1] - _RIM, box[3] + _RIM)
            )
            if is_inside and not any(_overlap(box, other) for other in others):
                found.append(Text(x, y, ref, TEXT_MM, one.is_bottom))
                taken[one.is_bottom].append(box)
                break
    return found


def _box(x: float, y: float, text: str, size: float) -> Rectangle:
    half = len(text) * size * 0.48
    return x - half, y - size * 0.6, x + half, y + size * 0.6


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
