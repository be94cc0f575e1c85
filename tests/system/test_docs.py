"""What the documentation tells people to type exists: commands with their options, verbs of make, scripts."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from command_line import COMMAND, parse
from treppe_sim.compiled import compiled_folder
from typer.exceptions import TyperException

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "hardware").glob("*.md"),
    *(ROOT / "hardware/guide").glob("*.md"),
]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
SCRIPTS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/library.md").read_text(), re.DOTALL)
_BLOCK = re.compile(r"(?:^    .+\n)+", re.M)


def lines_to_type(page: Path) -> list[str]:
    """Return lines of blocks, and of `code` that begins as a command does."""
    text = page.read_text()
    blocks = [line.strip() for block in _BLOCK.findall(text) for line in block.splitlines()]
    blocks = [re.split(r"\s{2,}", line)[0] for line in blocks]  # what stands far behind tells of it
    return blocks + re.findall(r"`((?:treppe|make) [a-z-][^`]*)`", text)


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
    for line in lines_to_type(page):
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


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_each_script_of_the_library_runs(number: int, tmp_path: Path) -> None:
    (tmp_path / "compiled").symlink_to(compiled_folder().parent)
    environment = os.environ | {"TREPPE_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPTS[number]],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip()


def test_no_page_names_an_address_that_is_not_ours() -> None:
    for page in [*PAGES, *ROOT.glob("*.md"), *ROOT.glob("*.cff"), ROOT / "pyproject.toml"]:
        assert not re.search(r"git(hub|lab)\.com[/:]treppe|github:treppe|git clone", page.read_text()), page


def test_each_page_has_a_place_on_the_site() -> None:
    index = (ROOT / "docs/site/index.md").read_text().splitlines()
    for page in (ROOT / "docs").glob("*.md"):
        assert index.count(f"docs/{page.stem}") == 1, f"docs/site/index.md: docs/{page.stem}, once"
