"""Dates in a world where boards count to 2^30 and PCs do not always know the time: right to a minute, or marked."""

import os
import time
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from stored_board import Board
from treppe_host.records.terminal_games import list_table
from treppe_host.store import dating
from treppe_host.store import store as stores
from treppe_host.store.store import Store

DAY_S = 86_400.0
BEGAN = 1.79e9


class World:
    """True time, a PC whose clock may be wrong, and a board that counts on; `truth` has the true time of each event."""

    def __init__(self, store: Store, patch: pytest.MonkeyPatch, *, has_battery: bool = True) -> None:
        self.now, self.wrong_by_s, self.has_battery = BEGAN, 0.0, has_battery
        self.board = Board(store)
        self.store = store
        self.truth: dict[str, float] = {}
        self.waiting: list[dict] = []
        self._words = count(1)
        self._powered_at = self.now
        self.round_ms = 1 << 30
        patch.setattr(time, "time", lambda: self.now + self.wrong_by_s)
        patch.setattr(stores, "steady_s", lambda: self.now)
        patch.setattr(stores, "knows_time", lambda: self.has_battery or not self.wrong_by_s)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.board.now_ms = round((self.now - self._powered_at) * 1000) % self.round_ms

    def cut_power(self) -> None:
        self.wait(5)
        self.board.boot, self.board.now_ms, self._powered_at = self.board.boot + 1, 0, self.now

    def connect(self) -> None:
        self.board.connect()
        self.bring()

    def bring(self) -> None:
        self.board.add(*self.waiting)
        self.waiting = []

    def begin(self) -> None:
        self.waiting.append(self.board.start() | {"ms": self.board.now_ms})

    def act(self) -> None:
        self.wait(30)
        word = f"x{next(self._words)}"
        self.truth[word] = self.now
        self.waiting.append(self.board.event("action", 0, player=0, word=word))

    def wrong(self) -> dict[str, float | None]:
        """Return the actions whose dates are not right to a minute, and by how much they are wrong."""
        found: dict[str, float | None] = {}
        for game in self.store.games():
            for action in self.store.actions(game.number):
                off = None if action.at is None else action.at - self.truth[action.word]
                if off is None or abs(off) > dating.SAME_S:
                    found[action.word] = off
        return found

    def marks(self) -> list[bool]:
        return [game.is_guessed for game in self.store.games()]


@pytest.fixture
def world(sqlite: Store, monkeypatch: pytest.MonkeyPatch) -> World:
    return World(sqlite, monkeypatch)


def play(world: World, actions: int = 2) -> None:
    world.begin()
    for _ in range(actions):
        world.act()


def test_a_game_of_a_board_whose_clock_began_anew_since(world: World) -> None:
    world.wait(12.4 * DAY_S)
    play(world, 4)
    world.wait(0.1 * DAY_S)
    play(world)
    world.connect()
    assert world.wrong() == {} and world.marks() == [False, False]


def test_rounds_of_the_boards_clock_show_in_the_order_of_events(world: World) -> None:
    world.wait(11 * DAY_S)
    play(world)
    world.wait(8 * DAY_S)
    play(world)
    world.wait(5 * DAY_S)
    world.connect()
    assert world.wrong() == {}


def test_an_event_of_any_kind_shows_that_the_boards_clock_has_begun_anew(world: World) -> None:
    world.wait(5 * DAY_S)
    play(world)
    world.wait(8 * DAY_S)
    world.waiting.append(world.board.event("pause", 0))
    world.wait(5.5 * DAY_S)
    play(world)
    world.connect()
    assert world.wrong() == {}


def test_a_board_whose_clock_never_begins_anew(world: World) -> None:
    world.round_ms = 1 << 50
    for days in (5, 16, 40):
        play(world)
        world.wait(days * DAY_S)
    world.connect()
    world.wait(20 * DAY_S)
    play(world)
    world.bring()
    assert world.wrong() == {}


def test_a_simulated_board_whose_time_runs_five_times_as_fast(world: World) -> None:
    world.connect()
    for _ in range(30):
        play(world)
        world.bring()
        world._powered_at -= 240
    dates = [action.at for game in world.store.games() for action in world.store.actions(game.number)]
    assert len(dates) == 60 and all(BEGAN <= at <= BEGAN + world.board.now_ms / 1000 for at in dates)


@pytest.mark.parametrize("days", [5, 30])
def test_a_time_that_is_known_later_leaves_a_game_of_weeks_as_long_as_it_was(world: World, days: int) -> None:
    world.has_battery, world.wrong_by_s = False, -3 * DAY_S
    world.connect()
    play(world)
    world.bring()
    for _ in range(3):
        world.wait(days * DAY_S / 3)
        world.connect()
    world.act()
    world.bring()
    world.wrong_by_s = 0.0
    world.act()
    world.bring()
    assert world.wrong() == {} and world.marks() == [False]


def test_a_club_gets_the_same_dates_round_by_round(world: World) -> None:
    world.connect()
    for days in (1, 11.8, 2, 9, 14):
        world.wait(days * DAY_S)
        world.connect()
        play(world, 3)
        world.bring()
    [journal] = world.store.journals(world.board.name)
    first, dates = 1, []
    while first <= journal.last:
        part = world.store.journal_part(journal, (first, journal.last), 4)
        dates += [part.started_at + event["ms"] / 1000 for event in part.events if event["k"] == "action"]
        first += len(part.events)
    assert dates == pytest.approx(list(world.truth.values()), abs=dating.SAME_S)


@pytest.mark.parametrize("is_connected", [True, False])
def test_a_game_laid_aside_for_weeks_under_power(world: World, is_connected: bool) -> None:
    play(world)
    world.connect()
    for days in (14, 30, 3):
        world.wait(days * DAY_S)
        if not is_connected:
            world.connect()
        world.act()
        world.bring()
    assert world.wrong() == {}


@pytest.mark.parametrize("behind_s", [200 * DAY_S, 7 * DAY_S, 3600.0, 25 * 365 * DAY_S])
@pytest.mark.parametrize("has_battery", [True, False])
def test_a_pc_that_learns_the_time_a_minute_later(world: World, behind_s: float, has_battery: bool) -> None:
    world.has_battery, world.wrong_by_s = has_battery, -behind_s
    world.connect()
    play(world)
    world.bring()
    assert len(world.wrong()) == 2 and world.marks() == [not has_battery]
    world.wait(60)
    world.wrong_by_s = 0.0
    shown = Console(width=100, file=StringIO())
    shown.print(list_table(world.store.games()))
    assert ("~" in shown.file.getvalue()) == (not has_battery)
    world.act()
    world.bring()
    assert world.wrong() == {} and world.marks() == [False]
    assert abs(world.store.games()[0].started_at - BEGAN) < 60


def test_a_pc_that_learns_the_time_between_two_hellos(world: World) -> None:
    world.wrong_by_s = -5 * DAY_S
    world.connect()
    play(world)
    world.bring()
    world.store._heard.clear()  # as another program of the same PC
    world.wrong_by_s = 0.0
    world.connect()
    assert world.wrong() == {} and world.marks() == [False]


@pytest.mark.parametrize("says_hello", [True, False])
def test_a_clock_that_steps_back_and_forth(world: World, says_hello: bool) -> None:
    play(world)
    world.connect()
    world.wrong_by_s = -30 * DAY_S
    if says_hello:
        world.connect()
    play(world)
    world.bring()
    assert world.wrong() == {} and world.marks() == [True, False], "two clocks contradict each other"
    world.wait(100)
    world.wrong_by_s = 0.0
    world.act()
    world.bring()
    assert world.wrong() == {} and world.marks() == [False, False]


def test_a_pc_whose_battery_is_dead_dates_nothing_before_what_it_has_stored_without_a_mark(world: World) -> None:
    play(world)
    world.connect()
    world.cut_power()
    world.wrong_by_s = -6 * 365 * DAY_S
    world.connect()
    play(world)
    world.bring()
    assert world.marks() == [True, False]


def test_a_pc_that_slept_brings_events_late(world: World) -> None:
    play(world)
    world.connect()
    world.act()
    world.wait(3 * DAY_S)
    world.bring()
    assert world.wrong() == {}


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_dates_are_right_or_marked(world: World, seed: int) -> None:
    """A computer without a battery, whose clock stands behind until the network sets it, and a board under power."""
    random = Random(seed)
    world.has_battery = False
    world.connect()
    play(world)
    for _ in range(40):
        step = random.choice(["act", "act", "begin", "wait", "bring", "connect", "restart", "learn", "cut_power"])
        if step == "wait":
            world.wait(random.choice([60.0, 3600.0, 2 * DAY_S, 5.5 * DAY_S]))
            world.connect()  # a PC comes at least once in a round
        elif step == "restart" and random.random() < 0.5:
            world.store._heard.clear()
            world.wrong_by_s = -random.uniform(0.001, 300) * DAY_S
            world.connect()
        elif step == "learn":
            world.wrong_by_s = 0.0
        elif step == "cut_power":
            world.connect()
            world.cut_power()
            world.connect()
        elif step != "restart":
            getattr(world, step)()
    world.wrong_by_s = 0.0
    world.act()
    world.connect()
    for game in world.store.games():
        wrong = [action for action in world.store.actions(game.number) if action.word in world.wrong()]
        assert game.is_guessed or all(action.at is None for action in wrong), wrong
        assert all(action.boot != world.board.boot for action in wrong), "this power-up is known"


def test_what_computer_knows_the_time(tmp_path: Path) -> None:
    assert dating.knows_time(tmp_path), "a PC has a battery"
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    assert not dating.knows_time(tmp_path), "a Raspberry Pi has none"
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert dating.knows_time(tmp_path), "the network has set its clock"
    os.remove(tmp_path / "run/systemd/timesync/synchronized")
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    assert dating.knows_time(tmp_path)
