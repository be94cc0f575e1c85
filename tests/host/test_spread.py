"""What `make test` leaves out, CI runs; and the lists by which tests are spread over workers are of today."""

from pathlib import Path

import pytest
from spread import APART, LONG, LONGEST

ROOT = Path(__file__).parents[2]


def test_ci_runs_the_long_tests_too() -> None:
    assert "make test-all\n" in (ROOT / ".ci/run").read_text()
    everything = (ROOT / "Makefile").read_text().split("\ntest-all:")[1].split("\n\n")[0]
    assert everything.endswith("\n\t@$(ALL_TESTS)")


@pytest.mark.parametrize("files", [APART, LONG, LONGEST], ids=["apart", "long", "longest"])
def test_the_lists_name_files_that_are_there(files: tuple[str, ...]) -> None:
    assert [file for file in files if not (ROOT / "tests" / file).is_file()] == []


@pytest.mark.parametrize("file", APART)
def test_tests_that_are_handed_out_one_by_one_share_nothing(file: str) -> None:
    assert 'scope="' not in (ROOT / "tests" / file).read_text()
    assert "(program" not in (ROOT / "tests" / file).read_text(), "a program belongs to a file"
