"""Scripts of hands at a simulated board: for their form see `physical.py`."""

from pathlib import Path

import pytest
from physical import check_script
from scripts import read

pytestmark = pytest.mark.apart

FOLDER = Path(__file__).parents[1] / "data/physical"
SCRIPTS = [script for path in sorted(FOLDER.glob("*.txt")) for script in read(path)]


@pytest.mark.parametrize(("title", "position", "lines"), SCRIPTS, ids=[script[0] for script in SCRIPTS])
def test_hands_come_to_what_a_script_says(title: str, position: str, lines: list[tuple[str, str]]) -> None:
    check_script(title, position, lines)
