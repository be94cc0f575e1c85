"""Times of games: two clocks, jumps, wraps, and zones."""

import time

import pytest
from stored_board import Board
from treppe_host.records.terminal_games import when
from treppe_host.store.event_writer import thinking_ms
from treppe_host.store.store import Store


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


def test_the_times_of_a_game_follow_the_boards_clock_when_the_pcs_jumps(board, store, monkeypatch):
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


def test_a_game_goes_on_after_its_end_and_after_another_one_on_its_own_clock(board, store, monkeypatch):
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
    assert other.started_at - begun == pytest.approx(5), "another game is dated by the same clock"
    assert begun == pytest.approx(time.time() + 1e6, abs=60), "of two times for one moment the later one counts"


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


def test_times_that_contradict_each_other_are_unknown(board, store, monkeypatch):
    board.add(board.start(), board.act("x1"))
    board.boot, board.now_ms = 2, 0
    earlier = store.game(1).started_at - 3600
    monkeypatch.setattr(time, "time", lambda: earlier)
    board.connect()
    board.add(board.act("x2"), board.end())
    assert store.game(1).ended_at is None and store.actions(1)[1].at is None
    assert store.actions(1)[0].at is not None and store.game(1).reason == "goal"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system has no time zones of a process")
def test_an_hour_that_comes_twice_is_told_apart_by_its_zone(board, store, monkeypatch):
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
