"""The files generated from the games: index, pictures in the rules, the page's colours.

`make games` writes those that have changed.
"""

from pathlib import Path

from treppe.games.host import palette
from treppe.texts import LANGUAGES
from treppe_host.games.folders import games_in, index_of, words_of
from treppe_host.web.drawing.rules_pictures import pictures
from treppe_sim.interpreter import firmware_folder

_STYLE = Path("host/treppe_host/web/static/palette.css")
_WORDS = '''"""What displays say of each game alone, in `{}`; made by `make games` of the games' `words_en.toml`."""

WORDS = """{}"""
'''
_INDEX = '''"""Which games there are: name, surface and title of each; written by `make games` from their rules."""

GAMES = """{}"""
'''


def index_source() -> str:
    """Return the lines of `treppe/games/index.py`, without other folders' games."""
    return _INDEX.format(index_of(_own_games()))


def _own_games() -> list[str]:
    return games_in(firmware_folder() / "treppe/games")


def made_files() -> dict[Path, str]:
    """Return all generated files with the content that they should have."""
    folder = firmware_folder()
    files = {folder / "treppe/games/index.py": index_source()}
    files[_STYLE] = palette.style_sheet()
    for language in LANGUAGES:
        words = words_of(_own_games(), language)
        files[folder / f"treppe/games/words_{language}.py"] = _WORDS.format(language, words)
    for name in _own_games():
        files |= {folder / f"treppe/games/{name}/host/{file}": drawing for file, drawing in pictures(name).items()}
    return files


if __name__ == "__main__":
    for path, text in made_files().items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path)
