"""What the documentation tells people to type exists: commands with their options, verbs of make, scripts."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer
from command_line import COMMAND, parse
from stored_board import Board
from treppe import surfaces
from treppe.games import engine as rules
from treppe.sensing import stored, storing, tables
from treppe_host.programs.engine import PlayingEngine
from treppe_host.store.store import Store
from treppe_host.tune import calibrations
from treppe_sim.compiled import compiled_folder
from typed_lines import lines_to_type
from typer.exceptions import TyperException
from waiting import LIMIT_S

from tools import commands_page

pytestmark = pytest.mark.apart

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "docs/de", "docs/dev", "host/*", "hardware", "hardware/guide")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SUPPORT.md"]
PAGES += [page for folder in FOLDERS for page in ROOT.glob(f"{folder}/*.md")]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
SCRIPTS = {
    f"{page.stem}{number}": script
    for page in PAGES
    for number, script in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
}
EXTRAS = set(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])


def words_of(line: str) -> list[str]:
    """Return the words of a line without comment, prompt, variables before and pipes behind."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|;&")
    lexer.whitespace_split, lexer.commenters = True, "#"
    words = list(lexer)
    end = next((at for at, word in enumerate(words) if word in ("|", "||", "&&", ";", "&")), len(words))
    start = next((at for at, word in enumerate(words[:end]) if not re.match("[A-Z_]+=", word)), end)
    return words[start:end]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_to_be_typed_is_understood(page: Path) -> None:
    for line in lines_to_type(page) if page.name != "commands.md" else ():
        if not re.match(r"([A-Z_]+=\S* )*(\.venv/bin/)?(treppe|make)( |$)", line):
            continue
        program, *words = words_of(line)
        if program == "make":
            verbs = {word for word in words if "=" not in word and not word.startswith("-")}
            assert verbs <= TARGETS or "-C" in words, f"{page.name}: {line}"
            continue
        if words[0].endswith("-completion"):  # read, it is done at once
            assert words[0] in [option for each in COMMAND.params for option in each.opts]
            continue
        try:
            parse([{"N": "1", "FILE": "file"}.get(word, word) for word in words if word != "..."])
        except typer.Exit:  # --help, --version
            pass
        except TyperException as error:
            raise AssertionError(f"{page.name}: {line}: {error}") from error


def test_a_line_that_nothing_understands_is_noticed() -> None:
    for words in (["plya"], ["games", "show"], ["play", "--prot", "x"], ["games", "show", "many"]):
        with pytest.raises(TyperException):
            parse(words)


def store_a_board(database: Path) -> None:
    """Make a database with one board and its calibration."""
    surface = surfaces.load("square7")
    record = storing.encode(surface.NAME, list(tables.NOMINAL16) * surface.FIELDS)
    store = Store(f"sqlite:///{database}")
    Board(store).connect()
    store.add_calibration("b1", surface.NAME, calibrations.to_json(stored.decode(record, surface), surface))
    store.close()


@pytest.mark.long
@pytest.mark.parametrize("name", SCRIPTS)
def test_each_script_runs(name: str, tmp_path: Path) -> None:
    (tmp_path / "compiled").symlink_to(compiled_folder().parent)
    if "games.db" in SCRIPTS[name]:
        store_a_board(tmp_path / "games.db")
    environment = os.environ | {"TREPPE_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPTS[name]],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip()


def test_each_line_for_the_engine_is_answered() -> None:
    lines = re.search(r"`treppe engine` speaks .*?\n\n(.*?)\n\n", (ROOT / "docs/programs.md").read_text(), re.DOTALL)
    assert lines
    typed = [re.split(r"\s{2,}", line.strip())[0] for line in lines[1].splitlines()]
    more = re.findall(r"[:;] ((?:new|advise) [a-z0-9=. ]+)$", lines[1], re.MULTILINE)
    answers: list[str] = []
    playing = PlayingEngine()
    try:
        rules.run(iter([f"{line}\n".encode() for line in [*typed, *more]] + [b""]).__next__, answers.append, playing)
    finally:
        playing.thinker.close()
    answered = "".join(answers).split("\n\n")[:-1]
    assert len(answered) == len(typed) + len(more) > 7
    assert all(answer.startswith("=") or line.startswith("play ") for line, answer in zip(typed + more, answered))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_lines_install_and_copy_exists(page: Path) -> None:
    for line in lines_to_type(page):
        for extras in re.findall(r"\btreppe(?:-[^ \[]*)?\[([a-z,]+)\]", line):
            assert set(extras.split(",")) <= EXTRAS, f"{page.name}: {line}"
        for path in re.findall(r"(?<=\s)(?:docs|tests|hardware|\.ci)/[^\s:']+", line):
            assert list(ROOT.glob(path)), f"{page.name}: {line}"


def test_the_reference_has_all_commands_options_and_variables() -> None:
    page = (ROOT / "docs/commands.md").read_text()
    assert page == commands_page.render(), "make commands"
    read = {
        name
        for folder in ("host", "hardware", "tools", "firmware")
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r"\bTREPPE_[A-Z_]+\b", path.read_text())
    }
    assert read == set(re.findall(r"^\| `(TREPPE_\w+)` \|", page, re.M))


def test_each_of_a_newcomers_paths_has_five_lines_at_most_and_begins_at_nothing() -> None:
    begin = (ROOT / "README.md").read_text().partition("## Begin\n")[2].partition("[A club]")[0]
    paths = [[line for line in path.splitlines() if line] for path in begin.split("\n**")[1:]]
    assert len(paths) == 3
    for path in paths:
        assert len(path) <= 5
        first = next(line for line in path if line.startswith("    "))
        assert first.startswith("    make "), "whatever needs .venv comes after what makes it"


def test_no_page_names_an_address_that_is_not_ours() -> None:
    for page in [*PAGES, *ROOT.glob("*.md"), *ROOT.glob("*.cff"), ROOT / "pyproject.toml"]:
        assert not re.search(r"git(hub|lab)\.com[/:]treppe|github:treppe|git clone", page.read_text()), page


def test_each_page_has_a_place_on_the_site() -> None:
    for folder, language in (("docs", "en"), ("docs/de", "de")):
        index = (ROOT / f"docs/site/index_{language}.md").read_text().splitlines()
        for page in (ROOT / folder).glob("*.md"):
            assert index.count(f"{folder}/{page.stem}") == 1, f"index_{language}.md: {folder}/{page.stem}, once"


def test_each_german_page_and_its_english_one_lead_to_each_other() -> None:
    for page in (ROOT / "docs/de").glob("*.md"):
        (english,) = re.findall(r"^\*\[In English\]\(\.\./(.*)\)\*$", page.read_text(), re.M)
        assert f"*[Auf Deutsch](de/{page.name})*" in (ROOT / "docs" / english).read_text()
