"""Playing pieces seen from above and a little from the south, in the measures of `hardware/parts/parts.toml`."""

import math
from collections.abc import Callable

from treppe.games.host.palette import DISCS, PLAYERS

from treppe_hardware.descriptions.parameters import Parameters
from treppe_hardware.descriptions.piece_parameters import PieceBody
from treppe_hardware.drawings.shapes import Sheet, Style
from treppe_hardware.parts.outlines import PIPS
from treppe_hardware.sheets.symbols import WHITE_STONE, Point, owner_mark, panel, rounded

_LEAN = 0.3  # so much of a height is seen
_STEPS = 8
_WOOD = ("#d6b280", "#96743f", "#b48f58")  # top, side, edge
_ANY_SHAPE = "P"


def draw_piece(sheet: Sheet, x: float, y: float, code: str, parameters: Parameters) -> None:
    """Draw a piece around a place, by its code, as C0, D3, B, N0 (of no number), P2 (of any shape)."""
    kind, colour = code[0], int(code[1]) if len(code) > 1 else 0
    _KINDS["S" if kind == _ANY_SHAPE else kind](sheet, x, y, colour, parameters)


def width_of(code: str, parameters: Parameters) -> float:
    """Return how wide a piece is, in mm."""
    widths = {"O": parameters.ball.diameter, "D": parameters.disc.width, "T": parameters.triangle.width}
    return widths.get(code[0], parameters.square.width)


def bowed(x: float, y: float, body: PieceBody) -> list[Point]:
    """Return the outline of a Reuleaux triangle with round corners, its tip in the north."""
    inner = body.width - 2 * body.corner
    tips = [math.radians(90 + 120 * number) for number in range(3)]
    corners = [(x + inner / math.sqrt(3) * math.cos(a), y + inner / math.sqrt(3) * math.sin(a)) for a in tips]
    points = []
    for number, tip in enumerate(tips):
        for step in range(5):
            angle = tip + math.radians(-30 + 15 * step)
            corner = corners[number]
            points.append((corner[0] + body.corner * math.cos(angle), corner[1] + body.corner * math.sin(angle)))
        middle = corners[(number + 2) % 3]  # the side is an arc around the tip that it does not touch
        for step in range(1, 8):
            angle = tip + math.radians(30 + 60 * step / 8)
            reach = body.width - body.corner
            points.append((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    return points


def _raise(sheet: Sheet, outline: list[Point], height: float, fill: str, side: str, edge: str) -> float:
    """Draw a body that stands on this outline; return how far up its upper side is drawn."""
    lift = _LEAN * height
    low = [(east + 1.0, north - 1.6) for east, north in outline]
    sheet.line(low, Style(line="", fill="#dccfb4"), True)
    for step in range(_STEPS):
        shifted = [(east, north + lift * step / _STEPS) for east, north in outline]
        sheet.line(shifted, Style(line="", fill=side), True)
    sheet.line([(east, north + lift) for east, north in outline], Style(line=edge, width=0.3, fill=fill), True)
    return lift


def _player(sheet: Sheet, x: float, y: float, outline: list[Point], height: float, player: int) -> None:
    looks = PLAYERS[player]
    lift = _raise(sheet, outline, height, looks.rgb, looks.mixed("#000000", 0.38), looks.mixed("#000000", 0.25))
    owner_mark(sheet, x, y + lift, 9.0, player, looks.ink)


def _player_piece(sheet: Sheet, x: float, y: float, player: int, body: PieceBody, is_bowed: bool = False) -> None:
    outline = bowed(x, y, body) if is_bowed else _body_outline(x, y, body)
    _player(sheet, x, y, outline, body.height, player)


def _body_outline(x: float, y: float, body: PieceBody) -> list[Point]:
    return rounded(x - body.width / 2, y - body.width / 2, body.width, body.width, body.corner)


def _white(sheet: Sheet, x: float, y: float, player: int, parameters: Parameters) -> None:
    body = parameters.stone
    _raise(sheet, _body_outline(x, y, body), body.height, WHITE_STONE, "#b9b2a0", "#a79f8b")


def _stone(sheet: Sheet, x: float, y: float, player: int, parameters: Parameters) -> None:
    body, looks = parameters.stone, PLAYERS[player]
    side, edge = looks.mixed("#000000", 0.38), looks.mixed("#000000", 0.25)
    lift = _raise(sheet, _body_outline(x, y, body), body.height, looks.rgb, side, edge)
    inner = body.width - 3.2
    frame = Style(line=looks.ink, width=body.frame)
    panel(sheet, x - inner / 2, y + lift - inner / 2, inner, inner, body.corner - 1.6, frame)
    for east, north in PIPS[3 + player]:
        place = (x + body.pip_pitch * east, y + lift + body.pip_pitch * north)
        owner_mark(sheet, *place, body.pip, player, looks.ink)


def _brick(sheet: Sheet, x: float, y: float, player: int, parameters: Parameters) -> None:
    body = parameters.brick
    top, side, edge = _WOOD
    lift = _raise(sheet, _body_outline(x, y, body), body.height, top, side, edge)
    sheet.circle(x, y + lift, 5.4, Style(line=edge, width=0.3, fill="#c9a26b"))


def _ball(sheet: Sheet, x: float, y: float, player: int, parameters: Parameters) -> None:
    radius, looks = parameters.ball.diameter / 2, PLAYERS[player]
    sheet.circle(x + 1.5, y - 2.5, radius, Style(line="", fill="#dccfb4"))
    for step in range(6):
        share = step / 5
        fill = looks.mixed("#000000", 0.35 * (1 - share)) if share < 0.6 else looks.mixed("#ffffff", share - 0.6)
        shift = 0.28 * radius * share
        sheet.circle(x - shift, y + shift, radius * (1 - 0.6 * share), Style(line="", fill=fill))
    sheet.circle(x - 0.36 * radius, y + 0.4 * radius, 0.13 * radius, Style(line="", fill="#ffffff"))


def _disc(sheet: Sheet, x: float, y: float, colour: int, parameters: Parameters) -> None:
    body, looks = parameters.disc, DISCS[colour]
    side, edge = looks.mixed("#000000", 0.38), looks.mixed("#000000", 0.25)
    lift = _raise(sheet, _body_outline(x, y, body), body.height, looks.rgb, side, edge)
    for number in range(looks.pips):
        angle = math.radians(90 + 360 / len(DISCS) * number)
        reach = 0.38 * body.width
        place = (x + reach * math.cos(angle), y + lift + reach * math.sin(angle))
        sheet.circle(*place, 1.7, Style(line="", fill=looks.ink))


_KINDS: dict[str, Callable[[Sheet, float, float, int, Parameters], None]] = {
    "S": lambda sheet, x, y, player, parameters: _player_piece(sheet, x, y, player, parameters.square),
    "C": lambda sheet, x, y, player, parameters: _player_piece(sheet, x, y, player, parameters.cylinder),
    "T": lambda sheet, x, y, player, parameters: _player_piece(sheet, x, y, player, parameters.triangle, True),
    "W": _white,
    "N": _stone,
    "B": _brick,
    "O": _ball,
    "D": _disc,
}
