"""The simulated board from outside, with a firmware of few lines: drivers, chips, clocks, power, USB."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial
from treppe_sim import controller
from treppe_sim.board import PowerFailed, SimulatedBoard
from treppe_sim.compiled import DEVICE
from treppe_sim.controller import BoardDied
from treppe_sim.interpreter import InterpreterMissing
from treppe_sim.keeping import BoardBusy, UnreadableWorld

STAND_IN = Path(__file__).parents[1] / "data" / "stand_in"


class Tap:
    """Stands in for the host's end of the link: keeps what comes, sends what it is told to."""

    def __init__(self):
        self.received = b""
        self.output = b""

    def feed(self, received, now_s):
        self.received += received

    def tick(self, now_s):
        pass

    def take_output(self):
        output, self.output = self.output, b""
        return output


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory):
    """Return a folder as the compiled firmware lies in, with a firmware of few lines."""
    folder = shutil.copytree(STAND_IN, tmp_path_factory.mktemp("firmware") / "stand_in")
    (folder / "sim").symlink_to(DEVICE)
    return folder


@pytest.fixture(autouse=True)
def small_firmware(monkeypatch, stand_in):
    monkeypatch.setattr(controller, "compiled_folder", lambda: stand_in)


@pytest.fixture
def virtual(tmp_path):
    boards = []

    def make(surface, **options):
        board = SimulatedBoard(surface, tmp_path / surface, clock="virtual", **options)
        board.tap = Tap()
        board.attach(board.tap)
        boards.append(board)
        return board

    yield make
    for board in boards:
        board.stop()


def ask(board, letter):
    board.run_ms(30)
    board.tap.received = b""
    board.tap.output = letter
    board.run_ms(40)
    return board.tap.received.decode()


def frame_of(board):
    return [int(value) for value in ask(board, b"f").split()[1:]]


@pytest.mark.parametrize("surface", ["reed12", "square7", "hex49"])
def test_it_boots_and_knows_its_surface(virtual, surface):
    board = virtual(surface)
    board.start()
    board.run_ms(30)
    assert board.tap.received.decode().startswith(f"{surface} boot 1 board ")


def test_reeds_reach_their_bits_and_the_echo_comes_back(virtual):
    board = virtual("reed12")
    board.start()
    assert frame_of(board) in ([255] * 18 + [0, 0], [255] * 20)
    for field in (0, 7, 77, 143):
        stacks = [["S0"] if other == field else [] for other in range(144)]
        board.world.arrange(stacks, {})
        channel = board.surface.CHANNELS[field]
        expected = [255] * 18
        expected[channel >> 3] ^= 1 << (channel & 7)
        frame = frame_of(board)
        assert frame[:18] == expected and frame[18] == frame[19] in (0, 255)


def test_cells_reach_their_channels_with_references_and_noise(virtual):
    board = virtual("square7")
    board.start()
    empty = frame_of(board)
    for mux in range(4):
        assert abs(empty[16 * mux] / 4 - 778) < 4 and abs(empty[16 * mux + 15] / 4 - 1024) < 4
    assert all(2580 < empty[channel] / 4 < 2660 for channel in board.surface.CHANNELS)
    assert empty != frame_of(board)  # noise
    for field in (0, 13, 41, 48):
        board.world.arrange([["B", "O0"] if other == field else [] for other in range(49)], {})
        frame = frame_of(board)
        changed = [place for place in range(64) if frame[place] - empty[place] > 300]
        assert changed == [board.surface.CHANNELS[field]]


def test_lamps_are_seen_in_their_colours(virtual):
    board = virtual("square7")
    board.start()
    assert "shown False True" in ask(board, b"l")  # begun, and on its way
    assert board.world.lamps == b"".join(bytes((255, number, 7)) for number in range(49))
    assert board.world.lamp(7) == (255, board.surface.LAMPS[7], 7)


def test_buttons_short_and_long(virtual):
    board = virtual("square7")
    board.start()
    for number, button in enumerate(("END", "UNDO", "MENU", "OK")):
        board.run_ms(50)
        board.tap.received = b""
        board.world.press(button)
        board.run_ms(100)
        board.world.release(button)
        board.run_ms(50)
        assert board.tap.received == b"pressed %d\n" % (1 << number)
    board.tap.received = b""
    board.world.press("OK")
    board.run_ms(2000)
    board.world.release("OK")
    board.run_ms(50)
    assert board.tap.received == b"pressed 24\n"


def test_the_surface_memory_holds_two_calibrations(virtual):
    board = virtual("square7")
    board.start()
    answer = ask(board, b"m").split()
    assert len(answer) == 3 and answer[1] == answer[2] and bytes.fromhex(answer[1]).startswith(b"TCAL")


def test_the_flash_outlives_power_cuts_and_restarts(virtual):
    board = virtual("reed12")
    board.start()
    ask(board, b"w")
    for boot in (2, 3):
        board.restart()
        board.tap.received = b""
        board.run_ms(30)
        assert f" boot {boot} " in board.tap.received.decode()
    assert ask(board, b"w") == "names boots,kept\n"


def test_the_power_can_go_at_any_flash_operation(virtual):
    board = virtual("reed12")
    board.start()
    board.cut_power()
    cuts = 0
    for operations in range(8):
        try:
            board.start(operations)
            ask(board, b"w")
            board.cut_power()
        except PowerFailed:
            cuts += 1
        assert not board.is_powered
        board.start()
        board.tap.received = b""
        board.run_ms(30)
        assert b" boot " in board.tap.received
        board.cut_power()
    assert cuts > 2


def test_a_reset_runs_the_firmware_again(virtual):
    board = virtual("reed12")
    board.start()
    board.run_ms(30)
    board.tap.output = b"r"
    board.run_ms(100)
    assert b" boot 2 " in board.tap.received


def test_an_exception_that_escapes_is_told_with_its_traceback(virtual):
    board = virtual("reed12")
    board.start()
    board.run_ms(30)
    board.tap.output = b"x"
    with pytest.raises(BoardDied, match="ValueError: asked for"):
        board.run_ms(100)


def test_writing_the_flash_takes_the_boards_time(virtual):
    board = virtual("reed12")
    board.start()
    board.run_ms(300)
    assert board.pauses_ms and 40 < max(board.pauses_ms) < 2000  # a new file system
    board.pauses_ms.clear()
    board.run_ms(500)
    assert not board.pauses_ms


def test_virtual_time_is_exact(virtual):
    board = virtual("reed12")
    board.start()
    board.run_ms(300)
    switched_on_ms = board.now_ms
    board.run_ms(10_000)
    assert 10_000 <= board.now_ms - switched_on_ms <= 10_080
    assert board.run_until(lambda: board.now_ms > switched_on_ms + 11_000, 2000)
    assert not board.run_until(lambda: False, 100)


def test_pieces_stay_where_they_are_while_the_program_is_away(virtual, tmp_path):
    board = virtual("square7", seed=4)
    board.start()
    board.world.arrange([["B"] if field == 5 else [] for field in range(49)], {"B": 3})
    board.world.lift(5)
    board.stop()
    again = SimulatedBoard("square7", tmp_path / "square7", clock="virtual", seed=99)
    assert again.world.seed == 4 and again.world.hand == ["B"] and again.world.supply == {"B": 3}


@pytest.fixture
def real(tmp_path):
    with SimulatedBoard("square7", tmp_path) as board:
        yield board


def open_port(board):
    return serial.Serial(board.port, 115200, timeout=2, write_timeout=0.01, exclusive=True)


def read_until(port, wanted):
    content = b""
    end = time.monotonic() + 10
    while wanted not in content and time.monotonic() < end:
        content += port.read(max(1, port.in_waiting))
    return content


def test_a_port_in_real_time(real):
    with open_port(real) as port:
        assert b"square7 boot 1" in port.readline()
        port.write(b"t")
        assert port.readline().startswith(b"time ")
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
        read_until(port, b"boot")
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in read_until(port, b">>> ")
        port.write(b"6*7\r")
        assert b"42" in read_until(port, b"42")


def test_unplugged_the_port_vanishes_and_the_board_goes_on(real):
    port = open_port(real)
    read_until(port, b"boot")
    real.unplug()
    assert not os.path.exists(real.port)
    with pytest.raises(serial.SerialException):
        port.read(10)
    port.close()
    real.plug()
    with open_port(real) as port:
        port.write(b"t")
        assert b"time" in read_until(port, b"\n")  # not "boot": it never stopped


def test_a_host_that_does_not_read_stops_nothing(real):
    with open_port(real) as port:
        read_until(port, b"boot")
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
        read_until(port, b"boot")
        port.write(b"b")
        time.sleep(2)
        said = read_until(port, b" ms")
        assert 300 <= int(said.split(b"stalled ")[1].split()[0]) < 1000


def test_a_restart_brings_the_port_back(real):
    with open_port(real) as port:
        read_until(port, b"boot")
    real.restart()
    with open_port(real) as port:
        port.write(b"t")
        assert b"time" in read_until(port, b"time")


def test_nothing_is_left_behind(tmp_path):
    board = SimulatedBoard("reed12", tmp_path)
    board.start()
    process = board._controller._process.pid
    board.stop()
    assert not os.path.exists(f"/proc/{process}") and not os.path.lexists(board.port)


PARENT = """
import sys, time
from pathlib import Path
from treppe_sim import controller
from treppe_sim.board import SimulatedBoard
controller.compiled_folder = lambda: Path(sys.argv[1])
board = SimulatedBoard("reed12", sys.argv[2], clock=sys.argv[3])
board.start()
print(board._controller._process.pid, flush=True)
time.sleep(60)
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
    end = time.monotonic() + 30
    while os.path.exists(f"/proc/{board}") and time.monotonic() < end:
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{board}")


def test_a_reset_in_real_time_brings_the_firmware_and_the_port_back(real):
    with open_port(real) as port:
        read_until(port, b"boot")
        port.write(b"r")
        time.sleep(0.3)
    with open_port(real) as port:
        port.write(b"t")
        assert b"time" in read_until(port, b"time")
    assert real.failure is None


def test_the_last_words_of_the_console_are_kept(real):
    with open_port(real) as port:
        read_until(port, b"boot")
        port.write(b"x")
        read_until(port, b">>> ")
    assert "ValueError: asked for" in real.last_words()


def test_the_power_goes_in_real_time(tmp_path):
    board = SimulatedBoard("reed12", tmp_path)
    board.start(operations_left=1)
    with pytest.raises(PowerFailed):
        board.run_until(lambda: False, 3000)
    board.stop()
    assert not board.is_powered


def test_one_program_has_a_board(tmp_path):
    with SimulatedBoard("reed12", tmp_path, clock="virtual"):
        second = SimulatedBoard("reed12", tmp_path)
        with pytest.raises(BoardBusy, match="another program"):
            second.start()
        second.stop()
    with SimulatedBoard("reed12", tmp_path, clock="virtual") as third:
        assert third.is_powered


@pytest.mark.parametrize("content", ["", "[]", '{"seed": 1}', '{"surface": "square7", "seed": 1}'])
def test_a_damaged_world_is_named_and_left_alone(tmp_path, content):
    (tmp_path / "world.json").write_text(content)
    with pytest.raises(UnreadableWorld, match="move it away"):
        SimulatedBoard("reed12", tmp_path)
    assert (tmp_path / "world.json").read_text() == content


def test_a_missing_interpreter_is_one_clear_error(tmp_path, monkeypatch):
    monkeypatch.setenv("TREPPE_MICROPYTHON", "/nowhere/micropython")
    for clock in ("real", "virtual"):
        with (
            pytest.raises(InterpreterMissing, match="/nowhere/micropython"),
            SimulatedBoard("reed12", tmp_path, clock=clock),
        ):
            pass
    assert not os.path.lexists(tmp_path / "port")
