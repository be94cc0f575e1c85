"""All that the documents tell a newcomer to type does what it should, where neither a board nor a server is at hand."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from random_sheets import random_sheet
from treppe_host.store.store import Store
from treppe_sim.compiled import compiled_folder
from typed_lines import lines_of_blocks
from waiting import LIMIT_S

pytestmark = [pytest.mark.long, pytest.mark.apart]
ROOT = Path(__file__).parents[2]
PAGES = tuple(f"docs/{name}" for name in ("install", "play", "tune", "board", "pico", "simulating"))
PAGES += ("README", "host/club/README")
COMMAND = re.compile(r"(\.venv/bin/)?(treppe|make|sudo|docker|apt|pipx|nano|mpremote|cd|cp|export|echo)\b")
RULES: list[dict[str, Any]] = tomllib.loads((ROOT / "tests/data/typed_lines.toml").read_text())["rule"]


def lines_of(page: str) -> list[str]:
    """Return the commands in the blocks of a page, as they are typed with `treppe` in the path."""
    lines = [line.partition(" #")[0].strip() for line in lines_of_blocks(ROOT / f"{page}.md")]
    return [line.removeprefix(".venv/bin/") for line in lines if COMMAND.match(line)]


def rule_of(line: str) -> dict[str, Any]:
    return next((rule for rule in RULES if re.search(rule["find"], line)), {})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A newcomer's folder: `treppe` is in the path, and twelve games are stored."""
    (tmp_path / "bin").mkdir()
    treppe = tmp_path / "bin/treppe"
    treppe.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m treppe_host "$@"\n')
    treppe.chmod(0o755)
    (tmp_path / "data").mkdir()
    (tmp_path / "data/compiled").symlink_to(compiled_folder().parent)
    store = Store(f"sqlite:///{tmp_path}/data/games.db")
    store.add_sheets([random_sheet("aufstellen", seed) for seed in range(12)])
    store.close()
    return tmp_path


def begin(line: str, home: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"TREPPE_DATA": str(home / "data"), "TREPPE_COMPILE": "no", "COLUMNS": "120"}
    environment["PATH"] = f"{home}/bin:{os.environ['PATH']}"
    pipe = subprocess.PIPE
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            ["bash", "-c", f"exec {line}"], cwd=home, env=environment, text=True, stdin=pipe, stdout=pipe, stderr=pipe
        )
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("page", PAGES)
def test_each_line_does_what_it_should(page: str, home: Path) -> None:
    for line in lines_of(page):
        rule = rule_of(line)
        if "skip" in rule:
            continue
        words = f"{line} {rule.get('add', '')}".replace(*rule.get("replace", ("", "")))
        process = begin(words, home)
        if rule.get("lasts"):
            assert process.stdout and process.stdout.readline(), (words, process.communicate()[1])
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=LIMIT_S)
        else:
            out, errors = process.communicate(rule.get("typed", ""))
        may_end = rule.get("status", [0, 130] if rule.get("lasts") else [0])
        assert process.returncode in may_end, (words, out[-500:], errors[-1000:])
        assert "Traceback" not in out + errors, (words, errors)


def test_each_rule_is_the_first_of_a_line() -> None:
    used = {rule_of(line).get("find") for page in PAGES for line in lines_of(page)}
    assert [rule["find"] for rule in RULES if rule["find"] not in used] == []
