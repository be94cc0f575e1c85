"""The serial transport on a pseudo-terminal, with the board's own link at the other end of it."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from fakes_board import PortBoard, wait_for
from fakes_link import ListStore
from treppe_host.client import Client
from treppe_host.errors import PortBusy, PortError, PortNotFound, PortVanished, StoreError
from treppe_host.transport import SerialTransport, open_port


@pytest.fixture
def board(tmp_path):
    board = PortBoard(tmp_path / "port")
    yield board
    board.stop()


def test_events_and_commands_pass(board: PortBoard) -> None:
    store = ListStore()
    with SerialTransport(Client(store), board.port) as transport:
        board.append(50)
        assert transport.command("pause").result(5) == {"did": "pause"}
        wait_for(lambda: board.journal.acknowledged == 50)
    assert len(store.events) == 50


def test_a_cable_that_is_pulled_and_put_back(board: PortBoard) -> None:
    store = ListStore()
    with SerialTransport(Client(store), board.port) as transport:
        board.append(3)
        wait_for(lambda: len(store.events) == 3)
        board.terminal.unplug()
        wait_for(lambda: transport.client.hello is None)
        board.append(3)
        board.terminal.plug()
        wait_for(lambda: len(store.events) == 6)


def test_a_port_that_vanishes_is_one_clear_error(board: PortBoard) -> None:
    failures = []
    transport = SerialTransport(Client(ListStore()), board.port, reconnects=False, on_failure=failures.append)
    transport.start()
    board.terminal.unplug()
    with pytest.raises(PortVanished, match="vanished"):
        transport.wait(5)
    assert failures == [transport.failure]


def test_a_store_that_fails_ends_the_transport(board: PortBoard) -> None:
    store = ListStore()

    def fail(name: str, events: object) -> None:
        raise StoreError("disk full")

    store.add_events = fail
    transport = SerialTransport(Client(store), board.port)
    transport.start()
    board.append(1)
    with pytest.raises(StoreError):
        transport.wait(5)
    assert board.journal.acknowledged == 0


def test_a_busy_port_is_named(board: PortBoard) -> None:
    port = board.port
    program = f"import serial, sys; s = serial.Serial({port!r}, exclusive=True); print(flush=True); sys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    other.stdout.readline()
    with pytest.raises(PortBusy, match="in use"):
        SerialTransport(Client(ListStore()), board.port).start()
    other.communicate()
    SerialTransport(Client(ListStore()), board.port).__enter__().close()


def test_what_is_no_port_is_named(tmp_path: Path) -> None:
    with pytest.raises(PortNotFound, match="plugged in"):
        open_port(str(tmp_path / "none"))
    (tmp_path / "file").write_text("no port")
    with pytest.raises(PortError, match="cannot be used"):
        open_port(str(tmp_path / "file"))


def test_a_board_that_does_not_read_holds_nothing_up(board: PortBoard) -> None:
    board.halt()
    transport = SerialTransport(Client(ListStore()), board.port)
    transport.start()
    futures = [transport.command("pause", text="x" * 400) for _ in range(100)]
    began = time.monotonic()
    transport.close()
    assert time.monotonic() - began < 3 and not any(future.done() for future in futures)
