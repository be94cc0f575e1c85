"""Pieces and stacks as SVG. In the plan they are seen from above and a little from the south: heights go straight up.

Units: the pitch of a surface is 100. A piece of code `letter + colour` (see `treppe.games.State.pieces`) is drawn
around (0, 0), its foot `lift` above the board. Colours are CSS classes; one style sheet holds them all. Pips are dots
that tell the colours of discs apart without colour.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

from treppe.games.host.palette import DISCS

from treppe_host.colours import COLOUR_LETTERS
from treppe_host.web.drawing import solids
from treppe_host.web.drawing.projections import PLAN, Projection

THICKNESS = {"B": 11, "D": 9, "O": 0, "W": 14, "N": 14}  # height of a piece below another one
OTHER_THICKNESS = 16
_BLOCK = 36  # half the side of a brick
_DISC = 34  # radius of a disc
_BALL = 24  # radius of a ball
_BALL_LIFT = 9  # height of its middle above the stack
_NUMBERED = 2  # from this height on a stack also shows its height as a figure
_BETWEEN = 15  # degrees from pip to pip, on an arc as far from the middle as a disc's edge


@lru_cache(maxsize=4096)
def draw_stack(stack: tuple[str, ...], projection: Projection = PLAN) -> str:
    """Return a stack, the bottom piece first, with its height as a figure where pieces are stacked."""
    parts = []
    lift = 0
    for level, code in enumerate(stack, start=1):
        parts.append(draw_piece(code, lift, level, projection))
        lift += thickness(code, projection)
    height = sum(code[0] in "BD" for code in stack)
    if height and (height >= _NUMBERED or stack[0][0] == "B"):
        figure = _figure if projection.is_flat else solids.draw_height
        drawn = figure(height, lift, stack[-1][0] == "O", projection)
        parts.append(f'<g class="disc{stack[-1][1]}">{drawn}</g>' if stack[-1][0] == "D" else drawn)
    return "".join(parts)


def draw_piece(code: str, lift: int = 0, level: int = 1, projection: Projection = PLAN) -> str:
    """Return one piece with its foot `lift` units above the board; bricks are paler on higher levels."""
    shape, colour = code[0], code[1:2]
    if not projection.is_flat:
        return _solid(code, lift, level)
    if shape == "B":
        return _slab(_kind(code, level), lift, THICKNESS["B"])
    if shape == "D":
        return _drum(_kind(code, level), lift, THICKNESS["D"], _DISC, draw_pips(DISCS[int(colour)].pips, _DISC - 7))
    if shape == "O":
        return _ball(int(colour), lift)
    if shape in "WN":
        return _stone(code, lift)
    if shape == "U":
        body = _drum("unknown", lift, OTHER_THICKNESS, 28)
        return f'<g class="unknown">{body}<text class="letter" y="{10 - lift - OTHER_THICKNESS}">?</text></g>'
    return _figurine(shape, int(colour), lift)


def thickness(code: str, projection: Projection = PLAN) -> int:
    """Return the height of a piece below another one, in units."""
    if not projection.is_flat:
        return solids.BODY.get(code[0], 0)
    return THICKNESS.get(code[0], OTHER_THICKNESS)


def height_of(stack: Sequence[str], projection: Projection = PLAN) -> int:
    """Return the height of the middle of a stack's top above the board, in units."""
    ball = _BALL_LIFT if projection.is_flat else solids.BALL_LIFT
    return sum(thickness(code, projection) for code in stack) + (ball if stack and stack[-1][0] == "O" else 0)


def _kind(code: str, level: int) -> str:
    """Return the style of a piece of a tower."""
    return {"B": f"brick level{min(level, 7)}", "D": f"disc disc{code[1:2]}", "U": "unknown"}[code[0]]


def _solid(code: str, lift: int, level: int) -> str:
    """Return a piece of a tower as a body."""
    if code[0] == "O":
        return solids.draw_ball(int(code[1]), COLOUR_LETTERS[int(code[1])], lift)
    return f'<use href="#solid-{code[0]}" class="{_kind(code, level)}" y="{-lift}"/>'


def _slab(name: str, lift: int, high: int, half: int = _BLOCK) -> str:
    top = -half - lift - high
    return (
        f'<g class="{name}"><rect class="side" x="{-half}" y="{half - lift - high - 6}" width="{2 * half}" '
        f'height="{high + 6}" rx="3"/><rect class="top" x="{-half}" y="{top}" width="{2 * half}" '
        f'height="{2 * half}" rx="5"/></g>'
    )


def _drum(name: str, lift: int, high: int, radius: int, marks: str = "") -> str:
    foot, top = -lift, -lift - high
    marks = f'<g transform="translate(0 {top})">{marks}</g>' if marks else ""
    return (
        f'<g class="{name}"><path class="side" d="M{-radius} {top}V{foot}A{radius} {radius} 0 0 0 {radius} {foot}'
        f'V{top}Z"/><circle class="top" cy="{top}" r="{radius}"/>{marks}</g>'
    )


def _prism(name: str, lift: int, high: int) -> str:
    back, front, half = -30 - lift - high, 24, 34
    return (
        f'<g class="{name}"><path class="side" d="M{-half} {front - lift - high}V{front - lift}H{half}'
        f'V{front - lift - high}Z"/><path class="top" d="M0 {back}L{half} {front - lift - high}H{-half}Z"/></g>'
    )


def _ball(player: int, lift: int) -> str:
    middle = -lift - _BALL_LIFT
    return (
        f'<g class="ball player{player}"><ellipse class="shadow" cy="{7 - lift}" rx="{_BALL}" ry="{_BALL - 8}"/>'
        f'<circle class="top" cy="{middle}" r="{_BALL}"/><circle cy="{middle}" r="{_BALL}" fill="url(#shine)"/>'
        f'<text class="letter" y="{middle + 9}">{COLOUR_LETTERS[player]}</text></g>'
    )


def _figurine(shape: str, player: int, lift: int) -> str:
    """Return a wooden square, triangle, cylinder or plain piece in the player's colour, with the letter on top."""
    name, high = f"figurine player{player}", OTHER_THICKNESS
    if shape == "T":
        body, middle = _prism(name, lift, high), 6
    elif shape == "S":
        body, middle = _slab(name, lift, high, 31), 0
    else:
        body, middle = _drum(name, lift, high, 33 if shape == "C" else 28), 0
    letter = f'<text class="letter" y="{middle - lift - high + 10}">{COLOUR_LETTERS[player]}</text>'
    return f'<g class="player{player}">{body}{letter}</g>'


def _stone(code: str, lift: int) -> str:
    """Return a white stone, or a numbered stone whose rim shows its active side."""
    if code[0] == "W":
        return _slab("stone", lift, THICKNESS["W"], 34)
    number, player, side = code[1], int(code[2]), code[3:]
    body = _slab(f"figurine player{player} side-{side}", lift, THICKNESS["N"], 34)
    return (
        f'<g class="player{player}">{body}<text class="letter" y="{10 - lift - THICKNESS["N"]}">{number}</text>'
        f'<text class="initial" x="-23" y="{-16 - lift - THICKNESS["N"]}">{COLOUR_LETTERS[player]}</text></g>'
    )


def _figure(height: int, lift: int, is_under_ball: bool, _: Projection) -> str:
    x, y, name = (-24, 33 - lift, "small") if is_under_ball else (0, 12 - lift, "")
    return f'<text class="height {name}" x="{x}" y="{y}">{height}</text>'


def draw_pips(count: int, radius: float) -> str:
    """Return so many dots on an arc around (0, 0), in the south."""
    turns = [math.radians(90 + _BETWEEN * (number - (count - 1) / 2)) for number in range(count)]
    places = ((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)
    return "".join(f'<circle class="pip" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places)
