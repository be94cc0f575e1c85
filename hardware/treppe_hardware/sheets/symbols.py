"""Symbols for the faces of cards and tiles: stones, discs, stacks, arrows, stars; flat, in mm."""

import math

from treppe.games.host.palette import DISCS, PLAYERS

from treppe_hardware.drawings.shapes import INK, Sheet, Style

PAPER, CREAM, LINE, SHADE = "#ffffff", "#f6f2e8", "#c9c0ab", "#d9d2c2"
SLATE, PLUM, TEAL, GOLD = "#2f4858", "#5b3a5e", "#2c6e6a", "#b07d16"
WHITE_STONE, HINT = "#fffdf7", "#bf3a24"
Point = tuple[float, float]


def rounded(x: float, y: float, width: float, height: float, corner: float) -> list[Point]:
    """Return the outline of a rectangle with round corners, by its south-west corner."""
    corner = min(corner, width / 2, height / 2)
    steps = min(8, 2 + math.ceil(2 * corner))  # small corners need not be smooth
    points = []
    for number, (east, north) in enumerate(((1, 1), (0, 1), (0, 0), (1, 0))):
        middle_x = x + (width - corner if east else corner)
        middle_y = y + (height - corner if north else corner)
        for step in range(steps + 1):
            angle = math.radians(90 * number + 90 * step / steps)
            points.append((middle_x + corner * math.cos(angle), middle_y + corner * math.sin(angle)))
    return points


def panel(sheet: Sheet, x: float, y: float, width: float, height: float, corner: float, style: Style) -> None:
    """Draw a rectangle with round corners."""
    sheet.line(rounded(x, y, width, height, corner), style, True)


def arrow(sheet: Sheet, start: Point, end: Point, width: float, colour: str) -> None:
    """Draw a broad arrow; `width` is its shaft's."""
    length = math.dist(start, end)
    east, north = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = min(1.8 * width, 0.6 * length)
    outline = [(0, 0.5), (length - head, 0.5), (length - head, 1.3), (length, 0), (length - head, -1.3)]
    outline += [(length - head, -0.5), (0, -0.5)]
    points = [
        (start[0] + along * east - side * width * north, start[1] + along * north + side * width * east)
        for along, side in outline
    ]
    sheet.line(points, Style(line="", fill=colour), True)


def bent_arrow(
    sheet: Sheet, x: float, y: float, radius: float, turn: tuple[float, float], width: float, colour: str
) -> None:
    """Draw an arrow along a circle, from one angle to another in degrees; clockwise if the second one is smaller."""
    begin, end = (math.radians(angle) for angle in turn)
    sign = 1 if end > begin else -1
    head = 1.9 * width / radius * sign
    steps = [begin + (end - head - begin) * step / 16 for step in range(17)]

    def at(distance: float, angle: float) -> Point:
        return (x + distance * math.cos(angle), y + distance * math.sin(angle))

    points = [at(radius + width / 2, angle) for angle in steps]
    points += [at(radius + 1.3 * width, end - head), at(radius, end), at(radius - 1.3 * width, end - head)]
    points += [at(radius - width / 2, angle) for angle in reversed(steps)]
    sheet.line(points, Style(line="", fill=colour), True)


def star(sheet: Sheet, x: float, y: float, radius: float, colour: str) -> None:
    """Draw a star of five points."""
    points = []
    for number in range(10):
        reach = radius if number % 2 == 0 else 0.45 * radius
        angle = math.radians(90 + 36 * number)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    sheet.line(points, Style(line="", fill=colour), True)


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a hexagon with a tip in the north."""
    return [
        (x + radius * math.sin(math.radians(60 * n)), y + radius * math.cos(math.radians(60 * n))) for n in range(6)
    ]


def owner_mark(sheet: Sheet, x: float, y: float, size: float, player: int, colour: str) -> None:
    """Draw the mark by which a player's pieces are distinguished without colour: dot, bar, ring, cross."""
    fill = Style(line="", fill=colour)
    if player == 0:
        sheet.circle(x, y, size / 2, fill)
    elif player == 1:
        panel(sheet, x - 0.65 * size, y - 0.225 * size, 1.3 * size, 0.45 * size, 0.2 * size, fill)
    elif player == 2:
        ring = rounded(x - 0.44 * size, y - 0.44 * size, 0.88 * size, 0.88 * size, size)
        sheet.line(ring, Style(line=colour, width=round(0.3 * size, 3)), True)
    else:
        panel(sheet, x - 0.65 * size, y - 0.2 * size, 1.3 * size, 0.4 * size, 0.18 * size, fill)
        panel(sheet, x - 0.2 * size, y - 0.65 * size, 0.4 * size, 1.3 * size, 0.18 * size, fill)


def stone(sheet: Sheet, x: float, y: float, size: float, player: int = -1, is_active: bool = True) -> None:
    """Draw a square stone by its middle: white, or a player's with his mark; the active side has a frame."""
    fill = WHITE_STONE if player < 0 else PLAYERS[player].rgb
    edge = "#8d8672" if player < 0 else PLAYERS[player].mixed("#000000", 0.35)
    panel(sheet, x - size / 2, y - 0.56 * size, size, size, 0.14 * size, Style(line="", fill=edge))
    panel(sheet, x - size / 2, y - size / 2, size, size, 0.14 * size, Style(line=edge, width=0.2, fill=fill))
    if player >= 0:
        ink = PLAYERS[player].ink
        if is_active:
            inner = 0.82 * size
            frame = Style(line=ink, width=round(0.035 * size, 3))
            panel(sheet, x - inner / 2, y - inner / 2, inner, inner, 0.1 * size, frame)
        owner_mark(sheet, x, y, 0.36 * size, player, ink)


def disc(sheet: Sheet, x: float, y: float, radius: float, colour: int) -> None:
    """Draw a disc from above, with its pips."""
    looks = DISCS[colour]
    edge = looks.mixed("#000000", 0.35)
    sheet.circle(x, y - 0.12 * radius, radius, Style(line="", fill=edge))
    sheet.circle(x, y, radius, Style(line=edge, width=0.15, fill=looks.rgb))
    for number in range(looks.pips):
        angle = math.radians(90 - 360 / len(DISCS) * number)
        place = (x + 0.68 * radius * math.cos(angle), y + 0.68 * radius * math.sin(angle))
        sheet.circle(*place, 0.13 * radius, Style(line="", fill=looks.ink))


def stack(sheet: Sheet, x: float, y: float, width: float, colours: list[int]) -> float:
    """Draw a stack from the side on its ground, discs from below; return the height of its top."""
    height = 0.24 * width
    for colour in colours:
        edge = DISCS[colour].mixed("#000000", 0.4)
        panel(
            sheet, x - width / 2, y, width, height, 0.3 * height, Style(line=edge, width=0.15, fill=DISCS[colour].rgb)
        )
        y += height
    return y


def ground(sheet: Sheet, x: float, y: float, width: float, colour: int = -1) -> None:
    """Draw a field from the side, in the colour of the discs that it is for."""
    fill = DISCS[colour].mixed("#ffffff", 0.55) if colour >= 0 else SHADE
    panel(sheet, x - width / 2, y - 0.9, width, 0.9, 0.3, Style(line="#8d8672", width=0.12, fill=fill))


def card(sheet: Sheet, x: float, y: float, height: float, player: int) -> None:
    """Draw a small card that shows a player's colour, by its middle."""
    width = 0.72 * height
    panel(sheet, x - width / 2, y - height / 2, width, height, 0.1 * height, Style(line=INK, width=0.2, fill=PAPER))
    inner = 0.8 * width
    looks = PLAYERS[player]
    panel(sheet, x - inner / 2, y - inner / 2, inner, inner, 0.12 * height, Style(line="", fill=looks.rgb))
    owner_mark(sheet, x, y, 0.45 * inner, player, looks.ink)


def person(sheet: Sheet, x: float, y: float, size: float, colour: str) -> None:
    """Draw the player who holds the card: head and shoulders above a ground."""
    fill = Style(line="", fill=colour)
    sheet.circle(x, y + 0.78 * size, 0.2 * size, fill)
    arc = [
        (x + 0.42 * size * math.cos(a * math.pi / 12), y + 0.5 * size * math.sin(a * math.pi / 12)) for a in range(13)
    ]
    sheet.line(arc, fill, True)
