"""Bytes that nobody means for the board, Ctrl-C among them: it starts anew at most, and never waits at its prompt."""

import random
from pathlib import Path

import pytest
import serial
from fakes_link import ListStore
from treppe_host.deploy.prompt import Prompt
from treppe_host.link.client import Client
from treppe_host.link.transport import SerialTransport
from treppe_sim.board import SimulatedBoard
from waiting import wait_until

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
    with SimulatedBoard("reed12", tmp_path / "board", speed=4.0, has_prompt=True) as board:
        yield board


def hellos(board: SimulatedBoard) -> int:
    return board.last_words().count('"m":"hello"')


@pytest.mark.parametrize("stray", STRAY, ids=range(len(STRAY)))
def test_a_board_without_a_host_starts_anew_by_itself(board: SimulatedBoard, stray: bytes) -> None:
    wait_until(lambda: hellos(board) == 1)
    with serial.serial_for_url(board.port) as port:
        port.write(stray)
        wait_until(lambda: hellos(board) == 2)
    assert ">>> " not in board.last_words(), "no prompt"


def test_a_host_that_has_said_hello_may_stop_it(board: SimulatedBoard) -> None:
    wait_until(lambda: hellos(board) == 1)
    with Prompt(board.port) as pico:
        assert pico.ask("6 * 7", int) == 42
        pico.restart()
    wait_until(lambda: hellos(board) == 2)
    with SerialTransport(Client(ListStore()), board.port) as link:
        wait_until(lambda: link.client.hello is not None)
