"""What the checker of games says of a folder that lacks something, and what commands say."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from game_folder import check_game, complaints, keep_games
from treppe.games import catalogue
from treppe_host.games import folders

TAPATAN = Path(__file__).parents[2] / "examples/games/tapatan"


@pytest.fixture
def changed_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return what adds a copy of the example with one text changed in a file, or with the file left out."""
    keep_games(monkeypatch)

    def add(name: str, file: str, old: str = "", new: str = "") -> str:
        shutil.copytree(TAPATAN, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (tmp_path / name).rglob("*.*"):
            path.write_text(path.read_text().replace("tapatan", name))
        text = (tmp_path / name / file).read_text()
        assert old in text
        (tmp_path / name / file).write_text(text.replace(old, new))
        if not old:
            (tmp_path / name / file).unlink()
        folders.use(tmp_path)
        return name

    return add


@pytest.mark.parametrize("name", catalogue.names())
def test_the_games_that_come_with_it_lack_nothing(name: str) -> None:
    assert complaints(name) == []


@pytest.mark.parametrize(
    ("name", "file", "old", "new", "expected"),
    [
        ("nameless", "rules.py", "def endpoints(", "def end(", "rules.py: State has no endpoints"),
        ("endless", "rules.py", '("", "row", "deadlock")', '("row", "deadlock")', 'rules.py: REASONS begins with ""'),
        ("passing", "rules.py", 'SURFACE = "reed12"', 'SURFACE = "reed12"\n    PASSES = True', "State has no passed"),
        ("afloat", "rules.py", 'SURFACE = "reed12"', 'SURFACE = "water"', "there is no surface 'water'"),
        ("unsaid", "host/words_en.toml", 'row = "three', 'line = "three', "host/words_en.toml: REASONS has no 'row'"),
        ("unasked", "host/words_en.toml", '"option rows" = "Rows"', "", "words_en.toml: MENU has no `option rows`"),
        ("untitled", "host/rules_en.md", "# Tapatan", "Tapatan", "does not begin with `# Tapatan`"),
    ],
)
def test_a_folder_that_lacks_something_is_told(changed_game, name, file, old, new, expected) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(AssertionError, match=expected.replace("(", r"\(")):
        check_game(changed_game(name, file, old, new), 1)


@pytest.mark.parametrize("file", ["host/facts.py", "host/words_en.toml", "host/rules_en.md"])
def test_a_game_without_a_file_is_refused_in_one_line(changed_game, file: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(folders.NoSuchGames, match=f"a game needs {file}$"):
        changed_game("lame", file)


def test_words_that_cannot_be_read_are_refused_in_one_line(changed_game) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(folders.NoSuchGames, match=r"^garbled/host/words_en\.toml: .* line 3"):
        changed_game("garbled", "host/words_en.toml", 'SUMMARY = "', "SUMMARY = ")
