"""Tests whose programs are missing are skipped and reported in one summary; in CI they fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import LIMIT_S

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


REACH = """
import os, shutil, subprocess, sys
import pytest

def reach():
    for program in ("npm", "/usr/bin/perl"):
        try:
            subprocess.run([program, "--version"], check=True)
        except FileNotFoundError:
            print("no", program)
    sys.path.append("site-packages")
    try:
        import pcbnew
    except ModuleNotFoundError:
        print("no pcbnew")

def test_without(): reach()

@pytest.mark.needs("npm")
def test_with(): reach()
"""


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    if not (folder / "test_it.py").exists():
        (folder / "test_it.py").write_text(TESTS)
    (folder / "test_models.py").write_text('from needs import require\nrequire("parts")\n')
    support = Path(__file__).parents[1] / "support"
    plain = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTEST_ADDOPTS")}
    given = plain | {"PYTHONPATH": str(support), "PATH": str(folder)} | environment
    command = [sys.executable, "-m", "pytest", "-q", "-p", "needs", "-p", "no:cacheprovider", "--rootdir", ".", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=given, timeout=LIMIT_S, check=False)


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "2"), marks=pytest.mark.long)], ids=str)
def test_one_summary_names_packages_and_what_stays_untested(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run(tmp_path, "-k", "not three", *workers)
    assert done.returncode == 0, done.stdout
    reported = done.stdout.splitlines()
    assert (
        "the page without a server: 2 without npm" in reported and "circuits, simulated: 1 without ngspice" in reported
    )
    assert "models of mechanical parts: 1 without parts (make test-parts)" in reported and "1: on Sundays" in reported
    assert "To run them, too: apt install npm ngspice" in reported


def test_in_ci_it_is_a_failure(tmp_path: Path) -> None:
    done = run(tmp_path, CI="true")
    assert done.returncode == 1
    assert "CI has no npm, ngspice: apt install npm ngspice" in done.stdout
    assert "models of mechanical parts: 1 without parts (make test-parts)" in done.stdout
    is_here = Path("/usr/bin/chromium").exists()
    assert ("2 passed, 2 skipped, 2 errors" if is_here else "1 passed, 2 skipped, 3 errors") in done.stdout


def test_a_test_sees_only_what_its_marks_name(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(REACH)
    (tmp_path / "npm").write_text("#!/bin/sh\n")
    (tmp_path / "npm").chmod(0o755)
    (tmp_path / "site-packages").mkdir()
    (tmp_path / "site-packages/pcbnew.py").touch()
    without = run(tmp_path, "-s", "-k", "without").stdout
    assert all(f"no {name}" in without for name in ("npm", "/usr/bin/perl", "pcbnew")), without
    with_npm = run(tmp_path, "-s", "-k", "test_with and not without").stdout
    assert "no npm" not in with_npm and "no /usr/bin/perl" in with_npm and "no pcbnew" in with_npm, with_npm
