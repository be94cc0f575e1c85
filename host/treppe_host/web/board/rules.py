"""The pages about the games, as they lie in `docs/games` or in the installed package, for reading beside the board."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import markdown2  # type: ignore[import-untyped]
from treppe import games

from treppe_host.html import Html, html, trusted


@lru_cache
def rules_folder() -> Path | None:
    """Return the folder of the pages, if it is there."""
    installed = find_spec("treppe_docs")
    places = [Path(place) / "games" for place in (installed.submodule_search_locations or ())] if installed else []
    places.append(Path(__file__).parents[4] / "docs" / "games")
    return next((place for place in places if (place / f"{games.NAMES[0]}.md").exists()), None)


@lru_cache
def read_rules(name: str, words: ModuleType) -> Html:
    """Return the rules of a game as HTML; nothing without a game."""
    if name not in games.NAMES:
        return Html()
    folder = rules_folder()
    if folder is None:
        return html("<p>{}</p>", words.NO_RULES)
    note = html("<p><em>{}</em></p>", words.RULES_NOTE) if words.RULES_NOTE else Html()
    text = (folder / f"{name}.md").read_text("utf-8")
    text = "\n".join(line for line in text.split("\n") if not line.startswith("!["))
    return note + trusted(markdown2.markdown(text, extras=["tables"]))
