"""The faults of `make mutants` are found in a file, and planted as they should be."""

import runpy
from pathlib import Path

MUTANTS = runpy.run_path(str(Path(__file__).parents[1] / "mutants.py"), run_name="mutants")
SOURCE = b"""
LIMIT = 3
def is_open(height: int = 7) -> bool:
    if height < LIMIT and height > 0:
        close()
    raise ValueError("height < 0")
"""


def test_faults_are_found_but_in_figures_and_messages() -> None:
    found = {(each.old, each.new) for each in MUTANTS["mutations"](SOURCE)}
    assert found == {
        ("7", "(8)"),
        ("height < LIMIT", "(height <= LIMIT)"),
        ("height > 0", "(height >= 0)"),
        ("0", "(1)"),
        ("height < LIMIT and height > 0", "(height < LIMIT or height > 0)"),
        ("close()", "pass"),
    }


def test_a_fault_takes_the_place_of_its_text() -> None:
    changed = {each.apply(SOURCE).decode().split("\n")[3].strip() for each in MUTANTS["mutations"](SOURCE)}
    assert "if (height < LIMIT or height > 0):" in changed and "if (height <= LIMIT) and height > 0:" in changed


def test_all_of_a_line_are_drawn_and_a_sample_is_the_same_each_time() -> None:
    of_line = MUTANTS["draw"]("tests/mutants.py:20", 10, "1")
    assert {each.line for _, each in of_line} <= {20}
    drawn = MUTANTS["draw"]("firmware/treppe/link", 5, "1")
    assert drawn == MUTANTS["draw"]("firmware/treppe/link", 5, "1") and len(drawn) == 5
