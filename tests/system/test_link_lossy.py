"""Both ends of the link over a pipe that loses, repeats, cuts and changes what goes through it.

Restarts of either side: test_link_machine.py; two hosts at a board: test_conformance.py.
"""

import random
from datetime import datetime

import pytest
from fakes_link import ListStore
from link_pair import LinkPair
from treppe_host.errors import CommandUnanswered
from troubled_line import Rates

NOON = datetime(2026, 11, 26, 12)
_BYTES = 150  # of a long line


class Pair(LinkPair):
    """Of all lines so many are lost, as many repeated, cut, and changed in a bit."""

    def __init__(self, rate: float, seed: int) -> None:
        rates = Rates(lost=rate, repeated=rate, cut=rate, flipped=rate / _BYTES)
        # What a host says of the day differs in length.
        super().__init__(ListStore(), rates, seed, wall_time=lambda: NOON)

    def is_level(self) -> bool:
        return len(self.store.events) == self.journal.next_number - 1

    def is_shown(self) -> bool:
        return self.client.latest.get("lamps", {}).get("roles") == self.roles()


@pytest.mark.parametrize("rate", [0, 0.01, 0.05, 0.1])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_event_arrives_once_and_every_command_is_done_once(rate: float, seed: int) -> None:
    pair = Pair(rate, seed)
    futures = []
    chance = random.Random(seed)
    for step in range(150):
        if chance.random() < 0.5:
            pair.act()
        if step % 10 == 0:
            futures.append(pair.client.command("put", id=step))
        pair.run(chance.randrange(10, 300, 10))
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
