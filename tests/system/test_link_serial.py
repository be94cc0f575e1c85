"""The serial transport on a pseudo-terminal, with the board's own link at the other end of it."""

import contextlib
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from fakes_board import HELLO, PortBoard
from fakes_link import ListStore
from treppe_host.errors import (
    CommandUnanswered,
    PortBusy,
    PortError,
    PortNotFound,
    PortVanished,
    StoreError,
    TreppeError,
)
from treppe_host.link.client import Client
from treppe_host.link.ports import open_port
from treppe_host.link.transport import SerialTransport
from treppe_host.link.usb_boards import UsbBoard
from treppe_host.records.log import log_all
from treppe_host.store.store import Store
from waiting import LIMIT_S, wait_until


class Enough(Exception):
    """It ends a log of all boards."""


@pytest.fixture
def board(tmp_path):
    board = PortBoard(tmp_path / "port")
    yield board
    board.stop()


def test_events_and_commands_pass(board: PortBoard) -> None:
    store = ListStore()
    with SerialTransport(Client(store), board.port) as transport:
        board.append(50)
        assert transport.command("pause").result(LIMIT_S) == {"did": "pause"}
        wait_until(lambda: board.journal.acknowledged == 50)
    assert len(store.events) == 50


def test_a_cable_that_is_pulled_and_put_back(board: PortBoard) -> None:
    store = ListStore()
    with SerialTransport(Client(store), board.port) as transport:
        board.append(3)
        wait_until(lambda: len(store.events) == 3)
        board.terminal.unplug()
        wait_until(lambda: transport.client.hello is None)
        board.append(3)
        board.terminal.plug()
        wait_until(lambda: len(store.events) == 6)


def test_a_port_that_vanishes_is_one_clear_error(board: PortBoard) -> None:
    failures = []
    transport = SerialTransport(Client(ListStore()), board.port, reconnects=False, on_failure=failures.append)
    transport.start()
    board.terminal.unplug()
    with pytest.raises(PortVanished, match="vanished"):
        transport.wait(LIMIT_S)
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
        transport.wait(LIMIT_S)
    assert board.journal.acknowledged == 0


def test_a_store_that_fails_for_a_while_misses_nothing(board: PortBoard) -> None:
    store = ListStore()
    add, errors = store.add_events, []

    def fail_once(name: str, events: object) -> None:
        if not errors:
            raise StoreError("locked")
        add(name, events)

    store.add_events = fail_once
    with SerialTransport(Client(store), board.port, on_store_error=errors.append):
        board.append(3)
        wait_until(lambda: board.journal.acknowledged == 3)
    assert len(store.events) == 3 and [str(error) for error in errors] == ["locked"]


def test_a_busy_port_is_named(board: PortBoard) -> None:
    port = board.port
    program = f"import serial, sys; s = serial.Serial({port!r}, exclusive=True); print(flush=True); sys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    other.stdout.readline()
    with pytest.raises(PortBusy, match="in use"):
        SerialTransport(Client(ListStore()), board.port).start()
    other.communicate()
    SerialTransport(Client(ListStore()), board.port).__enter__().close()


HOLD = "import fcntl, os, sys; f = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY); fcntl.flock(f, fcntl.LOCK_EX);"
BECOME = "os.set_inheritable(f, True); os.execv(sys.executable, sys.argv[2:])"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["-bash"], r"\(-bash, process \d+\)"),
        (["python3"], r"\(python3, process \d+\)"),
        (["/usr/bin/python3", "-u", "-"], r"\(python3, process \d+\)"),
        (["screen" * 20], r"\((screen){6}scre..., process \d+\)"),
    ],
)
def test_whatever_holds_a_port_is_named_by_the_words_it_has(board: PortBoard, words, named) -> None:
    command = [sys.executable, "-c", HOLD + BECOME, board.port, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env={"PYTHONPATH": ""}) as holder:
        wait_until(lambda: Path(f"/proc/{holder.pid}/cmdline").read_text().split("\0")[: len(words)] == words)
        with pytest.raises(PortBusy, match=named):
            open_port(board.port)
        holder.stdin.close()


def serve(board: PortBoard, server: socket.socket) -> None:
    """Offer a board's port over TCP to one after the other, as ser2net does."""
    with contextlib.suppress(OSError):
        while True:
            connection, _ = server.accept()
            port = open_port(board.port)
            connection.settimeout(0.005)
            with contextlib.suppress(ConnectionError), connection:
                while True:
                    connection.sendall(port.receive())
                    with contextlib.suppress(TimeoutError):
                        received = connection.recv(4096)
                        if not received:
                            break
                        port.send(received)
            port.close()


def test_a_board_over_tcp(board: PortBoard) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(board, server), daemon=True).start()
        name = f"socket://127.0.0.1:{server.getsockname()[1]}"
        store = ListStore()
        for number in (1, 2):
            with SerialTransport(Client(store), name) as transport:
                board.append(20)
                assert transport.command("pause").result(LIMIT_S) == {"did": "pause"}
                wait_until(lambda number=number: board.journal.acknowledged == 20 * number)
        assert [event["e"] for event in store.events] == list(range(1, 41))
        server.shutdown(socket.SHUT_RDWR)


def test_a_board_that_comes_back_under_another_name_is_found(board: PortBoard, tmp_path: Path) -> None:
    names = [board.port]
    store = ListStore()
    with SerialTransport(Client(store), lambda: names[-1]):
        board.append(1)
        wait_until(lambda: len(store.events) == 1)
        board.terminal.unplug()
        board.terminal.port = tmp_path / "ttyACM1"
        names.append(str(board.terminal.port))
        board.append(1)
        board.terminal.plug()
        wait_until(lambda: len(store.events) == 2)


def test_another_board_at_the_same_port_is_told_apart(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    first = PortBoard(tmp_path / "port", "b1")
    with SerialTransport(Client(store), first.port) as transport:
        first.append(3)
        wait_until(lambda: first.journal.acknowledged == 3)
        first.stop()
        second = PortBoard(tmp_path / "port", "b2")
        second.append(2)
        wait_until(lambda: second.journal.acknowledged == 2)
        assert transport.client.board == "b2"
    second.stop()
    for name, number in (("b1", 3), ("b2", 2)):
        hello = HELLO | {"board": name, "boot": 1, "ms": 0, "next": number + 1, "journal": ""}
        assert store.connect_board(hello) == number
    store.close()


def test_a_simulated_board_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TREPPE_DATA", str(tmp_path))
    store = ListStore()
    with SerialTransport(Client(store), "sim:reed12") as transport:
        wait_until(lambda: transport.client.hello is not None)
        assert transport.client.hello["surface"] == "reed12"
        assert len(transport.client.hello["journal"]) == 8


def test_all_boards_are_logged_and_one_that_is_busy_does_not_matter(tmp_path: Path, capsys) -> None:
    boards = [PortBoard(tmp_path / name, name) for name in ("b1", "b2")]
    ours = open_port(boards[0].port)
    found = [UsbBoard(boards[0].port, "b1")]
    store = Store(f"sqlite:///{tmp_path}/games.db")

    looks: list[int] = []

    def look() -> list[UsbBoard]:
        looks.append(len(found))
        if len(found) == 3:
            raise Enough
        return list(found)

    def play() -> None:
        wait_until(lambda: len(looks) > 1)  # the port was found to be busy
        ours.close()
        found.append(UsbBoard(boards[1].port, "b2"))
        for board in boards:
            board.append(3)
        for board in boards:
            wait_until(lambda board=board: board.journal.acknowledged == 3)
        found.append(UsbBoard("", ""))

    player = threading.Thread(target=play, daemon=True)
    player.start()
    with pytest.raises(Enough):
        log_all(store, look)
    for board in boards:
        board.stop()
    out = capsys.readouterr().out
    assert "in use by another program" in out and out.count("Blue: a1-b1") == 6
    for name in ("b1", "b2"):
        assert f"Board {name} says: it is no JSON object" in out
        assert store.connect_board(HELLO | {"board": name, "boot": 1, "ms": 0, "next": 4, "journal": ""}) == 3
    store.close()


def test_a_board_with_another_protocol_is_named_once_and_logged_after_its_update(tmp_path: Path, capsys) -> None:
    old = PortBoard(tmp_path / "port", protocol=99)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    seen = []

    def look() -> list[UsbBoard]:
        seen.append(capsys.readouterr().out)
        if len(seen) == 5:
            old.stop()
            boards.append(PortBoard(tmp_path / "port"))
            boards[0].append(3)
        if (boards and boards[0].journal.acknowledged == 3) or len(seen) > 30:
            raise Enough
        return [UsbBoard(old.port, "b1")]

    boards: list[PortBoard] = []
    with pytest.raises(Enough):
        log_all(store, look)
    boards[0].stop()
    out = "".join(seen) + capsys.readouterr().out
    assert out.count("protocol 99") == 1 and out.count("Blue: a1-b1") == 3
    store.close()


def test_a_link_that_has_failed_is_begun_again_when_its_board_is_plugged_in_anew(tmp_path: Path) -> None:
    board = PortBoard(tmp_path / "port")
    board.append(1)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    looks: list[str] = []
    failures: list[str] = []

    def fail_once(client: Client) -> None:
        def fail(_: object) -> None:
            if not failures:
                failures.append("")
                raise TreppeError("a failure")

        client.observe("connected", fail)

    def look() -> list[UsbBoard]:
        looks.append("")
        if board.journal.acknowledged == 1 or len(looks) > 20:
            raise Enough
        return [] if len(looks) == 4 else [UsbBoard(board.port, "b1")]

    with pytest.raises(Enough):
        log_all(store, look, attach=fail_once)
    board.stop()
    store.close()
    assert failures and board.journal.acknowledged == 1


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
    transport.close()
    assert all("has ended" in str(future.exception(0)) for future in futures), "who waits for an answer waits no longer"
    with pytest.raises(CommandUnanswered, match="has ended"):
        transport.command("pause")
