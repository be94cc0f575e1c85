"""The one table of colours: players' and discs', for the page, plates, pieces, cards and words.

With the three common colour-vision deficiencies, too, any two players' and any two discs' colours are distinguished
(`tests/host/test_palette.py` computes it). Nobody has to rely on that: players have letters, discs have pips, from one
to seven, raised on them and printed on their fields. Lamps have colours of their own: `treppe/alphabet/roles.py`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour as red, green and blue; `ink` is what is read on it."""

    name: str
    rgb: str
    ink: str
    letter: str = ""
    pips: int = 0

    @property
    def parts(self) -> tuple[int, int, int]:
        """Red, green and blue, 0 to 255."""
        red, green, blue = bytes.fromhex(self.rgb[1:])
        return red, green, blue

    def mixed(self, other: str, share: float) -> str:
        """Return the colour with a share of another one, 0 to 1: a tint with white, a shade with black."""
        parts = zip(self.parts, bytes.fromhex(other[1:]), strict=True)
        return "#" + "".join(f"{round(own + (its - own) * share):02x}" for own, its in parts)


PLAYERS = (
    Colour("blue", "#2262b0", "#ffffff", "B"),
    Colour("red", "#c4321f", "#ffffff", "R"),
    Colour("yellow", "#f2c038", "#3a2a05", "Y"),
    Colour("green", "#52b383", "#04250f", "G"),
)
"""In the order of their seats."""

DISCS = (
    Colour("blue", "#4c84e0", "#ffffff", pips=1),
    Colour("red", "#e2572d", "#ffffff", pips=2),
    Colour("yellow", "#f7d838", "#3a2a05", pips=3),
    Colour("green", "#154a34", "#ffffff", pips=4),
    Colour("turquoise", "#84eaf8", "#06303a", pips=5),
    Colour("purple", "#65206b", "#ffffff", pips=6),
    Colour("grey", "#97968a", "#1e1d18", pips=7),
)
"""Of 7 Steps: the number in a code like D3 is an index here, one less than the pips."""


def style_sheet() -> str:
    """Return the colours as variables of CSS."""
    lines = ["/* Made from treppe/games/host/palette.py by `make games`. */", ":root {"]
    for kind, colours in (("player", PLAYERS), ("disc", DISCS)):
        for number, colour in enumerate(colours):
            lines.append(f"  --{kind}{number}: {colour.rgb}; --{kind}{number}-ink: {colour.ink};")
    return "\n".join([*lines, "}"]) + "\n"
