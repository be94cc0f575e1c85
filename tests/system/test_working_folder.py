"""A folder that somebody else has filled, as one of downloads: no program that Treppe starts runs a file of it."""

import ast
import os
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from random_sheets import random_sheet
from treppe_host.records.json_lines import write_json
from waiting import LIMIT_S

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
TREPPE = Path(sys.executable).with_name("treppe")  # `python -m` itself looks for modules in the working folder
QUESTIONS = "new step players=2\ngenmove level=1\nquit\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file for each module that a program may import, also those of MicroPython."""
    found = tmp_path / "downloads"
    found.mkdir()
    was_run = str(tmp_path / "was_run")
    trap = f"with open({was_run!r}, 'a') as out:\n    out.write(__name__ + '\\n')\nraise SystemExit(3)\n"
    modules = {*sys.stdlib_module_names, *packages_distributions(), "games_engine", "conftest", "sitecustomize"}
    for name in modules:
        (found / f"{name}.py").write_text(trap)
    return found


def run(folder: Path, *words: str, typed: str = "", **environment: str) -> str:
    """Return what a command says, and check that it has run none of the files."""
    given = os.environ | {"TREPPE_DATA": str(folder.parent / "data"), "COLUMNS": "200"} | environment
    command = [str(TREPPE), *words]
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, cwd=folder, env=given, timeout=LIMIT_S, check=False
    )
    was_run = folder.parent / "was_run"
    assert not was_run.exists(), f"{words[0]} has run {was_run.read_text().split()}"
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_an_engine(folder: Path, runtime: str) -> None:
    questions = QUESTIONS if runtime == "cpython" else QUESTIONS.replace("genmove level=1", "perft 1")
    assert run(folder, "engine", "--runtime", runtime, typed=questions).count("=") == 3


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_simulated_board(folder: Path, runtime: str) -> None:
    output = run(folder, "demo", "--game", "aufstellen", "--seed", "3", TREPPE_RUNTIME=runtime)
    assert "aufstellen" in output.lower()


def test_games_that_several_processes_check(folder: Path) -> None:
    """Files of fewer games are checked by one process."""
    (folder / "games.jsonl").write_text(write_json(random_sheet("aufstellen", 1)) * 1100)
    assert "1100" in run(folder, "games", "import", "games.jsonl")


def test_each_python_is_started_without_the_working_folder() -> None:
    """Also those that no test waits for, as the compiler of rules, or whose programs are not here, as KiCad's."""
    commands = [
        (path.name, [ast.unparse(part) for part in node.elts])
        for package in ("host", "hardware", "tools")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.List) and node.elts and ast.unparse(node.elts[0]) in ("sys.executable", "KICAD_PYTHON")
    ]
    assert len(commands) >= 5
    assert [command for command in commands if command[1][1] != "'-P'"] == []
