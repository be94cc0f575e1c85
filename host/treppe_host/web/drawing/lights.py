"""The look of lamps on the page: the firmware's colours and rhythms, and a shape for each role.

Shapes are paths of SVG; a field's middle is (0, 0), the pitch of a surface 100.
"""

import math
from functools import lru_cache
from typing import Any, NamedTuple

from treppe.table.show.roles import SIGN, palette

from treppe_host.colours import COLOUR_LETTERS
from treppe_host.html import Html, html


class Mark(NamedTuple):
    """The shape of a lamp's role, for people who cannot tell its colour."""

    path: str
    is_line: bool = False
    """True if the path is drawn as a line, False if it is filled."""
    letter: str = ""
    """The letter of the player whose piece is meant."""


def star(radius: float) -> str:
    """Return a star with five points."""
    points = []
    for corner in range(10):
        reach = radius * (0.45 if corner % 2 else 1)
        turn = math.radians(36 * corner - 90)
        points.append(f"{reach * math.cos(turn):.1f} {reach * math.sin(turn):.1f}")
    return "M" + "L".join(points) + "Z"


def _disc(radius: int) -> str:
    return f"M{-radius} 0A{radius} {radius} 0 1 0 {radius} 0A{radius} {radius} 0 1 0 {-radius} 0Z"


_PUT = "M0 20L17 -1H7V-18H-7V-1H-17Z"
MARKS = {
    "g": Mark(_disc(13)),
    "b": Mark("M-5 -17H5V-5H17V5H5V17H-5V5H-17V-5H-5Z"),
    "x": Mark("M-19 -8V-19H-8M19 -8V-19H8M-19 8V19H-8M19 8V19H8", is_line=True),
    "o": Mark(_disc(13), is_line=True),
    "r": Mark("M0 -20L17 1H7V18H-7V1H-17Z"),
    "p": Mark(_PUT),
    **{str(4 + player): Mark(_PUT, letter=letter) for player, letter in enumerate(COLOUR_LETTERS)},
    "!": Mark("M-17 -17L17 17M17 -17L-17 17", is_line=True),
    "?": Mark("M-10 -8A10 10 0 1 1 3 4Q0 6 0 10M0 19V20", is_line=True),
    "t": Mark("M-14 5A15 15 0 1 1 6 14M-14 5L-21 -6M-14 5L-2 0", is_line=True),
    "w": Mark(star(26)),
    "y": Mark(_disc(8)),
    "m": Mark(_disc(5), is_line=True),
    "a": Mark("M0 -20L15 0L0 20L-15 0Z", is_line=True),
    "k": Mark("M-16 0H16", is_line=True),
    **{chr(SIGN + player): Mark(_disc(9), is_line=True, letter=letter) for player, letter in enumerate(COLOUR_LETTERS)},
}


@lru_cache
def looks() -> dict[str, dict[str, Any]]:
    """Return the look of each role's lamp; `rhythm` has a bit for each eighth of a second."""
    return {
        role: {"colour": f"rgb({red} {green} {blue})", "rhythm": rhythm}
        | ({"mark": MARKS[role]._asdict()} if role in MARKS else {})
        for role, (red, green, blue, rhythm) in palette().items()
        if rhythm
    }


def draw_lamp(role: str) -> Html:
    """Return the lamp of a role with its mark, as a small picture beside its words."""
    look = looks()[role]
    mark = MARKS.get(role)
    drawn = html('<path d="{}" class="{}"/>', mark.path, "line" if mark.is_line else "solid") if mark else ""
    return html(
        '<svg class="lamp" viewBox="-34 -34 68 68" aria-hidden="true"><rect x="-32" y="-32" width="64" height="64" '
        'rx="12" fill="{}"/>{}</svg>',
        look["colour"],
        drawn,
    )
