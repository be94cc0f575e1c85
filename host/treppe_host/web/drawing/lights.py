"""The look of lamps on the page: the firmware's colours and rhythms, and a shape for each role.

Shapes are paths of SVG; a field's middle is (0, 0), the pitch of a surface 100.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from treppe.alphabet.roles import palette

from treppe_host.colours import COLOUR_LETTERS
from treppe_host.html import Html, html
from treppe_host.link.protocol import roles
from treppe_host.link.role_sets import LIFTS, TARGETS


class Mark(NamedTuple):
    """The shape of a lamp's role, for people who cannot tell its colour."""

    path: str
    is_line: bool = False
    """True if the path is drawn as a line, False if it is filled."""
    letter: str = ""
    """The letter of the player whose piece is meant."""


MARKS = {
    role: Mark(each.mark, each.is_line, "" if each.player is None else COLOUR_LETTERS[each.player])
    for role, each in roles().items()
    if each.mark
}


@lru_cache
def looks() -> dict[str, dict[str, Any]]:
    """Return the look of each role's lamp; `rhythm` has a bit for each eighth of a second.

    `ring`: a piece that may be lifted has a ring with `edges`; where one may go there is one only if `pointed` at.
    """
    rings = dict.fromkeys(LIFTS, "edges") | dict.fromkeys(TARGETS, "pointed")
    return {
        role: {"colour": f"rgb({red} {green} {blue})", "rhythm": rhythm, "ring": rings.get(role, "")}
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
