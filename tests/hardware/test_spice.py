import re
import subprocess
from pathlib import Path

import pytest
from treppe_hardware import read_hardware
from treppe_hardware.spice import render_netlists
from waiting import LIMIT_S

ROOT = Path(__file__).parents[2]
NETLISTS = render_netlists(read_hardware(ROOT))


pytestmark = [pytest.mark.needs("ngspice"), pytest.mark.long]


def simulate(netlist: str, folder: Path) -> dict[str, float]:
    """Return what the netlist measures."""
    path = folder / "circuit.cir"
    path.write_text(netlist)
    command = ["ngspice", "-b", str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, cwd=folder, check=False)
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


def test_the_usb_plug_goes_in_and_the_lamps_come_on_gently(tmp_path: Path) -> None:
    seen = simulate(NETLISTS["inrush.cir"], tmp_path)
    assert seen["charge_uf"] < 10, "USB 2.0 allows 10 uF at the plug"
    assert seen["leaks"] < 0.1, "the lamps stay off while the plug goes in"
    assert seen["peak_a"] < 0.5 and seen["lowest"] > 4.3 and seen["risen"] > 4.3


def test_a_store_at_usb_and_a_switch_without_slope_would_not_do(tmp_path: Path) -> None:
    """1000 uF behind Q7, and the gate's capacitor at its source, where it delays and does not slow down."""
    before = NETLISTS["inrush.cir"]
    stored = re.sub(r"C4 five 0 \S+", "C4 five 0 1000u", before)
    assert simulate(stored, tmp_path)["charge_uf"] > 500
    steep = re.sub(r"C2 lamps gate \S+", "C2 five gate 1u", before).replace("R3 gate pull 100000", "R3 gate pull 10000")
    assert steep != before and simulate(steep, tmp_path)["peak_a"] > 1.5


@pytest.mark.parametrize("supply", [4.75, 5.0, 5.25])
@pytest.mark.parametrize("usb", [4.4, 4.75, 5.1, 5.25])
@pytest.mark.parametrize("light", [0.5, 3.0])
def test_with_both_supplies_the_lamps_take_nothing_from_usb(tmp_path, supply, usb, light):
    netlist = two_supplies(supply, usb, light)
    seen = simulate(netlist, tmp_path)
    assert seen["usb_ma"] < 20 and seen["lamps_v"] > 3.7 and seen["back"] < 0.005
    assert seen["after_v"] > usb - 0.2, "and from USB once the supply has gone"
    diode = re.sub(r"Mq6[\s\S]*Dq7.*", "D3 vbus five schottky", netlist)
    if supply < usb + 0.1:
        assert simulate(diode, tmp_path)["usb_ma"] > 100, "as it was on revision A"


def two_supplies(supply: float, usb: float, light: float) -> str:
    """Return the circuit of both supplies, of so many volts, and so many amperes of light."""
    netlist = NETLISTS["two_supplies.cir"]
    for name, value in (("supply=5.0", supply), ("usb=5.1", usb), ("light=3.0", light)):
        assert f".param {name} " in netlist
        netlist = netlist.replace(f".param {name} ", f".param {name.split('=')[0]}={value} ")
    return netlist


def test_each_tile_gets_a_clean_clock(tmp_path: Path) -> None:
    seen = simulate(NETLISTS["clock.cir"], tmp_path)
    threshold = 0.7 * 3.3
    assert min(seen["lowest_near"], seen["lowest_far"]) > threshold + 0.5, "once up, it stays up"
    assert seen["edge"] < 20e-9 and seen["highest"] < 3.3 + 0.5
    assert seen["dip_shared"] < threshold, "why each tile has a buffer: a shared line falls below a one again"


def test_light_does_not_move_the_sensors_ground(tmp_path: Path) -> None:
    netlist = NETLISTS["ground.cir"]
    assert abs(simulate(netlist, tmp_path)["codes"]) < 0.1
    shared = netlist.replace("Ilamps 0 lamps", "Ilamps 0 plate").replace("Rback lamps", "Rback plate")
    assert shared != netlist and simulate(shared, tmp_path)["codes"] > 4


def test_a_supply_the_wrong_way_round_drives_nothing(tmp_path: Path) -> None:
    netlist = NETLISTS["polarity.cir"]
    seen = simulate(netlist, tmp_path)
    assert abs(seen["back_ma"]) < 5 and abs(seen["inside"]) < 0.1
    bare = re.sub(r"Mq3.*\nDq3.*", "Rnone fused ext 1m", netlist)
    assert abs(simulate(bare, tmp_path)["back_ma"]) > 2000, "a fuse that holds 4 A never trips on a supply of 4 A"


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


def test_the_sensors_come_on_without_a_dip_of_the_reference(tmp_path: Path) -> None:
    netlist = NETLISTS["sensors_on.cir"]
    seen = simulate(netlist, tmp_path)
    assert seen["lowest"] > 3.1 and seen["peak"] < 0.5 and seen["at_10ms"] > 3.1
    steep = netlist.replace("C11 hall gate 1e-07", "").replace("R16 gate pull 10000", "R16 gate pull 1")
    assert steep != netlist and simulate(steep, tmp_path)["lowest"] < 2.5, "as it was before"


@pytest.mark.parametrize("volts", [5.65, 9, 12, 16])
def test_too_many_volts_are_cut_off(tmp_path: Path, volts: float) -> None:
    seen = simulate(adapter(volts), tmp_path)
    assert seen["highest"] < 0.1, "nothing behind the guard is fed, not for a moment"
    assert seen["ampere"] < 0.01 and seen["milliwatts"] < 200


@pytest.mark.parametrize("volts", [4.75, 5.25])
def test_a_good_supply_passes_the_guard_and_fills_the_store_slowly(tmp_path: Path, volts: float) -> None:
    seen = simulate(adapter(volts), tmp_path)
    assert seen["ext"] > volts - 0.15 and seen["ampere"] < 2


def test_without_its_second_transistor_the_suppressor_takes_watts(tmp_path: Path) -> None:
    """Q3 alone, as it guards against a wrong polarity, lets 12 V pass by its own diode."""
    bare = re.sub(r"Mq4.*\nDq4.*", "Rnone guarded ext 1m", adapter(12))
    seen = simulate(bare, tmp_path)
    assert seen["highest"] > 6 and seen["milliwatts"] > 5000


def adapter(volts: float) -> str:
    """Return the circuit of the guard with an adapter of so many volts in the jack."""
    netlist = NETLISTS["overvoltage.cir"]
    assert ".param volts=12 " in netlist
    return netlist.replace(".param volts=12 ", f".param volts={volts} ")
