"""The programs in examples/ run as their README says, without a board and from any folder."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import LIMIT_S

FOLDER = Path(__file__).parents[2] / "examples"
PROGRAMS = sorted(path.name for path in FOLDER.glob("*.py"))

# What each prints, as evidence that it has done what it shows.
PRINTS = {
    "board_events.py": r"stored: 1 aufstellen resign \['Ada', 'Bo'\]",
    "game_statistics.py": r"aufstellen: 20 games of \d+ actions",
    "hand_script.py": "as expected -- -b5 300 [+]b8 3000 => [+]e8 [+]b8",
    "light_show.py": "STEP BY STEP    {'",
    "new_game.py": "ended by 'row'",
    "new_surface.py": r"and then on \['c1'\]",
    "noise_of_cells.py": r"median noise [\d.]+ codes",
    "own_bot.py": "winners=",
    "rules_alone.py": "Allein Wetteifern ",
    "sensing_over_a_recording.py": "'reed_lift_scans': 12.*7.11 s empty",
    "simulated_board.py": "s of the board's time",
}
OF_AN_ANNEX = {"home_assistant.py"}  # tests/together runs it beside a broker


@pytest.mark.parametrize("name", sorted(set(PROGRAMS) - OF_AN_ANNEX))
def test_an_example_runs(tmp_path: Path, name: str) -> None:
    environment = os.environ | {"TREPPE_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, FOLDER / name], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=LIMIT_S
    )
    assert done.returncode == 0, done.stderr
    assert re.search(PRINTS[name], done.stdout), done.stdout
    assert not done.stderr


def test_the_page_names_every_example_and_each_is_short() -> None:
    page = (FOLDER / "README.md").read_text("utf-8")
    assert re.findall(r"^\| \[(\w+\.py)\]\(\1\)", page, re.MULTILINE) and len(PROGRAMS) == 12
    assert set(re.findall(r"\[(\w+\.py)\]", page)) == set(PROGRAMS)
    for name in PROGRAMS:
        lines = [line for line in (FOLDER / name).read_text("utf-8").splitlines() if line.strip()]
        assert 10 <= len(lines) <= 50, name
