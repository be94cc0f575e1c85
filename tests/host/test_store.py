import json
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from stored_board import SCHEMAS, Board, build_old
from treppe_host.errors import StoreError, StoreTooNew, UnknownRecord
from treppe_host.records.terminal_games import when
from treppe_host.store import migrations
from treppe_host.store.event_writer import thinking_ms
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store


@pytest.fixture
def sqlite(tmp_path: Path):
    store = Store(f"sqlite:///{tmp_path}/games.db")
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


def test_journals_are_told_apart_by_their_names(store: Store) -> None:
    def connect(journal: str, following: int, boot: int = 1) -> int:
        hello = {"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": boot, "ms": 0, "next": following}
        return store.connect_board(hello | {"journal": journal})

    board = Board(store)
    assert connect("aa", 1) == 0
    board.add(board.start(), board.act("x1"))
    assert connect("aa", 3) == 2 and connect("aa", 9, boot=5) == 2
    assert connect("bb", 40, boot=7) == 0, "erased, and played on for long before the host saw it again"
    board.number = 0
    board.add(board.start(), board.act("y1"), board.act("y2"))
    assert connect("aa", 3, boot=5) == 2, "the old flash is back"
    board.number = 2
    board.add(board.act("x2"))
    assert connect("bb", 40) == 3 and connect("aa", 4) == 3
    assert connect("aa", 2) == 0, "set back to an older copy of itself"
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2"], ["y1", "y2"]]


def test_a_journal_from_before_names_gets_its_name(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    hello = {"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": 1, "ms": 0, "next": 3, "journal": "aa"}
    assert store.connect_board(hello) == 2
    assert store.connect_board(hello | {"journal": "bb"}) == 0


def test_games_are_laid_aside_and_go_on(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.start(), board.act("y1"))
    board.add(board.event("resume", 60_000, game=1), board.act("x2"))
    board.connect()
    board.add(board.act("x3"), board.event("resume", game=3), board.act("y2"), board.event("resume", game=99))
    board.add(board.act("lost"))
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2", "x3"], ["y1", "y2"]]
    assert [action.thinking_ms for action in store.actions(1)] == [1000, 1000, 1000]
    assert [game.num_actions for game in store.games()] == [2, 3]


def test_a_board_whose_journal_began_anew_is_counted_anew(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    board.number = 0
    assert board.connect() == 0
    board.add(board.act("lost"), board.start(), board.act("x3"))
    assert [store.record_words(number) for number in (1, 2)] == [["x1", "x2"], ["x3"]]
    assert board.connect() == 3


def test_both_clocks(board: Board, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    board.add(board.start(), board.act("x1"))
    board.boot, board.now_ms = 2, 0
    missed = [board.act("x2")]
    board.boot, board.now_ms = 3, 0
    later = time.time() + 60
    monkeypatch.setattr(time, "time", lambda: later)
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


def test_it_is_there_after_reopening(board: Board, database: str) -> None:
    board.add(board.start(), board.act("x1"))
    again = Store(database)
    assert again.record_words(1) == ["x1"]
    again.close()


@pytest.mark.parametrize("number", [0, -1, 1 << 31, 1 << 63, 10**23])
def test_no_game_has_such_a_number(store: Store, number: int) -> None:
    for ask in (store.game, store.sheet, store.events, store.actions, store.remarks, store.rebuild):
        with pytest.raises(UnknownRecord, match=f"no game {number}"):
            ask(number)
    with pytest.raises(UnknownRecord):
        store.remark(number, "hide", {})


def test_no_such_game(store: Store) -> None:
    with pytest.raises(UnknownRecord, match=r"no game 7 in "):
        store.game(7)


def test_sqlite_is_used_durably(sqlite: Store) -> None:
    with sqlite._engine.connect() as connection:
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


def test_missing_events_end_the_game_that_they_fall_into(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    board.number += 3  # two actions, and the start of the next game
    store.add_gap("b1", 4, 6)
    board.add(board.act("y1"), board.act("y2"))
    assert [(game.num_actions, game.num_missing, game.reason) for game in store.games()] == [(2, 3, None)]
    assert store.record_words(1) == ["x1", "x2"] and len(store.events(1)) == 3, "nothing is joined over the gap"
    assert store.last_game_events("b1") == []
    assert [game.number for game in store.games(GameFilter(result="incomplete"))] == [1]
    assert store.games(GameFilter(result="unfinished")) == []
    assert board.connect() == 8, "the gap is not asked for again"
    resumed = board.event("resume", game=1)
    board.add(resumed, board.act("x9"), board.start(), board.act("z1"), board.end())
    assert store.record_words(1) == ["x1", "x2"] and store.record_words(2) == ["z1"]
    assert store.game(2).reason == "goal" and store.game(2).num_missing == 0


def test_a_gap_is_stored_once_and_may_be_the_last_that_is_known(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    for first, last in ((3, 9), (3, 9), (2, 8)):
        store.add_gap("b1", first, last)
    board.number = 9
    assert board.connect() == 9 and store.game(1).num_missing == 7
    store.add_gap("b1", 8, 12)
    board.number = 12
    assert board.connect() == 12 and store.game(1).num_missing == 7, "no game was played any more"


def test_the_times_of_a_game_follow_the_boards_clock_when_the_pcs_jumps(
    board: Board, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    for jump_s in (-3600.0, 86400.0):
        board.connect()
        board.add(board.start(), board.act("x1"))
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda jump_s=jump_s: real() + jump_s)
            board.connect()
            board.add(board.act("x2"), board.end())
        game = store.games()[0]
        first, second = store.actions(game.number)
        assert game.ended_at - game.started_at == pytest.approx(3.0)
        assert (first.at - game.started_at, second.at - first.at) == pytest.approx((1.0, 1.0))


def test_a_game_goes_on_after_its_end_and_after_another_one_on_its_own_clock(
    board: Board, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.add(board.start(), board.act("x1"), board.end())
    for jump_s in (-1e6, 1e6):
        now = time.time() + jump_s
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda now=now: now)
            board.connect()
            board.add(board.event("undo", count=1), board.act("x2"), board.start(), board.act("y1"))
            board.add(board.event("resume", game=1), board.act("x3"), board.end())
    times = [action.at for action in store.actions(1)]
    begun = store.game(1).started_at
    assert [at - begun for at in times] == pytest.approx([1, 4, 8, 11, 15])
    assert store.game(1).ended_at - begun == pytest.approx(16)
    other = store.game(2)
    assert abs(other.started_at - begun + 1e6) < 60, "another game has the time that the PC had then"


def test_the_boards_clock_may_wrap_in_a_game(board: Board, store: Store) -> None:
    board.now_ms = (1 << 30) - 1500
    board.connect()
    start = board.start()
    board.now_ms -= 1 << 30
    board.add(start, board.act("x1"), board.end())
    first = store.actions(1)[0]
    assert first.thinking_ms == 1000
    assert (first.at - store.game(1).started_at, store.game(1).ended_at - first.at) == pytest.approx((1.0, 1.0))


def test_what_was_played_without_the_pc_in_a_power_up_that_it_knows_has_times(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"))
    missed = [board.act("x2"), board.end()]
    board.boot, board.now_ms = 2, 0
    board.connect()
    board.add(*missed)
    assert store.actions(1)[1].at - store.actions(1)[0].at == pytest.approx(1.0)
    assert store.game(1).ended_at - store.game(1).started_at == pytest.approx(3.0)


def test_times_that_contradict_each_other_are_unknown(
    board: Board, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.add(board.start(), board.act("x1"))
    board.boot, board.now_ms = 2, 0
    earlier = store.game(1).started_at - 3600
    monkeypatch.setattr(time, "time", lambda: earlier)
    board.connect()
    board.add(board.act("x2"), board.end())
    assert store.game(1).ended_at is None and store.actions(1)[1].at is None
    assert store.actions(1)[0].at is not None and store.game(1).reason == "goal"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system has no time zones of a process")
def test_an_hour_that_comes_twice_is_told_apart_by_its_zone(
    board: Board, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        shown = []
        for moment in (1792886400, 1792890000):  # 2026-10-25, 02:00 in summer, and an hour later again
            monkeypatch.setattr(time, "time", lambda moment=moment: moment + 2.0)
            board.boot, board.now_ms = board.boot + 1, 0
            board.connect()
            board.add(board.start(), board.end())
            game = store.games()[0]
            shown.append(when(game.started_at, game.zone_s, "%H:%M %z"))
            assert when(game.started_at, game.zone_s) == "2026-10-25 02:00"
        assert shown == ["02:00 +0200", "02:00 +0100"]
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_board_may_be_on_for_years(board: Board, store: Store) -> None:
    board.now_ms = 1 << 40
    board.connect()
    board.add(board.start(), board.act("x1"))
    assert store.actions(1)[0].board_ms == (1 << 40) + 2000 and store.actions(1)[0].thinking_ms == 1000


def test_the_password_of_a_database_is_never_told() -> None:
    for url in ("postgresql://ann:sesame@127.0.0.1:1/games", "nonsense://ann:sesame@x/y"):
        with pytest.raises(StoreError) as failure:
            Store(url)
        assert "sesame" not in str(failure.value)


def test_two_programs_store_the_events_of_one_board_once(board: Board, store: Store, database: str) -> None:
    played = [board.start(), *(board.act(f"x{number}") for number in range(60))]
    failures = []

    def log() -> None:
        own = Store(database)
        try:
            for end in range(1, len(played) + 1):
                own.add_events("b1", played[:end])
        except StoreError as error:
            failures.append(error)
        own.close()

    threads = [threading.Thread(target=log) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and store.record_words(1) == [f"x{number}" for number in range(60)]
    assert len(store.games()) == 1 and store.game(1).num_actions == 60


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
    store._engine.dispose()
    store._engine = store._engine.execution_options()
    with store._engine.connect() as connection:
        connection.connection.dbapi_connection.execute("PRAGMA busy_timeout=10")
    with pytest.raises(StoreError, match="database is locked"):
        board.add(board.start())
    other.close()


def test_postgresql_knows_at_once_how_many_rows_an_import_has_added(own_database: str):
    store = Store(own_database)
    sheet = {"options": {}, "seats": ["Ann", "Bob"], "moves": [Move("+a1", 0, 0)]}
    store.add_sheets(ScoreSheet("aufstellen", **sheet, origin=f"far/1/{number}") for number in range(300))
    with store._engine.connect() as connection:
        rows = connection.scalar(text("SELECT reltuples FROM pg_class WHERE oid = 'actions'::regclass"))
    assert rows == 300


def test_what_sensors_measured_is_kept_once_and_counts_while_its_action_stands(board: Board, store: Store) -> None:
    board.add(board.start(), board.act("x1"), board.act("x2"))
    store.add_measurement("b1", 2, "2000")
    store.add_measurement("b1", 3, "2001")
    store.add_measurement("b1", 3, "2001")
    store.add_measurement("b1", 9, "2002")  # its event has not come yet
    known = [(each.game, each.readings.hex()) for each in store.measurements("b1", "square7")]
    assert known == [(1, "2000"), (1, "2001")]
    assert not store.measurements("b1", "hex49") and not store.measurements("b2", "square7")
    assert not store.measurements("b1", "square7", since=time.time() + 1)
    board.add(board.event("undo", count=1))
    assert [each.readings.hex() for each in store.measurements("b1", "square7")] == ["2000"]
