"""Pips: the dots that tell the colours of discs apart without colour."""

import math

_BETWEEN = 15  # degrees from pip to pip, on an arc as far from the middle as a disc's edge


def draw_pips(count: int, radius: float) -> str:
    """Return so many dots on an arc around (0, 0), in the south."""
    turns = [math.radians(90 + _BETWEEN * (number - (count - 1) / 2)) for number in range(count)]
    places = ((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)
    return "".join(f'<circle class="pip" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places)
