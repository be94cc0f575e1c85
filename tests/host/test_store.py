import json
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from treppe_host import migrations
from treppe_host.errors import StoreError, StoreTooNew, UnknownRecord
from treppe_host.records import thinking_ms
from treppe_host.store import Store

SCHEMAS = Path("tests/data/schemas")


class Board:
    """A board that numbers events and gives them to a store."""

    def __init__(self, store: Store, name: str = "b1") -> None:
        self.store = store
        self.name = name
        self.number = 0
        self.boot = 1
        self.now_ms = 0

    def connect(self) -> int:
        hello = {"board": self.name, "surface": "square7", "firmware": "0.1.0", "boot": self.boot, "ms": self.now_ms}
        return self.store.connect_board(hello | {"next": self.number + 1})

    def event(self, kind: str, elapsed_ms: int = 1000, **fields: object) -> dict:
        self.number += 1
        self.now_ms += elapsed_ms
        return {"e": self.number, "boot": self.boot, "ms": self.now_ms, "k": kind, **fields}

    def add(self, *events: dict) -> None:
        self.store.add_events(self.name, events)

    def start(self) -> dict:
        return self.event("start", game="step", options={"players": 2}, seats=["A", "B"], firmware="0.1.0")

    def act(self, word: str, player: int = 0) -> dict:
        return self.event("action", player=player, word=word)

    def end(self) -> dict:
        return self.event("end", reason="goal", winners=[1], scores=None)


@pytest.fixture
def store(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path}/new/folder/games.db")
    yield store
    store.close()


@pytest.fixture
def board(store: Store) -> Board:
    board = Board(store)
    board.connect()
    return board


def test_a_game_is_recorded_while_it_happens(board: Board, store: Store) -> None:
    board.add(board.event("boot"), board.start())
    board.add(board.act("a1-b1"))
    board.add(board.act("+c1"), board.act("e5-e4", 1))
    game = store.game(1)
    assert (game.board, game.game, game.options, game.seats) == ("b1", "step", {"players": 2}, ["A", "B"])
    assert (game.num_actions, game.reason, game.winners) == (3, None, None)
    board.add(board.end())
    game = store.game(1)
    assert (game.reason, game.winners, game.scores) == ("goal", [1], None)
    assert game.started_at < game.ended_at
    assert store.record_words(1) == ["a1-b1", "+c1", "e5-e4"]
    assert [action.thinking_ms for action in store.actions(1)] == [1000] * 3
    assert [action.player for action in store.actions(1)] == [0, 0, 1]


def test_each_event_is_stored_once(board: Board, store: Store) -> None:
    events = [board.start(), board.act("a1-b1"), board.act("+c1")]
    board.add(*events[:2])
    board.add(*events)
    assert store.record_words(1) == ["a1-b1", "+c1"] and board.connect() == 3


def test_what_is_taken_back_stays_in_the_record(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"), board.act("x3"), board.event("undo", count=2))
    board.add(board.act("x4"), board.end(), board.event("undo", count=1))
    assert store.record_words(1) == ["x1"] and store.game(1).reason is None
    assert [(action.word, action.is_undone) for action in store.actions(1)] == [
        ("x1", False),
        ("x2", True),
        ("x3", True),
        ("x4", True),
    ]


def test_games_follow_each_other_on_several_boards(board: Board, store: Store) -> None:
    other = Board(store, "b2")
    other.connect()
    board.add(board.start(), board.act("x1"))
    other.add(other.start(), other.act("y1"))
    board.add(board.act("x2"), board.start(), board.act("x3"))
    assert [store.record_words(number) for number in (1, 2, 3)] == [["x1", "x2"], ["y1"], ["x3"]]
    assert [(game.number, game.board) for game in store.games()] == [(3, "b1"), (2, "b2"), (1, "b1")]
    assert [event["k"] for event in store.last_game_events("b1")] == ["start", "action"]
    assert store.last_game_events("b3") == []


def test_actions_of_a_game_whose_start_is_not_known_are_kept_as_raw_events(board: Board, store: Store) -> None:
    board.number = 40
    board.add(board.act("x1"))
    assert store.games() == [] and board.connect() == 41


def test_a_board_whose_journal_began_anew_is_counted_anew(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    board.number = 0
    assert board.connect() == 0
    board.add(board.act("lost"), board.start(), board.act("x3"))
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2"], ["x3"]]
    assert board.connect() == 3


def test_both_clocks(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    board.boot, board.now_ms = 2, 0
    missed = [board.act("x2")]
    board.boot, board.now_ms = 3, 0
    board.connect()
    board.add(*missed, board.act("x3"), board.event("pause"), board.event("resume", 60_000), board.act("x4"))
    known = [(action.boot, action.board_ms, action.at is not None, action.thinking_ms) for action in store.actions(1)]
    assert known == [(1, 2000, True, 1000), (2, 1000, False, None), (3, 1000, True, None), (3, 63000, True, 2000)]


def test_thinking_time() -> None:
    assert thinking_ms([("start", 1, 10)]) is None
    assert thinking_ms([("start", 1, 10), ("fault", 1, 20), ("action", 1, 50)]) == 40
    assert (
        thinking_ms([("start", 1, 10), ("pause", 1, 20), ("fault", 1, 25), ("resume", 1, 90), ("action", 1, 95)]) == 15
    )
    assert thinking_ms([("start", 1, (1 << 30) - 10), ("action", 1, 20)]) == 30
    assert thinking_ms([("start", 1, 10), ("fault", 1, 30), ("boot", 2, 5), ("action", 2, 7)]) == 22


def test_it_is_there_after_reopening(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    again = Store(f"sqlite:///{store.url}")
    assert again.record_words(1) == ["x1"]
    again.close()


def test_no_such_game(store: Store) -> None:
    with pytest.raises(UnknownRecord, match=r"no game 7 in .*games\.db"):
        store.game(7)


def test_sqlite_is_used_durably(store: Store) -> None:
    with store._engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2


def test_a_failure_in_the_midst_stores_nothing_of_it(board: Board, store: Store) -> None:
    with pytest.raises(KeyError):
        board.add(board.start(), board.act("x1"), {"e": 3, "k": "action"})
    assert store.games() == []


def test_a_newer_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE treppe_schema (version INTEGER PRIMARY KEY)")
    connection.execute("INSERT INTO treppe_schema VALUES (99)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreTooNew, match=r"games\.db is of a newer Treppe \(schema 99, this one knows 1\)"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_older_databases_are_migrated_in_one_go(store: Store, board: Board, monkeypatch) -> None:
    board.add(board.start(), board.act("x1"))

    def add_event_name(connection) -> None:
        connection.execute(text("ALTER TABLE games ADD COLUMN event VARCHAR"))

    def fail(connection) -> None:
        raise StoreError("no")

    monkeypatch.setattr(migrations, "MIGRATIONS", [add_event_name, fail])
    with pytest.raises(StoreError):
        Store(f"sqlite:///{store.url}")
    monkeypatch.setattr(migrations, "MIGRATIONS", [add_event_name])
    newer = Store(f"sqlite:///{store.url}")
    with newer._engine.connect() as connection:
        assert connection.scalar(text("SELECT version FROM treppe_schema")) == 2
        assert connection.scalar(text("SELECT event FROM games")) is None
    assert newer.record_words(1) == ["x1"]
    newer.close()


def test_the_schema_that_landed_stays_as_it_is(store: Store) -> None:
    """A change of the tables needs a migration, and a new file here."""
    with store._engine.connect() as connection:
        rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"))
        found = {name: " ".join(sql.split()) for name, sql in rows}
    assert found == json.loads((SCHEMAS / f"{migrations.latest_version()}.json").read_text())


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("sqlite:////dev/null/games.db", "cannot be made"),
        ("sqlite:////proc/games.db", "unable to open"),
        ("sqlite:////", "unable to open"),
        ("nonsense", "Could not parse"),
        ("nonsense://x", "Can't load plugin"),
        ("postgresql+none://x", "Can't load plugin"),
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


def test_a_locked_database_is_one_line(board: Board, store: Store) -> None:
    other = sqlite3.connect(store.url)
    other.execute("BEGIN IMMEDIATE")
    assert store.games() == [], "reading goes on"
    store._engine.dispose()
    store._engine = store._engine.execution_options()
    with store._engine.connect() as connection:
        connection.connection.dbapi_connection.execute("PRAGMA busy_timeout=10")
    with pytest.raises(StoreError, match="database is locked"):
        board.add(board.start())
    other.close()
