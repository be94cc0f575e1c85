"""The rules of a game, to read beside the board; they stand with the game, a file for each language."""

import re
from base64 import b64encode
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import markdown2  # type: ignore[import-untyped]
from treppe import games
from treppe.games import catalogue

from treppe_host.html import Html, html, trusted

_PICTURE = re.compile(r"^!\[([^]]*)\]\(([a-z]+\.svg)\)$", re.M)


def page_of(name: str, language: str) -> Path | None:
    """Return the file with the rules of a game in a language, if there is one."""
    folder = Path(str(games.load(name).__file__)).parent / "host"
    path = folder / f"rules_{language}.md"
    return path if path.exists() else None


@lru_cache
def read_rules(name: str, words: ModuleType) -> Html:
    """Return the rules of a game as HTML, in English if this language has none; nothing without a game."""
    if name not in catalogue.names():
        return Html()
    page, note = page_of(name, words.LANGUAGE), ""
    if page is None:
        page, note = page_of(name, "en"), words.RULES_NOTE
    if page is None:
        return html("<p>{}</p>", words.NO_RULES)
    text = _PICTURE.sub(lambda found: _shown(page.parent / found[2], found[1]), page.read_text("utf-8"))
    said = html("<p><em>{}</em></p>", note) if note else Html()
    return said + trusted(markdown2.markdown(text, extras=["tables"]))


def _shown(path: Path, name: str) -> str:
    """Return a picture beside the rules as an image in the page itself; none of the start, for the board shows it."""
    if path.name == "start.svg" or not path.exists():
        return ""
    image = b64encode(path.read_bytes()).decode()
    return str(html('<img class="material" alt="{}" src="data:image/svg+xml;base64,{}">', name, image))
