"""The words on a game's cards and tiles, and their breaking into lines."""

import tomllib
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from treppe_host.words.translation import texts_of_game

from treppe_hardware.drawings.shapes import INK, Sheet

SHEET_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
"""Words on printed sheets that belong to no game, by language."""


class Words:
    """A game's words in a language."""

    def __init__(self, name: str, language: str) -> None:
        """Load them; raise KeyError for a game that has things to print, but no words for them."""
        loaded = texts_of_game(name, language)
        self.back: str = loaded["BACK"]
        self._words: dict[str, tuple[str, str]] = loaded["PRINTED"]
        self.sheet = SHEET_WORDS[language]

    def title(self, code: str) -> str:
        """Return the name of a thing."""
        return self._words[code][0]

    def text(self, code: str) -> str:
        """Return the effect of a thing in words."""
        return self._words[code][1]

    def numbered(self, code: str) -> list[str]:
        """Return the codes of a list: `bag 1`, `bag 2`, ..."""
        return [one for one in self._words if one.startswith(f"{code} ") and one.split()[-1].isdigit()]


def lines_of(text: str, width: float, size: float, is_bold: bool = False) -> list[str]:
    """Return a text broken into lines no longer than a width, in mm."""
    font = "Helvetica-Bold" if is_bold else "Helvetica"
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and stringWidth(longer, font, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def write(
    sheet: Sheet,
    x: float,
    top: float,
    text: str,
    width: float,
    size: float,
    align: str = "start",
    colour: str = INK,
    is_bold: bool = False,
) -> float:
    """Write a text below a height, line by line; return the height below which there is room again."""
    for line in lines_of(text, width, size, is_bold):
        sheet.text(x, top - 0.6 * size, line, size, align, colour, is_bold)
        top -= 1.25 * size
    return top
