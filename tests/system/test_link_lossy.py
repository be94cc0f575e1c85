"""Both ends of the link over a pipe that loses, repeats, cuts and changes what goes through it."""

import random
from datetime import datetime

import pytest
from fakes_link import ListStore, MemoryStorage, PipeConsole
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe_host.errors import CommandUnanswered
from treppe_host.link.client import Client

NOON = datetime(2026, 11, 26, 12)
HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}


class Pair:
    """A board and a host that share a clock; either can be stopped and started again."""

    def __init__(self, rate: float, seed: int) -> None:
        self.random = random.Random(seed)
        self.rate = rate
        self.storage = MemoryStorage()
        self.store = ListStore()
        self.now_ms = 0
        self.done: list[int] = []
        self.roles = "." * 49
        self.version = 0
        self.start_board()
        self.start_host()

    def start_board(self) -> None:
        self.console = PipeConsole()
        self.journal = Journal(self.storage)
        self.journal.append({"k": "boot"})
        self.link = Link(self.console, self.journal, HELLO, self.command)
        self.link.stream("lamps", lambda: self.version, lambda: {"roles": self.roles})

    def start_host(self) -> None:
        self.client = Client(self.store, wall_time=lambda: NOON)  # what a host tells of the day differs in length

    def command(self, name: str, fields: dict) -> dict:
        self.done.append(fields["id"])
        self.journal.append({"k": "action", "player": 0, "word": f"w{fields['id']}"})
        return {"id": fields["id"]}

    def act(self) -> None:
        self.journal.append({"k": "action", "player": 0, "word": "a1-b1"})
        self.version += 1
        self.roles = f"{self.version:049b}"

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 10):
            self.now_ms += 10
            self.link.tick(self.now_ms)
            self.client.feed(self.spoil(self.console.take()), self.now_ms / 1000)
            self.console.incoming.extend(self.spoil(self.client.take_output()))

    def run_until(self, is_done, limit_ms: int = 60_000) -> None:
        end_ms = self.now_ms + limit_ms
        while not is_done():
            assert self.now_ms < end_ms, "it takes too long"
            self.run(10)

    def spoil(self, stream: bytes) -> bytes:
        """Lose, repeat, cut or change each line by the rate."""
        arrived = b""
        for line in stream.splitlines(keepends=True):
            chance = self.random.random()
            if chance < self.rate:
                continue
            if chance < 2 * self.rate:
                line += line
            elif chance < 3 * self.rate:
                line = line[: self.random.randrange(len(line))]
            elif chance < 4 * self.rate:
                place = self.random.randrange(len(line))
                line = line[:place] + bytes([line[place] ^ 1 << self.random.randrange(8)]) + line[place + 1 :]
            arrived += line
        return arrived

    def is_level(self) -> bool:
        return len(self.store.events) == self.journal.next_number - 1

    def is_shown(self) -> bool:
        return self.client.latest.get("lamps", {}).get("roles") == self.roles

    def stored_words(self) -> list[str]:
        return [event["word"] for event in self.store.events if event["k"] == "action"]


@pytest.mark.parametrize("rate", [0, 0.01, 0.05, 0.1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_event_arrives_once_and_every_command_is_done_once(rate: float, seed: int) -> None:
    pair = Pair(rate, seed)
    futures = []
    for step in range(150):
        if pair.random.random() < 0.5:
            pair.act()
        if step % 10 == 0:
            futures.append(pair.client.command("put", id=step))
        pair.run(pair.random.randrange(10, 300, 10))
    pair.run_until(lambda: pair.is_level() and all(future.done() for future in futures))
    assert [event["e"] for event in pair.store.events] == list(range(1, pair.journal.next_number))
    assert len(pair.done) == len(set(pair.done))
    for future in futures:
        if future.exception() is None:
            assert future.result()["id"] in pair.done
        else:
            assert isinstance(future.exception(), CommandUnanswered) and rate >= 0.1
    if rate == 0:
        assert pair.client.figures.bad_lines == pair.client.commands.num_repeats == pair.link.resends == 0


@pytest.mark.parametrize("seed", range(6))
def test_whichever_side_restarts_nothing_is_lost_or_doubled(seed: int) -> None:
    pair = Pair(0.03, seed)
    for _ in range(200):
        pair.act()
        pair.run(pair.random.randrange(0, 100, 10))
        fate = pair.random.random()
        if fate < 0.05:
            pair.start_board()
        elif fate < 0.1:
            pair.start_host()
        elif fate < 0.13:
            pair.now_ms += 5000  # out of reach of each other
    pair.run_until(pair.is_level)
    assert [event["e"] for event in pair.store.events] == list(range(1, pair.journal.next_number))
    assert pair.stored_words() == ["a1-b1"] * 200


@pytest.mark.parametrize("what", ["sleeps", "opens the port anew", "has lost the first bytes"])
@pytest.mark.parametrize("asleep_ms", [200, 4000, 600_000])
def test_a_pc_that_sleeps_in_the_middle_of_a_game_lacks_nothing_when_it_wakes(what: str, asleep_ms: int) -> None:
    """USB is suspended: the board plays on, its port keeps the 256 bytes that it has taken, the PC's clock stands."""
    pair = Pair(0, 1)
    pair.console.room = 256
    pair.act()
    pair.run_until(pair.is_level)
    future = pair.client.command("put", id=7)
    pair.console.incoming.extend(pair.client.take_output()[:-9])  # it falls asleep in the middle of a line
    for ms in range(0, asleep_ms, 10):
        pair.now_ms += 10
        pair.link.tick(pair.now_ms)
        if ms % 2000 == 0:
            pair.act()
    assert len(pair.console.outgoing) <= 256
    if what == "opens the port anew":
        pair.console.take()
        pair.client.disconnect()
    elif what == "has lost the first bytes":
        pair.console.outgoing = pair.console.outgoing[37:]
    pair.act()
    pair.run_until(lambda: pair.is_level() and pair.is_shown() and future.done(), 15_000)
    assert [event["e"] for event in pair.store.events] == list(range(1, pair.journal.next_number))
    assert len(pair.done) <= 1 and (future.exception() is not None or pair.done == [7])
    pair.act()
    pair.run_until(lambda: pair.is_level() and pair.is_shown(), 2000)


def test_of_two_hosts_the_later_one_is_served_until_it_is_silent_and_neither_lacks_anything() -> None:
    pair = Pair(0, 1)
    other = Client(ListStore())

    def run(milliseconds: int, *hosts: Client) -> None:
        for _ in range(milliseconds // 10):
            pair.now_ms += 10
            pair.link.tick(pair.now_ms)
            said = pair.console.take()
            for host in hosts:
                host.feed(said, pair.now_ms / 1000)
                pair.console.incoming.extend(host.take_output())
            if pair.now_ms % 100 == 0:
                pair.act()

    run(1000, pair.client)
    run(6000, pair.client, other)
    assert other.hello and not pair.client.hello
    assert len(other._store.events) >= pair.journal.next_number - 2
    run(9000, pair.client)
    assert pair.client.hello and len(pair.store.events) >= pair.journal.next_number - 2


def test_the_streams_show_the_latest_state_in_the_end() -> None:
    """Nearly half of all lines are lost each way: how long it takes is chance, so many seeds tell, in board time."""
    waits_ms = []
    for seed in range(60):
        pair = Pair(0.15, seed)
        for _ in range(30):
            pair.act()
            pair.run(30)
        begun_ms = pair.now_ms
        pair.run_until(pair.is_shown, 30_000)
        waits_ms.append(pair.now_ms - begun_ms)
    waits_ms.sort()
    assert waits_ms[30] <= 4_000 and waits_ms[54] <= 10_000


@pytest.mark.long
def test_ten_thousand_events_are_caught_up_within_seconds_of_the_boards_time() -> None:
    pair = Pair(0, 1)
    for _ in range(10_000):
        pair.journal.append({"k": "action", "player": 0, "word": "a1-b1"})
    pair.run_until(pair.is_level, 15_000)


def test_a_command_in_flight_when_the_board_restarts_is_said_to_be_unanswered() -> None:
    pair = Pair(0, 1)
    pair.run(100)
    future = pair.client.command("put", id=1)
    pair.client.take_output()
    pair.start_board()
    pair.run_until(future.done)
    assert isinstance(future.exception(), CommandUnanswered) and "restarted" in str(future.exception())
    again = pair.client.command("put", id=2)
    pair.run_until(again.done, 100)
    assert pair.done == [2]
