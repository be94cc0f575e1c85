"""Games that do not come with Treppe: folders of games, named by TREPPE_GAMES, that stand beside its own.

A folder of games has a folder a game, in the form of those in `firmware/treppe/games`. Boards get them as well.
"""

import os
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from treppe import games
from treppe.games import catalogue, more
from treppe.texts import LANGUAGES

from treppe_host.errors import TreppeError
from treppe_host.words.translation import texts_of_game

VARIABLE = "TREPPE_GAMES"
_NEEDED = ("host/facts.py", "host/words_en.toml", "host/rules_en.md")


class NoSuchGames(TreppeError):
    """A folder in TREPPE_GAMES is no folder of games, or one of its games clashes with the others."""


def use_named() -> None:
    """Add the games in all folders of TREPPE_GAMES, which are separated as in PATH; raise NoSuchGames."""
    for folder in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        use(Path(folder))


def use(folder: Path) -> None:
    """Add the games in a folder, for this process and its boards; raise NoSuchGames."""
    folder = folder.resolve()
    if str(folder) in games.__path__:
        return
    found = games_in(folder)
    if not found:
        raise NoSuchGames(f"{folder}: no game is here: no folder in it has a file rules.py")
    for name in found:
        if name in catalogue.names():
            raise NoSuchGames(f"{folder / name}: there is a game {name!r} already")
        if not name.isidentifier() or not name.isascii():
            raise NoSuchGames(f"{folder / name}: a game's name is a word of letters")
        if lacking(folder / name):
            raise NoSuchGames(f"{folder / name}: a game needs {', '.join(lacking(folder / name))}")
    games.__path__.append(str(folder))
    more.GAMES += index_of(found)
    for language in LANGUAGES:
        more.WORDS[language] = more.WORDS.get(language, "") + words_of(found, language)


def games_in(folder: Path) -> list[str]:
    """Return the names of the games in a folder of games."""
    return sorted(path.parent.name for path in folder.glob("*/rules.py"))


def lacking(folder: Path) -> list[str]:
    """Return the files that a game's folder needs besides `rules.py`, and has not."""
    return [file for file in _NEEDED if not (folder / file).exists()]


def index_of(names: Iterable[str]) -> str:
    """Return the text of `treppe.games.index` for these games; raise NoSuchGames."""
    lines = []
    for name in names:
        rules = import_module(f"treppe.games.{name}.rules")
        state = rules.State
        if name != state.NAME:
            raise NoSuchGames(f"{name}/rules.py: the game calls itself {state.NAME!r}, its folder {name!r}")
        places = ",".join([state.SURFACE, *getattr(rules, "ON", {})])
        lines.append(f"{name} {places} {state.TITLE}\n")
    return "\n" + "".join(sorted(lines))


def words_of(names: Iterable[str], language: str) -> str:
    """Return the text of `treppe.games.words_XX` for these games: their own words on displays; raise NoSuchGames."""
    text = ""
    for name in names:
        try:
            own = texts_of_game(name, language).get("DISPLAY", {})
        except ValueError as error:  # no TOML, or no UTF-8
            raise NoSuchGames(f"{name}/host/words_en.toml: {error}") from error
        for part, texts in own.items():
            text += f"\n= {name} {part}\n" + "".join(f"{key}: {value}\n" for key, value in texts.items())
    return text + ("\n=\n" if text else "")
