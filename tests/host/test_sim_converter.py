import subprocess

from treppe_sim.compiled import DEVICE
from treppe_sim.device.converter import convert
from treppe_sim.interpreter import find_micropython

# Codes of all voltages, as the compiled form in the simulated chips gives them without noise.
COMPILED = """
import sys
sys.path.insert(0, {device!r})
import chips
from channel import SUPPLY_THIRD, inputs
for i in range(256):
    chips._noise[i] = 128
for value in range(0, 65536, 3):
    inputs[SUPPLY_THIRD] = value & 255
    inputs[SUPPLY_THIRD + 1] = value >> 8
    print(chips.sample(3) >> 4)
"""


def test_four_codes_are_wide_and_none_is_missing_elsewhere():
    widths = [0] * 4096
    for sixteenths in range(65536):
        widths[convert(sixteenths)] += 1
    wide = [code for code, width in enumerate(widths) if width > 40]
    assert wide == [512, 1536, 2560, 3584]
    assert all(130 < widths[code] < 160 for code in wide)  # about nine codes
    assert all(12 <= width <= 24 for code, width in enumerate(widths) if code not in (*wide, 0, 4095))


def test_the_deviation_stays_within_the_published_one():
    assert max(abs(convert(sixteenths) - sixteenths / 16) for sixteenths in range(65536)) < 8


def test_the_compiled_form_gives_the_same_codes():
    run = subprocess.run(
        [find_micropython(), "-c", COMPILED.format(device=str(DEVICE))], capture_output=True, text=True, check=True
    )
    assert [int(line) for line in run.stdout.split()] == [convert(value) for value in range(0, 65536, 3)]
