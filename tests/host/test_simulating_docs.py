"""The script of docs/simulating.md runs, and the names that it tells are there."""

import re
import subprocess
import sys
from pathlib import Path

from treppe_sim.hands.movements import Movement

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/simulating.md").read_text()


def test_the_script_plays_with_hands_of_its_own(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    path = tmp_path / "hands.py"
    path.write_text(code)
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
    assert len(done.stdout.splitlines()) == 20


def test_the_fields_of_a_movement_are_told():
    assert f"`Movement({', '.join(Movement._fields)})`" in TEXT
