"""The rules of a game, to read beside the board; they stand with the game, a file for each language."""

from functools import lru_cache
from pathlib import Path
from types import ModuleType

import markdown2  # type: ignore[import-untyped]
from treppe import games
from treppe.games import catalogue

from treppe_host.html import Html, html, trusted


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
    text = "\n".join(line for line in page.read_text("utf-8").split("\n") if not line.startswith("!["))
    said = html("<p><em>{}</em></p>", note) if note else Html()
    return said + trusted(markdown2.markdown(text, extras=["tables"]))
