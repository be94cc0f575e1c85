import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.tools import read_hardware
from hardware.tools.spice import render_netlists

ROOT = Path(__file__).parents[2]
NETLISTS = render_netlists(read_hardware(ROOT))


@pytest.fixture(autouse=True)
def ngspice() -> None:
    if shutil.which("ngspice") is None:
        assert not os.environ.get("CI"), "CI must have ngspice"
        pytest.skip("ngspice is not installed (apt install ngspice)")


def simulate(netlist: str, folder: Path) -> dict[str, float]:
    """Return what the netlist measures."""
    path = folder / "circuit.cir"
    path.write_text(netlist)
    command = ["ngspice", "-b", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder, check=False)
    found = re.findall(r"^(\w+) += +(\S+)", run.stdout, re.MULTILINE)
    assert found and "failed" not in run.stdout, run.stdout + run.stderr
    return {name: float(value) for name, value in found}


def settle_us() -> int:
    text = (ROOT / "firmware/drivers/cell_mux.py").read_text()
    found = re.search(r"_SETTLE_US = const\((\d+)\)", text)
    assert found
    return int(found[1])


def test_a_channel_has_settled_when_the_firmware_reads_it(tmp_path: Path) -> None:
    assert settle_us() == 20  # what the netlist measures
    seen = simulate(NETLISTS["multiplexer.cir"], tmp_path)
    assert 2 < seen["kick"] < 4  # codes, when the common pin's charge meets the sensor's capacitor
    assert abs(seen["error_20us"]) < 0.5 and abs(seen["error_first"]) < 0.6 and abs(seen["error_fourth"]) < 0.5
    assert abs(seen["error_2us"]) > 1  # so the firmware has to wait
    assert 0 < seen["pull_down_error"] < 1.5  # the same at every reading, so calibration takes it away


def test_a_smaller_capacitor_would_not_do(tmp_path: Path) -> None:
    netlist = NETLISTS["multiplexer.cir"]
    worse = netlist.replace("R101 out in1 100\n", "R101 out in1 1000\n").replace("C101 in1 0 1e-07", "C101 in1 0 1e-08")
    assert worse.count("1e-08") == 1
    seen = simulate(worse, tmp_path)
    assert seen["kick"] > 20 and abs(seen["error_20us"]) > 2


def test_a_reed_reads_clearly(tmp_path: Path) -> None:
    seen = simulate(NETLISTS["reed_input.cir"], tmp_path)
    assert seen["high"] > 0.7 * 3.3 + 0.5 and seen["low"] < 0.1
    assert seen["dirty_low"] < 0.3 * 3.3 - 0.5  # a contact of 1 kohm still is a zero
    assert seen["rise_time"] < 5e-6  # far below the time between two scans
    assert seen["last_bounce"] < 1.3e-3  # bounces are over long before the third scan
    assert 0.3 < seen["current_ma"] < 0.36


def test_the_first_led_gets_clean_bits(tmp_path: Path) -> None:
    seen = simulate(NETLISTS["lamp_data.cir"], tmp_path)
    assert 0.7 * 4.4 < seen["high"] < 1.1 * 4.4 and seen["low"] > -0.3
    assert seen["edge"] < 100e-9
    assert abs(seen["zero_width"] - 375e-9) < 30e-9 and abs(seen["one_width"] - 875e-9) < 30e-9
    assert seen["bare_high"] < 0.7 * 5.0  # why there is a level shifter at all
