"""The simulated board from outside, in virtual time, with a firmware of few lines: drivers, chips, clocks, power."""

import os

import pytest
from treppe_sim.board import PowerFailed, SimulatedBoard
from treppe_sim.board_files import BoardBusy, UnreadableFile
from treppe_sim.errors import BoardDied
from treppe_sim.interpreter import InterpreterMissing

pytestmark = pytest.mark.usefixtures("small_firmware")


class Tap:
    """Stands in for the host's end of the link: keeps what comes, sends what it is asked to."""

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


@pytest.fixture
def virtual(tmp_path):
    boards = []

    def make(surface, **options):
        board = SimulatedBoard(surface, tmp_path / surface, clock="virtual", **options)
        board.tap = Tap()
        board.attach(board.tap)
        boards.append(board)
        board.start()
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
    board.run_ms(30)
    assert board.tap.received.decode().startswith(f"{surface} boot 1 board ")


def test_reeds_reach_their_bits_and_the_echo_comes_back(virtual):
    board = virtual("reed12")
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
    empty = frame_of(board)
    for mux in range(4):
        assert abs(empty[16 * mux] / 4 - 819) < 4 and abs(empty[16 * mux + 15] / 4 - 1024) < 4
    assert all(2580 < empty[channel] / 4 < 2660 for channel in board.surface.CHANNELS)
    assert empty != frame_of(board)  # noise
    for field in (0, 13, 41, 48):
        board.world.arrange([["B", "O0"] if other == field else [] for other in range(49)], {})
        frame = frame_of(board)
        changed = [place for place in range(64) if frame[place] - empty[place] > 300]
        assert changed == [board.surface.CHANNELS[field]]


def test_lamps_are_seen_in_their_colours(virtual):
    board = virtual("square7")
    assert "shown False True" in ask(board, b"l")  # begun, and on its way
    assert board.world.lamps == b"".join(bytes((255, number, 7)) for number in range(49))
    assert board.world.lamp(7) == (255, board.surface.LAMPS[7], 7)


def test_buttons_short_and_long(virtual):
    board = virtual("square7")
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
    answer = ask(board, b"m").split()
    assert len(answer) == 3 and answer[1] == answer[2] and bytes.fromhex(answer[1]).startswith(b"TCAL")


def test_the_flash_outlives_power_cuts_and_restarts(virtual):
    board = virtual("reed12")
    ask(board, b"w")
    for boot in (2, 3):
        board.restart()
        board.tap.received = b""
        board.run_ms(30)
        assert f" boot {boot} " in board.tap.received.decode()
    assert ask(board, b"w") == "names boots,kept\n"


def test_the_power_can_go_at_any_flash_operation(virtual):
    board = virtual("reed12")
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
    board.run_ms(30)
    board.tap.output = b"r"
    board.run_ms(100)
    assert b" boot 2 " in board.tap.received


def test_an_exception_that_escapes_is_told_with_its_traceback(virtual):
    board = virtual("reed12")
    board.run_ms(30)
    board.tap.output = b"x"
    with pytest.raises(BoardDied, match="ValueError: asked for"):
        board.run_ms(100)


def test_writing_the_flash_takes_the_boards_time(virtual):
    board = virtual("reed12")
    board.run_ms(300)
    assert board.pauses_ms and 40 < max(board.pauses_ms) < 2000  # a new file system
    board.pauses_ms.clear()
    board.run_ms(500)
    assert not board.pauses_ms


def test_virtual_time_is_exact(virtual):
    board = virtual("reed12")
    board.run_ms(300)
    switched_on_ms = board.now_ms
    board.run_ms(10_000)
    assert 10_000 <= board.now_ms - switched_on_ms <= 10_080
    assert board.run_until(lambda: board.now_ms > switched_on_ms + 11_000, 2000)
    assert not board.run_until(lambda: False, 100)


def test_pieces_stay_where_they_are_while_the_program_is_away(virtual, tmp_path):
    board = virtual("square7", seed=4)
    board.world.arrange([["B"] if field == 5 else [] for field in range(49)], {"B": 3})
    board.world.lift(5)
    board.stop()
    again = SimulatedBoard("square7", tmp_path / "square7", clock="virtual", seed=99)
    assert again.world.seed == 4 and again.world.hand == ["B"] and again.world.supply == {"B": 3}


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
    with pytest.raises(UnreadableFile, match="move it away"):
        SimulatedBoard("reed12", tmp_path)
    assert (tmp_path / "world.json").read_text() == content


@pytest.mark.parametrize("content", [b"", b"\xff" * 9000, bytes(1_441_792)])
def test_a_damaged_flash_is_named_and_left_alone(tmp_path, content):
    (tmp_path / "flash.img").write_bytes(content)
    board = SimulatedBoard("reed12", tmp_path)
    with pytest.raises(UnreadableFile, match=r"flash\.img .* move it away"):
        board.start()
    board.stop()
    assert (tmp_path / "flash.img").read_bytes() == content


def test_a_missing_interpreter_is_one_clear_error(tmp_path, monkeypatch):
    monkeypatch.setenv("TREPPE_MICROPYTHON", "/nowhere/micropython")
    for clock in ("real", "virtual"):
        with (
            pytest.raises(InterpreterMissing, match="/nowhere/micropython"),
            SimulatedBoard("reed12", tmp_path, clock=clock),
        ):
            pass
    assert not os.path.lexists(tmp_path / "port")
