"""Bytes that nobody means for the board, Ctrl-C among them: it starts anew at most, and never waits at its prompt."""

import random
from pathlib import Path

import pytest
import serial
from fakes_board import wait_for
from fakes_link import ListStore
from treppe_host.deploy.prompt import Prompt
from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_sim.board import SimulatedBoard

PATIENCE_S = 60.0  # with a computer that has other things to do
RANDOM = random.Random(5)
STRAY = [
    b"\x03",
    b"\r\x03\x03",
    b"AT\r\x03",
    b"\x03\x01import os\x04",
    *(RANDOM.randbytes(50) + b"\x03" for _ in range(3)),
]


@pytest.fixture
def board(tmp_path: Path):
    with SimulatedBoard("reed12", tmp_path / "board", speed=4.0) as board:
        yield board


def hellos(board: SimulatedBoard) -> int:
    return board.last_words().count('"m":"hello"')


@pytest.mark.parametrize("stray", STRAY, ids=range(len(STRAY)))
def test_a_board_without_a_host_starts_anew_by_itself(board: SimulatedBoard, stray: bytes) -> None:
    wait_for(lambda: hellos(board) == 1, PATIENCE_S)
    with serial.Serial(board.port, exclusive=True) as port:
        port.write(stray)
        wait_for(lambda: hellos(board) == 2, PATIENCE_S)
    assert ">>> " not in board.last_words(), "no prompt"


def test_a_host_that_has_said_hello_may_stop_it(board: SimulatedBoard) -> None:
    wait_for(lambda: Path(board.port).exists(), PATIENCE_S)
    with Prompt(board.port) as pico:
        assert pico.ask("6 * 7", int) == 42
        pico.restart()
    wait_for(lambda: hellos(board) == 2, PATIENCE_S)
    wait_for(lambda: Path(board.port).exists(), PATIENCE_S)
    with SerialTransport(Client(ListStore()), board.port) as link:
        wait_for(lambda: link.client.hello is not None, PATIENCE_S)
