"""Commands that talk to a board at a port: log, settings, and databases that fail meanwhile."""

import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes_board import PortBoard
from shell import Shell, action, start, store_game
from sqlalchemy import create_engine, text
from sqlalchemy.event import listen
from treppe_host.link import transport
from treppe_host.link.ports import open_port
from treppe_host.records import log
from treppe_host.store.store import Store
from waiting import LIMIT_S, wait_until


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PortBoard]:
    board = PortBoard(tmp_path / "port")
    yield board
    board.stop()


def test_a_log_until_ctrl_c(shell: Shell, board: PortBoard) -> None:
    board.journal.append(start(size=5))
    board.append(3)
    process = shell.start("log", "--port", board.port)
    wait_until(lambda: board.journal.acknowledged == 4)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0 and not errors
    assert out.startswith("Board b1, square7, firmware 0.1.0") and "Blue: a1-b1" in out
    assert "ends here" in out
    assert re.search(r" 3 +not ended", shell.run("games", "list"))


def test_settings_and_commands_reach_the_board(shell: Shell, board: PortBoard) -> None:
    assert shell.run("boards", "set", "language", "de", "--port", board.port) == "language: de\n"
    words = ("new", "game=step", 'clock={"minutes": 5}', "starter=random")
    assert '"did": "new"' in shell.run("boards", "send", *words, "--port", board.port)
    reported = {"game": "step", "clock": {"minutes": 5}, "starter": "random"}
    assert board.commands == [("set", {"name": "language", "value": "de"}), ("new", reported)]


def test_a_busy_port_is_told_in_one_line(shell: Shell, board: PortBoard) -> None:
    ours = open_port(board.port)
    assert f"port {board.port} is in use by another program" in shell.fail("log", "--port", board.port)
    ours.close()


def test_the_log_goes_on_when_the_board_comes_back(shell: Shell, board: PortBoard) -> None:
    process = shell.start("log", "--port", board.port)
    wait_until(lambda: board.link.lease_active)
    board.terminal.unplug()
    board.append(1)
    board.terminal.plug()
    wait_until(lambda: board.journal.acknowledged == 1)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=LIMIT_S)
    assert "Board b1 does not answer; waiting for it" in out and out.count("Board b1, square7") == 2


def test_the_log_waits_for_a_database_that_is_locked(tmp_path, board, capsys, monkeypatch):
    monkeypatch.setattr(transport, "_STORE_RETRY_S", 0.1)
    store = Store(f"sqlite:///{tmp_path}/games.db")
    listen(store.engine, "connect", lambda opened, _: opened.execute("PRAGMA busy_timeout=10"))
    store.engine.dispose()
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    with log.open_transport(store, board.port, log.EventPrinter(store)) as link:
        wait_until(lambda: board.link.lease_active)
        other.execute("BEGIN IMMEDIATE")
        board.journal.append({"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"})
        board.append(2)
        wait_until(lambda: link.client.hello is None)
        assert board.journal.acknowledged == 0
        other.execute("ROLLBACK")
        wait_until(lambda: board.journal.acknowledged == 3)
    assert store.record_words(1) == ["a1-b1"] * 2
    said = capsys.readouterr().out
    assert said.count("database is locked; the board keeps its events until they can be stored") == 1
    store.close()


def test_the_log_outlives_a_server_that_goes_and_comes_back(own_database, board, tmp_path):
    server = create_engine(own_database.rsplit("/", 1)[0] + "/postgres", isolation_level="AUTOCOMMIT")
    name = f"hiccup_{os.getpid()}"
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
        shell = Shell(tmp_path)
        url = own_database.rsplit("/", 1)[0] + f"/{name}"
        process = shell.start("--db", url, "log", "--port", board.port)
        board.journal.append(start(size=5))
        wait_until(lambda: board.journal.acknowledged == 1)
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
        board.append(3)
        wait_until(lambda: not board.link.lease_active)
        assert board.journal.acknowledged == 1 and process.poll() is None
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
        wait_until(lambda: board.journal.acknowledged == 4)
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
        board.append(1)
        wait_until(lambda: board.journal.acknowledged == 5)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0 and not errors
    assert "the board keeps its events until they can be stored" in out
    store = Store(url)
    assert store.record_words(1) == ["a1-b1"] * 4
    store.close()


def test_a_damaged_database_is_told_before_anything_is_logged(shell: Shell, board: PortBoard) -> None:
    file = shell.folder / "data/games.db"
    store_game(file, [start(players=2)] + [action(0, "x" * 50)] * 400)
    content = bytearray(file.read_bytes())
    content[8 * 4096 : 20 * 4096] = bytes(12 * 4096)
    file.write_bytes(content)
    for words in (("log", "--port", board.port), ("play", "--port", board.port)):
        assert "is damaged (" in shell.fail(*words)
    assert not board.link.lease_active


def test_a_database_that_fails_while_logging_is_told_in_one_line(shell: Shell, board: PortBoard) -> None:
    process = shell.start("log", "--port", board.port)
    wait_until(lambda: board.link.lease_active)
    file = shell.folder / "data/games.db"
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE actions")
    connection.execute("DROP TABLE events")
    connection.commit()
    board.append(1)
    assert "no such table: events" in shell.end(process)
    assert board.journal.acknowledged == 0
