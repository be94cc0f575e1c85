"""The emulated Pico itself: resets, the watchdog, boot mode, a cable that is pulled; `make test-pico`."""

# ruff: noqa: E402
import contextlib
import os
import sys
from pathlib import Path

import pytest
from needs import require

require("pico")
sys.path[:0] = [str(Path(__file__).parent)]

from chip_board import ChipBoard, flash_with
from flash_contents import read_files
from pico_images import IMAGE
from pico_rom import ERASED, copy_uf2

SCRATCH = "0x40058018"  # of eight; the firmware uses the first one
CAUSES = """
import machine
print(machine.reset_cause() == machine.WDT_RESET, machine.mem32[0x40058018])
"""


@pytest.fixture
def board(tmp_path):
    with contextlib.closing(ChipBoard(flash_with(IMAGE), "reed12", tmp_path)) as board:
        await_usb(board)
        yield board


def await_usb(board):
    assert board.run_until(lambda: board.is_at_usb, 3000)


def begin(board, script):
    """Run a script that does not come back."""
    board.stop_firmware()
    board.type(script.encode() + b"\x04")


@pytest.mark.parametrize("ending", ["machine.reset()", "machine.WDT(timeout=200)\nwhile True: pass"])
def test_a_reset_keeps_the_flash_and_what_the_watchdog_notes(board, ending):
    board.run_script("with open('kept', 'w') as file: file.write('this')")
    assert board.run_script(CAUSES) == "False 0"
    begin(board, f"import machine\nmachine.mem32[{SCRATCH}] = 77\n{ending}")
    assert board.run_until(lambda: not board.is_at_usb, 1000), "it did not restart"
    await_usb(board)
    assert board.run_script(CAUSES) == "True 77"
    assert board.run_script("print(open('kept').read())") == "this"
    board.pull_cable()
    board.plug_in()
    await_usb(board)
    assert board.run_script(CAUSES) == "False 0"


def test_in_boot_mode_it_takes_another_image_and_keeps_its_files(board):
    board.run_script("with open('kept', 'w') as file: file.write('this')")
    begin(board, "import machine\nmachine.bootloader()")
    assert board.run_until(lambda: board.is_in_bootsel, 1000) and not board.is_on
    assert read_files(board.flash)["/kept"] == b"this"
    board.plug_in(copy_uf2(IMAGE.read_bytes(), board.flash))
    await_usb(board)
    assert board.run_script("print(open('kept').read())") == "this"


def test_a_cable_is_pulled_in_the_middle_of_an_operation_of_the_flash(board):
    board.run_script("pass")  # the firmware rests
    before = len(board.noted.flash)
    board.pull_cable_at(1)
    begin(board, "import rp2\nrp2.Flash().writeblocks(9, b'x' * 4096)")
    assert board.run_until(lambda: not board.is_on, 1000)
    assert [what for *_, what in board.noted.flash[before:]] == ["erase"]
    board.plug_in()
    await_usb(board)
    board.run_script("pass")
    board.pull_cable_at(2)
    begin(board, "import rp2\nrp2.Flash().writeblocks(9, b'x' * 4096)")
    assert board.run_until(lambda: not board.is_on, 1000)
    system = board.flash[len(ERASED) - 352 * 4096 :]
    assert system[9 * 4096 : 10 * 4096] == b"x" * 2048 + b"\xff" * 2048


def test_its_port_comes_and_goes_with_the_board(board, tmp_path):
    board.stop_firmware()
    with board.open_port(tmp_path) as port:
        assert Path(port.name).exists()
        begun = os.open(port.name, os.O_RDWR | os.O_NOCTTY)
        os.write(begun, b"print(7 * 6)\x04")
        board.run_ms(100)
        assert b"42" in os.read(begun, 4000)  # behind a hello
        board.pull_cable()
        assert not Path(port.name).exists()
        with pytest.raises(OSError, match="Input/output error"):
            os.write(begun, b"?")
        os.close(begun)
        board.plug_in()
        await_usb(board)
        assert Path(port.name).exists()
    assert not Path(port.name).exists()
