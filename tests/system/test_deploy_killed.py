"""A program that is killed while it has a board at its prompt leaves one that the next link brings back."""

import subprocess
import sys
import time

import pytest
import serial
from fakes_link import ListStore
from treppe.link.line import encode
from treppe_host.link.client import Client
from treppe_host.link.enquiry import Enquiry
from treppe_host.link.transport import SerialTransport
from treppe_sim.board import SimulatedBoard
from waiting import LIMIT_S, wait_until

pytestmark = [pytest.mark.long, pytest.mark.first]

RAW, PASTE = b"\r\x03\x03\x01", b"\x05A\x01"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("board")
    with SimulatedBoard("square7", folder / "board", speed=4.0, has_prompt=True) as board:
        yield board


def greet(board: SimulatedBoard) -> None:
    with Enquiry(board.port) as talk:
        assert talk.hello(LIMIT_S), board.last_words()


def is_brought_back(board: SimulatedBoard) -> None:
    with SerialTransport(Client(ListStore()), board.port) as link:
        wait_until(lambda: link.client.hello is not None)


@pytest.mark.parametrize(
    "left",
    [b"\r\x03\x03", RAW, RAW + b"import os\nos.remove('/none'", RAW + PASTE, RAW + PASTE + b"import os\nos.remove("],
    ids=["for people", "for programs", "half a program", "to be pasted", "half pasted"],
)
def test_a_board_at_its_prompt_is_brought_back_by_the_next_link(board: SimulatedBoard, left: bytes) -> None:
    with serial.serial_for_url(board.port) as port:
        port.write(b"\n" + encode({"hello": "tool"}))  # else it may not stop the board
        wait_until(lambda: "tool" in board.last_words())
        port.write(left)
        wait_until(lambda: ">>> " in board.last_words())
        time.sleep(0.5)
    is_brought_back(board)


WRITER = """
import sys
from treppe_host.deploy.prompt import Prompt
with Prompt(sys.argv[1]) as pico:
    print(flush=True)
    while True:
        pico.write({f"/scratch{number}": bytes(number * 1000) for number in range(9)})
        pico.hashes("/journal")
"""


@pytest.mark.parametrize("after_s", [0.05, 0.4, 0.75, 1.1])
def test_a_program_that_is_killed_at_the_prompt_leaves_a_board_that_the_next_link_brings_back(board, after_s):
    greet(board)
    process = subprocess.Popen([sys.executable, "-c", WRITER, board.port], stdout=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(after_s)
    process.kill()
    process.communicate()
    is_brought_back(board)
