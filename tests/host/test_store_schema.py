"""Databases of earlier and later versions: what is migrated, copied, refused and left alone."""

import json
import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Column, String, create_engine, text
from stored_board import Board
from treppe_host.errors import StoreError, StoreTooNew
from treppe_host.store.migrations import STORE
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store

STEPS = STORE.steps


def test_a_newer_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE treppe_schema (version INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO treppe_schema VALUES (99)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreTooNew, match=r"games\.db is of a newer Treppe \(treppe_schema 99, this one knows 2\)"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def add_a_column(change) -> None:
    change.add_column("games", Column("later", String))


def fail(_change) -> None:
    raise StoreError("no")


@pytest.fixture
def played(database: str) -> str:
    """A database of this version, with a game in it."""
    store = Store(database)
    board = Board(store)
    board.connect()
    board.add(board.start(), board.act("x1"))
    store.close()
    return database


def test_a_migration_is_done_as_a_whole_or_not_at_all(played: str, monkeypatch) -> None:
    monkeypatch.setattr(STORE, "steps", [*STEPS, add_a_column, fail])
    with pytest.raises(StoreError):
        Store(played)
    monkeypatch.setattr(STORE, "steps", [*STEPS, add_a_column])
    newer = Store(played)
    engine = create_engine(played)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version FROM treppe_schema")) == 3
        assert connection.scalar(text("SELECT later FROM games")) is None
    engine.dispose()
    assert newer.record_words(1) == ["x1"]
    newer.close()


def test_an_older_file_is_copied_before_it_changes(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "games.db"
    Store(f"sqlite:///{file}").close()
    monkeypatch.setattr(STORE, "steps", [*STEPS, add_a_column])
    Store(f"sqlite:///{file}").close()
    copy = tmp_path / "games.db.schema2"
    with sqlite3.connect(copy) as old:
        assert old.execute("SELECT version FROM treppe_schema").fetchall() == [(2,)]
        assert "later" not in {row[1] for row in old.execute("PRAGMA table_info(games)")}
    before = copy.read_bytes()
    assert os.name == "nt" or copy.stat().st_mode & 0o077 == 0
    Store(f"sqlite:///{file}").close()
    assert copy.read_bytes() == before and not list(tmp_path.glob("*.new*"))
    copy.rename(file)
    Store(f"sqlite:///{file}").close()  # the copy is a database like another


def test_a_file_that_cannot_be_copied_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.db"
    Store(f"sqlite:///{file}").close()
    before = file.read_bytes()
    (tmp_path / "games.db.schema2").mkdir()
    monkeypatch.setattr(STORE, "steps", [*STEPS, add_a_column])
    with pytest.raises((StoreError, OSError)):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_the_schema_that_landed_stays_as_it_is(tmp_path: Path) -> None:
    """A change of the tables needs a step, and a file here: docs/dev/kept.md."""
    file = tmp_path / "games.db"
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        found = {name: " ".join(sql.split()) for name, sql in rows}
    assert found == json.loads(Path(f"tests/data/schemas/{STORE.latest_version}.json").read_text())


def test_a_database_of_version_1_gets_games_whose_times_are_no_guess(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with sqlite3.connect(file) as connection:
        for statement in json.loads(Path("tests/data/schemas/1.json").read_text()).values():
            connection.execute(statement)
        connection.execute("INSERT INTO treppe_schema VALUES (1)")
        connection.execute("INSERT INTO boards VALUES ('b1', 'square7', '0.1.0', 1, 1, 1.79e9, 1, NULL)")
        connection.execute("INSERT INTO journals VALUES (1, 'b1', 1, NULL)")
        values = "1, 'b1', 'step', '{}', '[]', '0.1.0', 1.79e9, 0, 'b1/1/1', 0"
        names = "id, board_id, game, options, seats, firmware, started_at, num_actions, origin, num_missing"
        connection.execute(f"INSERT INTO games ({names}) VALUES ({values})")
    store = Store(f"sqlite:///{file}")
    assert [(game.started_at, game.is_guessed) for game in store.games()] == [(1.79e9, False)]
    store.close()


@pytest.mark.parametrize("attempt", range(4))
def test_programs_that_open_a_new_database_at_once_all_go_on(database: str, attempt: int) -> None:
    barrier = threading.Barrier(4)

    def begin(_: int) -> None:
        barrier.wait()
        own = Store(database)
        board = Board(own)
        hello = {
            "board": "b1",
            "surface": "square7",
            "firmware": "0.1.0",
            "boot": 1,
            "ms": 0,
            "next": 3,
            "journal": "aa",
        }
        own.connect_board(hello)
        board.add(board.start(), board.act("x1"))
        own.add_sheets([ScoreSheet("step", {"players": 2, "size": 5}, ["A", "B"])])
        own.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(begin, range(4)))
    store = Store(database)
    played = [game for game in store.games() if game.board == "b1"]
    assert len(store.games()) == 5 and len(played) == 1 and store.record_words(played[0].number) == ["x1"]
    store.close()
