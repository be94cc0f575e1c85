"""The serial transport on a pseudo-terminal, with the board's own link at the other end of it."""

import contextlib
import os
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

import pytest
from fakes_link import ListStore, MemoryStorage
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe_host.client import Client
from treppe_host.errors import PortBusy, PortError, PortNotFound, PortVanished, StoreError
from treppe_host.transport import SerialTransport, open_port


class Terminal:
    """A console for the board's link, and at `port` the terminal that the host opens."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.master = -1
        self.plug()

    def plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(slave))
        os.close(slave)
        self.master = master

    def unplug(self) -> None:
        self.port.unlink()
        master, self.master = self.master, -1
        os.close(master)

    def read_into(self, buffer: bytearray) -> int:
        with contextlib.suppress(OSError):
            received = os.read(self.master, len(buffer))
            buffer[: len(received)] = received
            return len(received)
        return 0

    def write(self, content: bytes) -> int:
        with contextlib.suppress(OSError):
            return os.write(self.master, content)
        return 0


class Board:
    """The board's link, ticking in a thread."""

    def __init__(self, port: Path) -> None:
        self.terminal = Terminal(port)
        self.journal = Journal(MemoryStorage())
        hello = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}
        self.link = Link(self.terminal, self.journal, hello, lambda name, fields: {"did": name})
        self.is_running = True
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        began = time.monotonic()
        while self.is_running:
            self.link.tick(int(1000 * (time.monotonic() - began)))
            time.sleep(0.005)

    def stop(self) -> None:
        self.is_running = False
        self.thread.join()
        if self.terminal.master >= 0:
            self.terminal.unplug()


@pytest.fixture
def board(tmp_path):
    board = Board(tmp_path / "port")
    yield board
    board.stop()


def wait_for(is_reached, limit_s: float = 5.0) -> None:
    end = time.monotonic() + limit_s
    while not is_reached():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.005)


def append(board: Board, count: int) -> None:
    for _ in range(count):
        board.journal.append({"k": "action", "player": 0, "word": "a1-b1"})


def test_events_and_commands_pass(board: Board) -> None:
    store = ListStore()
    with SerialTransport(Client(store), str(board.terminal.port)) as transport:
        append(board, 50)
        assert transport.command("pause").result(5) == {"did": "pause"}
        wait_for(lambda: board.journal.acknowledged == 50)
    assert len(store.events) == 50


def test_a_cable_that_is_pulled_and_put_back(board: Board) -> None:
    store = ListStore()
    with SerialTransport(Client(store), str(board.terminal.port)) as transport:
        append(board, 3)
        wait_for(lambda: len(store.events) == 3)
        board.terminal.unplug()
        wait_for(lambda: transport.client.hello is None)
        append(board, 3)
        board.terminal.plug()
        wait_for(lambda: len(store.events) == 6)


def test_a_port_that_vanishes_is_one_clear_error(board: Board) -> None:
    failures = []
    transport = SerialTransport(
        Client(ListStore()), str(board.terminal.port), reconnects=False, on_failure=failures.append
    )
    transport.start()
    board.terminal.unplug()
    with pytest.raises(PortVanished, match="vanished"):
        transport.wait(5)
    assert failures == [transport.failure]


def test_a_store_that_fails_ends_the_transport(board: Board) -> None:
    store = ListStore()

    def fail(name: str, events: object) -> None:
        raise StoreError("disk full")

    store.add_events = fail
    transport = SerialTransport(Client(store), str(board.terminal.port))
    transport.start()
    append(board, 1)
    with pytest.raises(StoreError):
        transport.wait(5)
    assert board.journal.acknowledged == 0


def test_a_busy_port_is_named(board: Board) -> None:
    port = str(board.terminal.port)
    program = f"import serial, sys; s = serial.Serial({port!r}, exclusive=True); print(flush=True); sys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    other.stdout.readline()
    with pytest.raises(PortBusy, match="in use"):
        SerialTransport(Client(ListStore()), str(board.terminal.port)).start()
    other.communicate()
    SerialTransport(Client(ListStore()), str(board.terminal.port)).__enter__().close()


def test_what_is_no_port_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortNotFound, match="plugged in"):
        open_port(str(tmp_path / "none"))
    (tmp_path / "file").write_text("no port")
    with pytest.raises(PortError, match="cannot be used"):
        open_port(str(tmp_path / "file"))


def test_a_board_that_does_not_read_holds_nothing_up(board: Board) -> None:
    board.is_running = False
    board.thread.join()
    transport = SerialTransport(Client(ListStore()), str(board.terminal.port))
    transport.start()
    futures = [transport.command("pause", text="x" * 400) for _ in range(100)]
    began = time.monotonic()
    transport.close()
    assert time.monotonic() - began < 3 and not any(future.done() for future in futures)
