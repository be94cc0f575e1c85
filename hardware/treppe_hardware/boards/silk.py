"""The print on a board: outlines, first pins, polarity, names of pins, references where there is room, the title.

The legend stands in hardware/build_guide.md: dot, bar, plus, names.
"""

from dataclasses import dataclass

from treppe_hardware.boards.layout import PlacedPad, PlacedPart, Point, is_on_board
from treppe_hardware.descriptions.boards import Board

TEXT_MM, TEXT_LINE = 1.0, 0.15
TITLE_MM = 1.2
_GAP = 0.25
_DOT = 0.35  # mm, half of what the mark of a first pin takes
NAMED = ("XH", "VH", "OLED", "JACK")
"""Footprints whose pins are named on the print."""
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
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A printed line: the bar at a cathode, the notch of a plug."""

    start: Point
    end: Point
    width: float
    is_bottom: bool


def first_pin(placed: PlacedPart) -> Point:
    """Return where the mark of pin 1 goes: outside of the part, beside its pad; on a round part across its pins."""
    west, south, east, north = placed.footprint.courtyard
    pad = placed.footprint.pads[0]
    sides = [(pad.x - west, west - 0.4, pad.y), (east - pad.x, east + 0.4, pad.y)]
    sides += [(pad.y - south, pad.x, south - 0.4), (north - pad.y, pad.x, north + 0.4)]
    _, x, y = sorted(sides)[placed.footprint.name.startswith("CP_D")]
    return placed.point(x, y)


def has_dot(placed: PlacedPart) -> bool:
    """True for parts whose first pin is marked by a dot: of more than two pads, and not named pin by pin."""
    return len({pad.name for pad in placed.footprint.pads}) > 2 and not is_named(placed)


def is_plus(placed: PlacedPart) -> bool:
    """True for parts whose first pin is marked by a plus sign."""
    return bool(placed.component.part.polar) and not is_named(placed)


def is_test_pad(placed: PlacedPart) -> bool:
    """True for pads to measure at, whose reference stands in their label."""
    return placed.footprint.name == "PAD" and bool(placed.component.label)


def is_named(placed: PlacedPart) -> bool:
    """True for plugs whose pins are few enough to be named."""
    return placed.footprint.name.startswith(NAMED)


def strokes(parts: list[PlacedPart]) -> list[Stroke]:
    """Return the bars at cathodes and the notches at the keys of box headers."""
    found = []
    for one in parts:
        west, south, _, north = one.footprint.courtyard
        if one.component.part.pins[:1] == ("K",):
            line = ((west - 0.3, south + 0.1), (west - 0.3, north - 0.1))
            found.append(Stroke(one.point(*line[0]), one.point(*line[1]), 0.4, one.is_bottom))
        if one.footprint.name.startswith("BOX"):
            for x in (-2.2, 2.2):
                found.append(Stroke(one.point(x, south), one.point(x, south + 1.2), 0.25, one.is_bottom))
    return found


def pin_name(net: str, part_pin: str) -> str:
    """Return what is printed at a plug's pin: the display's own names, else what its net is for."""
    if not part_pin.isdigit():
        return part_pin
    if "GND" in net:
        return "LGND" if net.startswith("LAMP") else "GND"
    names = {"5V_LED": "+5L", "5V": "+5V", "EXT_IN": "+5V"}
    return names.get(net, "DATA" if net.startswith("LAMP") else net if len(net) < 5 else "")


def short_name(name: str) -> str:
    """Return one letter for a pin where a name finds no room."""
    return {"+": "+", "G": "-", "L": "-"}.get(name[:1], name[:1])


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
    for one in parts:
        x, y = first_pin(one)
        if has_dot(one):
            taken[one.is_bottom].append((x - _DOT, y - _DOT, x + _DOT, y + _DOT))
        elif is_plus(one):  # a word that touches it would be read with it
            taken[one.is_bottom].append(_text_box(x, y, " + ", TEXT_MM))
    for bar in strokes(parts):
        xs, ys = sorted((bar.start[0], bar.end[0])), sorted((bar.start[1], bar.end[1]))
        reach = bar.width / 2
        taken[bar.is_bottom].append((xs[0] - reach, ys[0] - reach, xs[1] + reach, ys[1] + reach))
    for x, y, diameter in board.holes:
        reach = diameter / 2 + 0.3
        for side in taken.values():
            side.append((x - reach, y - reach, x + reach, y + reach))
    found = []
    for x, y, title in board.texts:
        is_first = (x, y, title) == board.texts[0]
        lines = [title, f"{board.name} rev {board.revision}, CERN-OHL-P-2.0"] if is_first else [title]
        for number, line in enumerate(lines):
            size = TITLE_MM if number == 0 else TEXT_MM
            text = Text(x, y - 1.6 * number, line, size, False)
            found.append(text)
            taken[False].append(_text_box(text.x, text.y, line, size))
    found += _marks(board, parts, taken)
    for one in sorted(parts, key=lambda one: -len(one.footprint.pads)):
        if is_test_pad(one):
            continue
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
        found += _first_fit(board, taken, one, [Text(x, y, ref, TEXT_MM, one.is_bottom) for x, y in places])
    return found


def _marks(board: Board, parts: list[PlacedPart], taken: dict[bool, list[Rectangle]]) -> list[Text]:
    """Return the plus signs, the names of plugs' pins and the labels of buttons, each with a place of its own."""
    found = []
    for one in parts:
        if is_plus(one):
            found.append(Text(*first_pin(one), "+", TEXT_MM, one.is_bottom))
        if one.component.label:
            west, south, east, north = extent(one)
            label, size = one.component.label, TITLE_MM
            if is_test_pad(one):  # one line, for in a column of pads two would be read with their neighbours'
                label, size = f"{one.component.ref} {label}", TEXT_MM
            half = len(label) * size / 2 + _GAP
            beside = [((west + east) / 2, north + 0.9), ((west + east) / 2, south - 0.9)]
            beside += [(west - half, (south + north) / 2), (east + half, (south + north) / 2)]
            found += _first_fit(board, taken, one, [Text(x, y, label, size, one.is_bottom) for x, y in beside])
        if is_named(one):
            found += _pin_names(board, taken, one)
    return found


def _pin_names(board: Board, taken: dict[bool, list[Rectangle]], one: PlacedPart) -> list[Text]:
    """Return the names of a plug's pins: across its row outside of its body, or a letter within it, under the plug."""
    component = one.component
    _, south, _, north = one.footprint.courtyard
    found = []
    across = (one.turn + 90) % 180
    for pad in one.footprint.pads:
        at = int(pad.name) - 1
        name = pin_name(component.nets[at], component.part.pins[at])
        if not component.nets[at] or not name:
            continue
        half = len(name) * TEXT_MM * 0.5 + 0.2
        places = [one.point(pad.x, north + half), one.point(pad.x, south - half)]
        texts_ = [Text(x, y, name, TEXT_MM, one.is_bottom, across) for x, y in places]
        letter = short_name(name)
        near = [one.point(pad.x, north + 0.7), one.point(pad.x, south - 0.7)]
        texts_ += [Text(x, y, letter, TEXT_MM, one.is_bottom) for x, y in near]
        fitting = _first_fit(board, taken, one, texts_)
        inside = one.point(pad.x, pad.y + pad.height / 2 + 0.75)
        found += fitting or [Text(*inside, letter, TEXT_MM, one.is_bottom)]
    return found


def _first_fit(board: Board, taken: dict[bool, list[Rectangle]], one: PlacedPart, texts_: list[Text]) -> list[Text]:
    """Return the first of the texts that has room on the board, in a list; an empty one if none has."""
    own = extent(one)
    for text in texts_:
        box = _text_box(text.x, text.y, text.text, text.size)
        if round(text.turn) % 180 == 90:
            half = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
            box = text.x - half[1], text.y - half[0], text.x + half[1], text.y + half[0]
        corners = [(x, y) for x in (box[0] - _RIM, box[2] + _RIM) for y in (box[1] - _RIM, box[3] + _RIM)]
        others = [other for other in taken[one.is_bottom] if other != own]
        if all(is_on_board(board, x, y) for x, y in corners) and not any(_overlap(box, other) for other in others):
            taken[one.is_bottom].append(box)
            return [text]
    return []


def _text_box(x: float, y: float, text: str, size: float) -> Rectangle:
    half = len(text) * size * 0.48
    return x - half, y - size * 0.6, x + half, y + size * 0.6


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
