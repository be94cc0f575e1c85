"""Databases that are opened: what cannot be, what is locked, and how safely SQLite is used."""

import shutil
import socket
import sqlite3
from collections import namedtuple
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import OperationalError
from stored_board import Board
from treppe_host.errors import StoreDamaged, StoreError, StoreUnavailable
from treppe_host.store.database import explained
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store


def test_sqlite_is_used_durably(sqlite: Store) -> None:
    with sqlite.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2


def test_the_password_of_a_database_is_never_told() -> None:
    for url in ("postgresql://ann:sesame@127.0.0.1:1/games", "nonsense://ann:sesame@x/y"):
        with pytest.raises(StoreError) as failure:
            Store(url)
        assert "sesame" not in str(failure.value)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite:////dev/null/games.db", "there is no folder /dev/null"),
        ("sqlite:////proc/games.db", "unable to open"),
        ("sqlite:////", "unable to open"),
        ("nonsense", "Could not parse"),
        ("nonsense://x", "Can't load plugin"),
        ("postgresql+none://x", "Can't load plugin"),
        ("postgresql://127.0.0.1:1/games", "connection failed"),
    ],
)
def test_what_cannot_be_opened_is_one_line(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason) as failure:
        Store(url)
    assert "\n" not in str(failure.value)


def test_other_files_and_databases_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("these are my notes " * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        Store(f"sqlite:///{tmp_path}/notes.db")
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE recipes (id INTEGER)")
    connection.close()
    with pytest.raises(StoreError, match="of another program: it has 'recipes'"):
        Store(f"sqlite:///{tmp_path}/other.db")


def test_a_locked_database_is_one_line(sqlite: Store) -> None:
    store = sqlite
    board = Board(store)
    board.connect()
    other = sqlite3.connect(store.url)
    other.execute("BEGIN IMMEDIATE")
    assert store.games() == [], "reading goes on"
    store.engine.dispose()
    store.engine = store.engine.execution_options()
    with store.engine.connect() as connection:
        connection.connection.dbapi_connection.execute("PRAGMA busy_timeout=10")
    with pytest.raises(StoreError, match="database is locked"):
        board.add(board.start())
    other.close()


@pytest.mark.parametrize("detail", [0, 1 << 8, 3 << 8], ids=["plain", "of one kind", "of another kind"])
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_CORRUPT, StoreDamaged), (sqlite3.SQLITE_NOTADB, StoreDamaged),
        (sqlite3.SQLITE_BUSY, StoreUnavailable), (sqlite3.SQLITE_FULL, StoreUnavailable),
        (sqlite3.SQLITE_CONSTRAINT, StoreError),
    ],
)  # fmt: skip
def test_what_sqlite_complains_of_is_damage_or_passes_or_neither(code: int, detail: int, kind: type) -> None:
    complaint = sqlite3.OperationalError("it does not work")
    complaint.sqlite_errorcode = code | detail
    error = OperationalError("SELECT 1", {}, complaint)
    assert type(explained(error, make_url("sqlite:///games.sqlite"))) is kind


def test_postgresql_knows_at_once_how_many_rows_an_import_has_added(own_database: str):
    store = Store(own_database)
    with store.engine.begin() as connection:  # the server's own vacuum would put an estimate in place of the count
        connection.execute(text("ALTER TABLE actions SET (autovacuum_enabled = false)"))
    sheet = {"options": {}, "seats": ["Ann", "Bob"], "moves": [Move("+a1", 0, 0)]}
    store.add_sheets(ScoreSheet("aufstellen", **sheet, origin=f"far/1/{number}") for number in range(300))
    with store.engine.connect() as connection:
        rows = connection.scalar(text("SELECT reltuples FROM pg_class WHERE oid = 'actions'::regclass"))
        assert rows == connection.scalar(text("SELECT count(*) FROM actions")) >= 300


@pytest.mark.parametrize("free", [0, 50_000])
@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN])
def test_a_full_disk_is_called_one_whatever_sqlite_calls_it(tmp_path: Path, monkeypatch, code: int, free: int) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    disk = namedtuple("disk", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk(10**9, 10**9 - free, free))
    reported = explained(OperationalError("", {}, error), make_url(f"sqlite:///{tmp_path / 'games.db'}"))
    assert isinstance(reported, StoreUnavailable) and str(reported).endswith("games.db: the disk is full")
    monkeypatch.undo()
    reported = explained(OperationalError("", {}, error), make_url(f"sqlite:///{tmp_path / 'games.db'}"))
    assert str(reported).endswith("disk I/O error")


def test_a_server_that_never_answers_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(StoreError, match="timeout"):
        Store(f"postgresql://127.0.0.1:{silent.getsockname()[1]}/games")
