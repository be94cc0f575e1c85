"""Flashes of five sizes, full of games that are played, left and taken up: what goes, and what is said before."""

import json
import subprocess
from pathlib import Path

import pytest
from treppe_sim.interpreter import find_micropython

ROOT = Path(__file__).resolve().parents[2]


def fill(first_seed: int, seeds: int) -> dict[str, int]:
    """Play on flashes by seeds, see tests/support/flash_room.py; return what was counted."""
    command = [find_micropython(), "-X", "heapsize=64m", "tests/support/flash_room.py", str(ROOT)]
    run = subprocess.run([*command, str(first_seed), str(seeds)], cwd=ROOT, capture_output=True, check=True)
    # Before it the interpreter complains of files that cannot be closed because the power has gone.
    found = json.loads(run.stdout.splitlines()[-1])
    assert not found["wrong"], "\n".join(found["wrong"])
    counts: dict[str, int] = found["counts"]
    return counts


def test_what_goes_to_make_room_is_said_before_and_a_host_has_it() -> None:
    counts = fill(3, 2)  # small flashes, which are soon full
    assert all(counts.values()) and counts["games"] == 240


@pytest.mark.long
def test_what_goes_to_make_room_is_said_before_by_forty_seeds() -> None:
    counts = fill(100, 40)
    assert counts["resumable"] and counts["over"] and counts["refused"]
