"""Two hosts, ours and the example of the document, take turns at one board over lines that break."""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from fakes_link import ListStore, MemoryStorage, PipeConsole
from treppe.link.journal import Journal
from treppe.link.line import BAD, GOOD, LONG, BadLine, LineCollector
from treppe.link.link import Link
from treppe_host.link.client import Client

KIT = Path(__file__).parents[2] / "docs" / "conformance"
sys.path.insert(0, str(KIT))

from breaker import Breaker  # noqa: E402
from other_host import Host  # noqa: E402

HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}
HEALED_MS = 90_000


class TwoHosts:
    """A board that restarts, and two hosts of which now one, now the other is away; what is late comes late."""

    def __init__(self, seed: int, rate: float = 0.08) -> None:
        self.chance = random.Random(seed)
        self.storage = MemoryStorage()
        self.store, self.events = ListStore(), {}  # type: ignore[var-annotated]
        self.client, self.other = Client(self.store), Host(self.events)
        self.breakers = [Breaker(seed * 4 + place, rate) for place in range(4)]
        self.is_away = [False, False]
        self.done: list[str] = []
        self.asked: list[Any] = []
        self.now_ms = self.restarts = self.takeovers = 0
        self.power_up()

    def power_up(self) -> None:
        self.console = PipeConsole()
        self.journal = Journal(self.storage, "cafe")
        self.journal.append({"k": "fault"})
        self.link = Link(self.console, self.journal, HELLO, self.obey)

    def obey(self, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        self.done.append(fields["id"])
        self.journal.append({"k": "action", "player": 0, "word": fields["id"]})
        return {"id": fields["id"]}

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 10):
            self.now_ms += 10
            self.link.tick(self.now_ms)
            said, now_s = self.console.take(), self.now_ms / 1000
            heard = [breaker.carry(said) for breaker in self.breakers[:2]]
            if not self.is_away[0]:
                self.client.feed(heard[0], now_s)
            if not self.is_away[1]:
                self.other.feed(heard[1], now_s)
            self.console.incoming.extend(self.breakers[2].carry(self.client.take_output()))
            told, self.other.output = self.other.output, b""
            self.console.incoming.extend(self.breakers[3].carry(told))

    def trouble(self) -> None:
        number = len(self.done) + len(self.asked)
        self.asked.append((f"a{number}", self.client.command("put", id=f"a{number}")))
        self.other.command("put", id=f"b{self.other.number}")
        self.run(self.chance.randrange(100, 3000, 10))
        fate = self.chance.random()
        if fate < 0.1:
            self.power_up()
            self.restarts += 1
        elif fate < 0.6:
            before, self.is_away = self.is_away, self.chance.choice(([True, False], [False, True], [False, False]))
            self.takeovers += before != self.is_away
        elif fate < 0.7:
            self.run(4000)

    def heal(self) -> None:
        """Let all go well, and first one host, then the other catch up."""
        for breaker in self.breakers:
            breaker.rate = 0
        levels = (lambda: self.store.connect_board({}), lambda: max(self.events, default=0))
        while any(level() < self.journal.next_number - 1 for level in levels):
            for place, level in enumerate(levels):
                self.is_away = [place != 0, place != 1]
                self.client.disconnect()
                self.run_until(lambda level=level: level() >= self.journal.next_number - 1)

    def run_until(self, is_done: Any) -> None:
        until_ms = self.now_ms + HEALED_MS
        while not is_done():
            assert self.now_ms < until_ms, "it does not recover"
            self.run(50)


def hold(num_faults: int, first_seed: int) -> None:
    """Break the lines until so many faults have happened; nothing is lost, doubled or wrong."""
    faults, seed = 0, first_seed
    while faults < num_faults:
        at = TwoHosts(seed)
        for _ in range(40):
            at.trouble()
        at.heal()
        written = {event["e"]: event for event in at.journal.read_from(1)}
        assert sorted(written) == list(range(1, at.journal.next_number)), seed
        assert {number: at.events.get(number) for number in written} == written, seed
        assert [event for event in at.store.events if event["e"] in written] == list(written.values()), seed
        assert len(at.done) == len(set(at.done)), seed
        for word, future in at.asked:
            assert not future.done() or future.exception() or word in at.done, seed
        assert not at.store.gaps
        faults += sum(breaker.faults for breaker in at.breakers) + at.restarts + at.takeovers
        seed += 1


def test_two_hosts_at_a_board_lose_and_double_nothing() -> None:
    hold(100, 1)


@pytest.mark.long
def test_two_hosts_and_a_thousand_faults() -> None:
    hold(1000, 1000)


def test_a_board_takes_the_lines_of_the_kit_for_what_they_are() -> None:
    endings = {"good": GOOD, "damaged": BAD, "too long": LONG, "no message": GOOD}
    lines = json.loads((KIT / "lines.json").read_text("utf-8"))
    assert set(lines) == set(endings)
    for kind, of_kind in lines.items():
        for line in of_kind:
            collector = LineCollector()
            assert [collector.feed(byte) for byte in line.encode()][-1] == endings[kind], (kind, line)
            if kind == "good":
                assert collector.message()
            elif kind == "no message":
                with pytest.raises(BadLine):
                    collector.message()


def test_the_other_host_needs_less_than_a_hundred_lines_and_nothing_of_ours() -> None:
    text = (KIT / "other_host.py").read_text("utf-8")
    assert len(text.splitlines()) <= 100 and "treppe" not in text.lower().replace("treppe's", "")
