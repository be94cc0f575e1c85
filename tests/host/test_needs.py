"""Tests whose programs are missing are skipped and told in one summary; in CI they fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest
from needs import require

@pytest.mark.needs("npm")
def test_one(): pass

@pytest.mark.needs("npm", "ngspice")
def test_two(): pass

@pytest.fixture
def chromium(): pass

def test_three(chromium): pass

@pytest.mark.skip("on Sundays")
def test_four(): pass

def test_five(): pass
"""


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(TESTS)
    (folder / "test_models.py").write_text('from needs import require\nrequire("parts")\n')
    support = Path(__file__).parents[1] / "support"
    plain = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_ADDOPTS")}
    given = plain | {"PYTHONPATH": str(support), "PATH": str(folder)} | environment
    command = [sys.executable, "-m", "pytest", "-q", "-p", "needs", "-p", "no:cacheprovider", "--rootdir", ".", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=given, timeout=100, check=False)


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=str)
def test_one_summary_names_packages_and_what_stays_untested(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run(tmp_path, "-k", "not three", *workers)
    assert done.returncode == 0, done.stdout
    told = done.stdout.splitlines()
    assert "the page without a server: 2 without npm" in told and "circuits, simulated: 1 without ngspice" in told
    assert "models of mechanical parts: 1 without parts (make test-parts)" in told and "1: on Sundays" in told
    assert "To run them, too: apt install npm ngspice" in told


def test_in_ci_it_is_a_failure(tmp_path: Path) -> None:
    done = run(tmp_path, CI="true")
    assert done.returncode == 1
    assert "CI has no npm, ngspice: apt install npm ngspice" in done.stdout
    assert "models of mechanical parts: 1 without parts (make test-parts)" in done.stdout
    is_here = Path("/usr/bin/chromium").exists()
    assert ("2 passed, 2 skipped, 2 errors" if is_here else "1 passed, 2 skipped, 3 errors") in done.stdout
