"""What a game's folder lacks or contradicts: for its author, before anybody plays it. Says it in lines."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from subprocess import run

import pytest
from rules_checks import check_random_games
from treppe import games, texts
from treppe.games import State, catalogue, more
from treppe.games.host import facts
from treppe_host.games import folders
from treppe_host.games.folders import lacking
from treppe_host.web import texts as page_texts

METHODS = ("set_up", "legal_actions", "perform", "word", "parse")
METHODS += ("image", "hand_moves", "endpoints", "pieces", "cell_name")


def keep_games(monkeypatch: pytest.MonkeyPatch, folder: Path | None = None) -> None:
    """Let the games that a test adds be gone after it; with a folder, its games are there, also in other processes."""
    monkeypatch.setattr(more, "GAMES", more.GAMES)
    monkeypatch.setattr(more, "WORDS", dict(more.WORDS))
    monkeypatch.setattr(games, "__path__", list(games.__path__))
    if folder:
        monkeypatch.setenv(folders.VARIABLE, str(folder))
        folders.use_named()


def treppe(folder: Path, *words: str, lines: str = "") -> str:
    """Return what a command prints that ends well; its data are in a folder."""
    command = [sys.executable, "-m", "treppe_host.cli", *words]
    environment = os.environ | {"TREPPE_DATA": str(folder)}
    ended = run(command, input=lines, capture_output=True, text=True, cwd=folder, env=environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def record_and_read(name: str, folder: Path) -> tuple[str, str]:
    """Let hands play a game, and carry its record over to another database there; return what both commands print."""
    played = treppe(folder, "demo", "--game", name)
    (folder / "game.txt").write_text(treppe(folder, "games", "export", "1", "--db", "demo.db"))
    treppe(folder, "games", "import", "game.txt", "--db", "other.db")
    return played, treppe(folder, "games", "show", "1", "--db", "other.db")


def check_game(name: str, count: int = 20) -> None:
    """Raise AssertionError with all that a game's folder lacks, or with what its random games contradict."""
    found = complaints(name)
    assert not found, "\n".join([f"the game {name}:", *found])
    check_random_games(name, facts.of(name).VARIANTS, count)


def complaints(name: str) -> list[str]:
    """Return what a game's folder lacks: files, methods, and words for what players see."""
    folder = Path(str(games.load(name).__file__)).parent
    found = [f"{file} is missing" for file in lacking(folder)]
    return found + _rules(name) + ([] if found else _words(name, folder))


def _rules(name: str) -> list[str]:
    state = games.load(name).State
    needed = METHODS + (("passed", "count_passing") if state.PASSES else ())
    lacks = [method for method in needed if getattr(state, method, None) is getattr(State, method, None)]
    found = [f"rules.py: State has no {method}" for method in lacks]
    if state.REASONS[:1] != ("",) or len(state.REASONS) < 2:
        found.append('rules.py: REASONS begins with "", for a game that goes on, and names each end')
    if state.PASSES and state.SIMPLE:
        found.append("rules.py: what PASSES takes more than one piece, and is not SIMPLE")
    if state.SURFACE and not find_spec(f"treppe.surfaces.{state.SURFACE}"):
        found.append(f"rules.py: there is no surface {state.SURFACE!r}")
    return found


def _words(name: str, folder: Path) -> list[str]:
    game, page = games.load(name), page_texts.game_words(page_texts.load("en"), name)
    state, title = game.State, catalogue.title(name)
    found = [f"host/words_en.toml: REASONS has no {key!r}" for key in state.REASONS[1:] if key not in page.reasons]
    menu = texts.load("en", "menu")
    menu.use("en", name, "MENU")
    for option, allowed, _ in game.OPTIONS:
        if option not in page.options:
            found.append(f"host/words_en.toml: OPTIONS has no {option!r}")
        if isinstance(allowed, tuple) and len(allowed) > 1 and not menu.get(f"option {option}"):
            found.append(f"host/words_en.toml: MENU has no `option {option}`")
    if not (folder / "host/rules_en.md").read_text("utf-8").startswith(f"# {title}\n"):
        found.append(f"host/rules_en.md does not begin with `# {title}`")
    if not issubclass(import_module(f"treppe.games.{name}.host.facts").Facts, facts.Facts):
        found.append("host/facts.py: Facts does not extend treppe.games.host.facts.Facts")
    return found
