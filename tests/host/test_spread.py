"""What `make test` leaves out, CI runs; tests that are handed out one by one share nothing."""

from pathlib import Path

from spread import marks_of

ROOT = Path(__file__).parents[2]


def test_ci_runs_the_long_tests_too() -> None:
    assert "make test-all\n" in (ROOT / ".ci/run").read_text()
    everything = (ROOT / "Makefile").read_text().split("\ntest-all:")[1].split("\n\n")[0]
    assert everything.endswith("\n\t@$(ALL_TESTS)")


def test_tests_that_are_handed_out_one_by_one_share_nothing() -> None:
    apart = [path for path in (ROOT / "tests").rglob("test_*.py") if "apart" in marks_of(path)]
    assert len(apart) > 10
    for path in apart:
        assert 'scope="' not in path.read_text(), path
        assert "(program" not in path.read_text(), f"{path}: a program belongs to a file"
