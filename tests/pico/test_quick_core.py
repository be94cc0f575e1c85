"""The quick core of the bench's emulated Pico does what rp2040js does, instruction by instruction."""

import os
import subprocess
from pathlib import Path

import pytest

CHIP = Path(__file__).parent / "chip"
PACKAGES = Path(__file__).parents[2] / "build/chip/node_modules"


@pytest.mark.needs("chip")
def test_each_instruction_has_the_same_effects_in_the_same_cycles() -> None:
    environment = os.environ | {"NODE_PATH": str(PACKAGES)}
    done = subprocess.run(
        ["node", CHIP / "compare_cores.cjs"], env=environment, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stdout + done.stderr
    assert int(done.stdout) > 400_000, "few instructions were executed by the quick core"
