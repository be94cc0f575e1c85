"""Fixtures of tests that store: empty databases of both kinds, stores in them, the command line over a folder."""

import os
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import postgres as server
import pytest
from shell import Shell
from sqlalchemy import Connection, NullPool, create_engine, event, text
from stored_board import Board
from treppe_host.store import database as databases
from treppe_host.store.store import Store
from waiting import LIMIT_S

_NUMBERS = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, to which a database's name is to be added."""
    given = os.environ.get("TREPPE_POSTGRES")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as parent:
        os.chmod(parent, 0o755)
        folder = Path(parent) / "cluster"
        yield server.start(folder)
        server.stop(folder)


@pytest.fixture(scope="session")
def own_database(postgres: str) -> str:
    """The URL of a database of this process's own."""
    name = f"test_{os.getpid()}"
    _execute(postgres + "postgres", f"CREATE DATABASE {name}")
    return postgres + name


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.needs("postgresql"))])
def database(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of an empty database; with PostgreSQL a schema of its own, which is made far more quickly."""
    if request.param == "sqlite":
        monkeypatch.setattr(databases, "_PATIENCE_S", LIMIT_S)  # until another one has written
        return f"sqlite:///{tmp_path}/games.db"
    url: str = request.getfixturevalue("own_database")
    name = f"test_{next(_NUMBERS)}"
    _execute(url, f"CREATE SCHEMA {name}")
    return f"{url}?options=-csearch_path%3D{name}"


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store, on both kinds of databases."""
    store = Store(database)
    event.listen(store.engine, "before_cursor_execute", _check_transaction)
    yield store
    store.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Store]:
    """An empty store in a file."""
    store = Store(f"sqlite:///{tmp_path}/games.db")
    event.listen(store.engine, "before_cursor_execute", _check_transaction)
    yield store
    store.close()


@pytest.fixture
def board(store: Store) -> Board:
    """A board that gives its events to the store."""
    board = Board(store)
    board.connect()
    return board


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """The store of another PC."""
    store = Store(f"sqlite:///{tmp_path}/other.db")
    yield store
    store.close()


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """The command line, over a folder of the test."""
    return Shell(tmp_path)


def _execute(url: str, statement: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(statement))


def _check_transaction(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
    """Whatever changes something has begun as a writer: where SQLite finds out in its midst, it may fail."""
    is_change = statement.split()[0] in ("INSERT", "UPDATE", "DELETE")
    assert not is_change or connection.get_execution_options()["writes"], statement
