"""Two hosts, ours and the example of the document, take turns at one board over lines that break."""

import json
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from fakes_link import ListStore, MemoryStorage, PipeConsole, PowerCut
from sqlalchemy import select
from treppe.link.journal import Journal
from treppe.link.line import BAD, GOOD, LONG, BadLine, LineCollector
from treppe.link.link import Link
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_host.store.tables import events

KIT = Path(__file__).parents[2] / "docs" / "conformance"
sys.path.insert(0, str(KIT))

from breaker import Breaker  # noqa: E402
from other_host import Host  # noqa: E402
from runner import Broken, HeldBoard, HeldHost  # noqa: E402

HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}
FAULT = {"k": "fault", "told": {"code": "flash_full"}}
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
        self.journal.append(FAULT)
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
            reported, self.other.output = self.other.output, b""
            self.console.incoming.extend(self.breakers[3].carry(reported))

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
        levels = (lambda: self.store.connect_board({}), lambda: max((number for _, number in self.events), default=0))
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
        assert {number: at.events.get(("cafe", number)) for number in written} == written, seed
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


class PipeBoard:
    """A board as the runner wants it: the firmware's link and journal over a flash in memory."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.happen("erase")

    def power_up(self) -> None:
        self.console = PipeConsole()
        self.journal = Journal(self.storage, f"{self.num_erased:04x}")
        self.link = Link(self.console, self.journal, HELLO, lambda name, fields: {})

    num_erased = 0

    def receive(self, received: bytes) -> None:
        self.console.incoming.extend(received)

    def take_output(self) -> bytes:
        return self.console.take()

    def run(self, milliseconds: int) -> None:
        self.now_ms += milliseconds
        self.link.tick(self.now_ms)

    def happen(self, what: str) -> None:
        if what == "event":
            self.journal.append(FAULT)
        elif what.startswith("damage"):
            (name,) = (name for name in self.storage.names() if name.endswith(".log"))
            lines = bytes(self.storage.files[name]).splitlines(keepends=True)
            place = int(what.split()[1]) - 1
            lines[place] = lines[place][:10] + bytes([lines[place][10] ^ 4]) + lines[place][11:]
            self.storage.files[name] = b"".join(lines)
        else:
            if what == "erase":
                self.storage = MemoryStorage()
                self.num_erased += 1
            elif what == "cut":
                self.storage.cut_in, self.storage.done = 0, 1
                with suppress(PowerCut):
                    self.journal.append(FAULT)
                self.storage.power_up()
            self.power_up()


class OurHost:
    """Our host with its own store, as the runner wants it."""

    def __init__(self) -> None:
        self.store = Store("sqlite://")
        self.client = Client(self.store)
        self.asked: list[Any] = []
        self.feed = self.client.feed
        self.take_output = self.client.take_output

    def command(self, name: str) -> None:
        self.asked.append(self.client.command(name))

    def stored(self) -> list[int]:
        with self.store.engine.connect() as connection:
            return list(connection.scalars(select(events.c.number).order_by(events.c.id)))

    def num_answered(self) -> int:
        return sum(each.done() and not each.exception() for each in self.asked)


class ExampleHost(Host):
    """The document's host as the runner wants it."""

    def __init__(self) -> None:
        super().__init__({})

    def take_output(self) -> bytes:
        reported, self.output = self.output, b""
        return reported

    def stored(self) -> list[int]:
        return [number for _, number in self.events]

    def num_answered(self) -> int:
        return sum(bool(answer) and "shown" not in str(answer) for answer in self.answers.values())


TRANSCRIPTS = json.loads((KIT / "transcripts.json").read_text("utf-8"))


@pytest.mark.parametrize("name", TRANSCRIPTS)
@pytest.mark.parametrize("host", [OurHost, ExampleHost])
def test_a_host_does_what_the_transcripts_say(name: str, host: Any) -> None:
    HeldHost(name, TRANSCRIPTS[name], host()).run()


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_board_does_what_the_transcripts_say(name: str) -> None:
    HeldBoard(name, TRANSCRIPTS[name], PipeBoard()).run()


class ForgetfulHost(ExampleHost):
    """H1: it goes on with its session whatever happens."""

    def begin(self) -> None:
        before = getattr(self, "session", "")
        super().begin()
        self.session = before or self.session


class RepeatingHost(ExampleHost):
    """H2: it repeats in a new session what was not answered in the old one."""

    def begin(self) -> None:
        waiting = list(self.waiting)
        super().begin()
        self.waiting = waiting


class HastyHost(ExampleHost):
    """H3: it acknowledges each event as it comes, also behind a gap."""

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        if self.hello and "e" in message:
            self.write({"ack": message["e"]})


class EagerHost(ExampleHost):
    """H4: it takes whatever number comes."""

    def take(self, message: dict[str, Any]) -> None:
        self.next = message.get("e", self.next)
        super().take(message)


class WaitingHost(ExampleHost):
    """H4: it waits for events that the board calls missing."""

    def take(self, message: dict[str, Any]) -> None:
        if message.get("m") != "missing":
            super().take(message)


class LoudHost(ExampleHost):
    """H5: it takes the board back at once."""

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        self.is_silent = False


class OneJournalHost(ExampleHost):
    """H6: to it all journals are one."""

    def take(self, message: dict[str, Any]) -> None:
        super().take({name: "j" if name == "journal" else value for name, value in message.items()} | {"next": 99})


class ImpatientHost(ExampleHost):
    """H7: it gives a command up when no answer comes at once."""

    def write(self, message: dict[str, Any]) -> None:
        super().write(message)
        if message.get("do") == "ping":
            self.waiting.pop(0)


class DeafHost(ExampleHost):
    """H8: it does not say that a line came damaged."""

    def ask(self, message: dict[str, Any]) -> None:
        if message.get("m") != "again":
            super().ask(message)


class CredulousHost(ExampleHost):
    """H9: it takes answers of other sessions."""

    def take(self, message: dict[str, Any]) -> None:
        super().take(message | ({"s": self.session} if "re" in message else {}))


class AnyAnswerHost(ExampleHost):
    """H9: it takes any answer of its session for that to its command."""

    def take(self, message: dict[str, Any]) -> None:
        is_ours = message.get("s") == self.session and self.waiting
        super().take(message | ({"re": self.waiting[0][0]} if is_ours and "re" in message else {}))


class ShyHost(ExampleHost):
    """H13: it greets once."""

    def feed(self, received: bytes, now: float) -> None:
        super().feed(received, now)
        self.greeted = now + 60 if self.greeted == now else self.greeted


class CarelessHost(ExampleHost):
    """H13: it lets its lease go."""

    def command(self, do: str, **fields: Any) -> int:
        self.leased += 9
        return super().command(do, **fields)


class FaithfulHost(ExampleHost):
    """H14: it waits for ever for a board that says nothing."""

    def feed(self, received: bytes, now: float) -> None:
        self.heard = now
        super().feed(received, now)


FAULTY_HOSTS = [each for each in ExampleHost.__subclasses__() if each.__doc__.startswith("H")]


class DoublingBoard(PipeBoard):
    """It forgets what it has acknowledged, and begins its numbers anew with each start."""

    def power_up(self) -> None:
        self.storage = MemoryStorage()
        super().power_up()


class SilentBoard(PipeBoard):
    """It never says that a session has ended, or a line was damaged."""

    def take_output(self) -> bytes:
        lines = super().take_output().splitlines(keepends=True)
        return b"".join(line for line in lines if b'"ended"' not in line and b'"again"' not in line)


class MuteBoard(PipeBoard):
    """It sends no event twice."""

    sent = b""

    def take_output(self) -> bytes:
        lines = super().take_output().splitlines(keepends=True)
        fresh = [line for line in lines if b'"e":' not in line or line not in self.sent]
        self.sent += b"".join(fresh)
        return b"".join(fresh)


@pytest.mark.parametrize("faulty", FAULTY_HOSTS)
def test_a_host_with_a_fault_is_found_by_a_transcript_of_its_rule(faulty: Any) -> None:
    found_by: list[str] = []
    for name, transcript in TRANSCRIPTS.items():
        try:
            HeldHost(name, transcript, faulty()).run()
        except Broken:
            found_by += transcript["rules"]
    assert faulty.__doc__.partition(":")[0] in found_by


@pytest.mark.parametrize("faulty", [DoublingBoard, SilentBoard, MuteBoard])
def test_a_board_with_a_fault_is_found(faulty: Any) -> None:
    with pytest.raises(Broken):
        for name, transcript in TRANSCRIPTS.items():
            HeldBoard(name, transcript, faulty()).run()


def test_the_other_host_needs_less_than_a_hundred_lines_and_nothing_of_ours() -> None:
    text = (KIT / "other_host.py").read_text("utf-8")
    assert len(text.splitlines()) <= 100 and "treppe" not in text.lower().replace("treppe's", "")
