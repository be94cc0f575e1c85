"""The simulated board in real time, with a firmware of few lines: its port, its prompt, its cable, its processes."""

import contextlib
import os
import subprocess
import sys
import time

import pytest
import serial
from treppe_sim.board import PowerFailed, SimulatedBoard
from waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.usefixtures("small_firmware")


@pytest.fixture
def real(tmp_path):
    with SimulatedBoard("square7", tmp_path, has_prompt=True) as board:
        yield board


def open_port(board):
    """Open the port of a board that has started."""
    assert board.run_until(lambda: " boot " in board.last_words(), 1000 * LIMIT_S)
    return serial.serial_for_url(board.port, timeout=0.5, write_timeout=LIMIT_S)


def read_until(port, wanted):
    content = bytearray()
    wait_until(lambda: wanted in content, lambda: content.extend(port.read(port.in_waiting)))
    return bytes(content)


def test_a_port_in_real_time(real):
    with open_port(real) as port:
        assert "square7 boot 1 " in real.last_words()
        port.write(b"t")
        assert b"time " in read_until(port, b"time ")
        real.world.press("END")
        assert b"pressed 17\n" in read_until(port, b"pressed 17\n")  # for long: however slow this computer is
        real.world.release("END")


def test_a_host_comes_and_goes(real):
    for _ in range(3):
        with open_port(real) as port:
            port.write(b"t")
            assert b"time" in read_until(port, b"time")


def test_ctrl_c_reaches_the_interpreter_and_its_prompt_answers(real):
    with open_port(real) as port:
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in read_until(port, b">>> ")
        port.write(b"6*7\r")
        assert b"42" in read_until(port, b"42")


def test_without_a_prompt_whoever_stops_the_firmware_and_goes_on_talking_starts_it_anew(tmp_path):
    with SimulatedBoard("square7", tmp_path) as board, open_port(board) as port:
        port.write(b"\x036*7\r")
        assert board.run_until(lambda: " boot 2 " in board.last_words(), 1000 * LIMIT_S)
        assert "42" not in board.last_words()


def test_unplugged_the_port_vanishes_and_the_board_goes_on(real):
    port = open_port(real)
    real.unplug()
    with pytest.raises(serial.SerialException):
        port.read(10)
    port.close()
    real.plug()
    with open_port(real) as port:
        port.write(b"t")
        assert b"time" in read_until(port, b"\n")  # not "boot": it never stopped


@pytest.mark.long  # a board that waited for its host would come to as many frames, but in ten times the time
def test_a_host_that_does_not_read_stops_nothing(real):
    with open_port(real) as port:
        port.write_timeout = 0.01
        before = real.world.now_us
        num_frames = 0
        until = time.monotonic() + 2
        while time.monotonic() < until:
            with contextlib.suppress(serial.SerialTimeoutException):
                port.write(b"f" * 5)
            time.sleep(0.002)
            if real.world.now_us != before:
                before = real.world.now_us
                num_frames += 1
        assert num_frames > 20  # of 200; who waited for the host each time would come to four


def test_a_firmware_that_writes_blindly_stalls_as_on_a_pico(real):
    with open_port(real) as port:
        port.write(b"b")
        # Nobody reads: who waited for that would never come to say it.
        assert real.run_until(lambda: real.last_words().endswith(" ms\n"), 1000 * LIMIT_S)
        assert int(real.last_words().split("stalled ")[1].split()[0]) >= 300


def test_a_restart_brings_the_port_back(real):
    open_port(real).close()
    real.restart()
    with open_port(real) as port:
        port.write(b"t")
        assert b"time" in read_until(port, b"time")


def test_nothing_is_left_behind(tmp_path):
    board = SimulatedBoard("reed12", tmp_path)
    board.start()
    process = board.controller.process.pid
    board.stop()
    assert not os.path.exists(f"/proc/{process}")
    with pytest.raises(serial.SerialException):
        serial.serial_for_url(board.port)


PARENT = """
import sys, threading
from pathlib import Path
from treppe_sim import runtimes
from treppe_sim.board import SimulatedBoard
runtimes.compiled_folder = lambda: Path(sys.argv[1])
board = SimulatedBoard("reed12", sys.argv[2], clock=sys.argv[3])
board.start()
print(board.controller.process.pid, flush=True)
threading.Event().wait()
"""


@pytest.mark.parametrize("clock", ["real", "virtual"])
def test_the_board_dies_with_a_killed_parent(tmp_path, stand_in, clock):
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(stand_in), str(tmp_path), clock], stdout=subprocess.PIPE, text=True
    )
    board = int(parent.stdout.readline())
    assert os.path.exists(f"/proc/{board}")
    parent.kill()
    parent.wait()
    wait_until(lambda: not os.path.exists(f"/proc/{board}"))


def test_a_reset_in_real_time_brings_the_firmware_and_the_port_back(real):
    with open_port(real) as port:
        port.write(b"r")
        assert real.run_until(lambda: " boot 2 " in real.last_words(), 1000 * LIMIT_S)
    with open_port(real) as port:
        port.write(b"t")
        assert b"time" in read_until(port, b"time")
    assert real.failure is None


def test_the_last_words_of_the_console_are_kept(real):
    with open_port(real) as port:
        port.write(b"x")
        read_until(port, b">>> ")
    assert "ValueError: asked for" in real.last_words()


def test_the_power_goes_in_real_time(tmp_path):
    board = SimulatedBoard("reed12", tmp_path)
    board.start(operations_left=1)
    with pytest.raises(PowerFailed):
        board.run_until(lambda: False, 1000 * LIMIT_S)
    board.stop()
    assert not board.is_powered
