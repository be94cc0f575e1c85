"""Every test of the pure firmware runs a second time in a real MicroPython with a small heap."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import LIMIT_S

pytestmark = pytest.mark.apart

ROOT = Path(__file__).parents[1]
FOLDERS = ("games", "sensing", "table", "link", "micropython")
FILES = sorted(
    str(path.relative_to(ROOT)) for folder in FOLDERS for path in (ROOT / "tests" / folder).glob("test_*.py")
)
SLOW = (
    "games/test_cubes.py", "games/test_refusals.py", "games/test_weltreich.py", "sensing/test_cells.py",
    "sensing/test_leaning.py", "sensing/test_procedure.py", "sensing/test_reeds.py", "table/test_at_once.py",
    "table/test_calibrate.py", "table/test_dropped_questions.py", "table/test_hand_scripts.py", "table/test_letters.py",
    "table/test_menu.py", "table/test_misunderstood.py", "table/test_presses.py", "table/test_redo.py",
    "table/test_texts.py", "table/test_texts_of_codes.py",
)  # fmt: skip
"""Files that take MicroPython two seconds or more, and find there what they find under CPython."""
HEAP = "2m"


def find_micropython() -> str:
    beside = Path(sys.executable).with_name("micropython")
    found = os.environ.get("TREPPE_MICROPYTHON") or (str(beside) if beside.exists() else shutil.which("micropython"))
    assert found, "no micropython beside this Python, on PATH or in TREPPE_MICROPYTHON"
    return found


@pytest.mark.parametrize("file", [pytest.param(file, marks=[pytest.mark.long] * file.endswith(SLOW)) for file in FILES])
def test_file(file: str) -> None:
    run = subprocess.run(
        [find_micropython(), "-X", f"heapsize={HEAP}", "tests/run_micropython.py", file],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert run.returncode == 0, run.stdout + run.stderr
