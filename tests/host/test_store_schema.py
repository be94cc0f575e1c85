"""Databases of earlier and later versions: what is migrated, copied, refused and left alone."""

import json
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from stored_board import SCHEMAS, Board, build_old
from treppe_host.errors import StoreError, StoreTooNew
from treppe_host.store import migrations
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store


def test_a_newer_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE treppe_schema (version INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO treppe_schema VALUES (99)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreTooNew, match=r"games\.db is of a newer Treppe \(schema 99, this one knows 5\)"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_a_migration_is_done_as_a_whole_or_not_at_all(store: Store, board: Board, database: str, monkeypatch) -> None:
    board.add(board.start(), board.act("x1"))
    known = list(migrations.MIGRATIONS)

    def add_a_column(connection) -> None:
        connection.execute(text("ALTER TABLE games ADD COLUMN later VARCHAR"))

    def fail(connection) -> None:
        raise StoreError("no")

    monkeypatch.setattr(migrations, "MIGRATIONS", [*known, add_a_column, fail])
    with pytest.raises(StoreError):
        Store(database)
    monkeypatch.setattr(migrations, "MIGRATIONS", [*known, add_a_column])
    newer = Store(database)
    with newer._engine.connect() as connection:
        assert connection.scalar(text("SELECT version FROM treppe_schema")) == migrations.latest_version()
        assert connection.scalar(text("SELECT later FROM games")) is None
    assert newer.record_words(1) == ["x1"]
    newer.close()


def structure(store: Store) -> dict:
    looked_at = inspect(store._engine)
    return {
        table: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in looked_at.get_columns(table)},
            sorted((index["name"], *index["column_names"]) for index in looked_at.get_indexes(table) if index["name"]),
            sorted(tuple(unique["column_names"]) for unique in looked_at.get_unique_constraints(table)),
            sorted(key["referred_table"] for key in looked_at.get_foreign_keys(table)),
        )
        for table in sorted(looked_at.get_table_names())
    }


@pytest.mark.parametrize("version", range(1, migrations.latest_version()))
def test_every_schema_that_landed_is_migrated(version: int, database: str, tmp_path: Path) -> None:
    build_old(database, version)
    store = Store(database)
    assert [(game.number, game.board, game.game, game.num_actions, game.origin) for game in store.games()] == [
        (3, "b1", "aufstellen", 1, "b1/2/2"),
        (2, "b1", "step", 1, "b1/1/9"),
        (1, "b1", "step", 3, "b1/1/1"),
    ]
    assert store.game(1).seats == ["Ann", "Bob"] and store.game(2).seats == ["Zoë", ""]
    assert (store.game(1).reason, store.game(1).winners) == ("resign", [0])
    assert [(action.word, action.is_undone, action.thinking_ms) for action in store.actions(1)] == [
        ("a1-b1", False, 1000),
        ("+c1", False, 1000),
        ("e5-e4", True, 1000),
        ("e5-d5", False, 1510),
    ]
    board = Board(store)
    board.number, board.now_ms = 3, 9000
    assert board.connect() == 3, "the board goes on where it was, and its journal gets its name"
    board.add(board.act("+c2", 1), board.end())
    assert store.game(3).num_actions == 2 and store.game(3).reason == "goal"
    if database.startswith("sqlite"):
        fresh = Store(f"sqlite:///{tmp_path}/fresh.db")
        assert structure(store) == structure(fresh)
        fresh.close()
    store.close()


def test_an_older_file_is_copied_before_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    build_old(f"sqlite:///{file}", 2)
    Store(f"sqlite:///{file}").close()
    (copy,) = tmp_path.glob("games.db.*2")
    assert copy.name == "games.db.schema2"
    with sqlite3.connect(copy) as old:
        assert old.execute("SELECT version FROM treppe_schema").fetchall() == [(2,)]
        assert old.execute("SELECT count(*) FROM games").fetchone() == (3,)
    before = copy.read_bytes()
    Store(f"sqlite:///{file}").close()
    assert copy.read_bytes() == before and not list(tmp_path.glob("*.new*"))
    copy.rename(file)
    Store(f"sqlite:///{file}").close()  # the copy is a database like another


def test_a_file_that_cannot_be_copied_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.db"
    build_old(f"sqlite:///{file}", 3)
    before = file.read_bytes()
    (tmp_path / "games.db.schema3").mkdir()
    with pytest.raises((StoreError, OSError)):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_the_schema_that_landed_stays_as_it_is(sqlite: Store) -> None:
    """A change of the tables needs a migration, and new files here."""
    with sqlite._engine.connect() as connection:
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"))
        found = {name: " ".join(sql.split()) for name, sql in rows}
    assert found == json.loads((SCHEMAS / f"{migrations.latest_version()}.json").read_text())


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
