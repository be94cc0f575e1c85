"""Both ends of the link as a state machine: whatever the line, the host and the board do, every event is kept once."""

from typing import Any

import pytest
from fakes_link import ListStore, MemoryStorage, PipeConsole, PowerCut
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from searching import search
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe_host.errors import StoreUnavailable
from treppe_host.link.client import Client

pytestmark = pytest.mark.long

HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}
HEALED_MS = 60_000
FATES = some.sampled_from(("", "", "lost", "twice", "cut", "flipped", "late"))


class Line:
    """One direction: what is to happen to the next lines is in `fates`; then all goes well."""

    def __init__(self) -> None:
        self.fates: list[str] = []
        self.late = b""

    def carry(self, stream: bytes) -> bytes:
        arrived, self.late = self.late, b""
        for line in stream.splitlines(keepends=True):
            fate = self.fates.pop(0) if self.fates else ""
            middle = len(line) // 2
            if fate == "late":
                self.late += line
            elif fate != "lost":
                changed = {
                    "twice": line + line,
                    "cut": line[:middle],
                    "flipped": line[:middle] + bytes([line[middle] ^ 1]) + line[middle + 1 :],
                }
                arrived += changed.get(fate, line)
        return arrived


class PickyStore(ListStore):
    """A store that may be away."""

    is_away = False

    def add_events(self, board: str, events: Any) -> None:
        if self.is_away:
            raise StoreUnavailable("locked")
        super().add_events(board, events)


class LinkMachine(RuleBasedStateMachine):
    """A board and a host that share a clock. `done` are the commands that the board has done, `asked` their futures."""

    @initialize()
    def switch_on(self) -> None:
        self.storage, self.store = MemoryStorage(), PickyStore()
        self.to_board, self.to_host = Line(), Line()
        self.now_ms = self.num_asked = 0
        self.version = 0
        self.done: list[int] = []
        self.asked: list[Any] = []
        self.power_up()
        self.client = Client(self.store, ["lamps"])

    def power_up(self) -> None:
        self.storage.power_up()
        self.console = PipeConsole()
        self.journal = Journal(self.storage, "cafe")
        self.link = Link(self.console, self.journal, HELLO, self.obey)
        self.link.stream("lamps", lambda: self.version, lambda: {"roles": f"{self.version:049b}".replace("0", ".")})

    def obey(self, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        self.append({"k": "action", "player": 0, "word": f"w{fields['id']}"})
        self.done.append(fields["id"])
        return {"id": fields["id"]}

    def append(self, event: dict[str, Any]) -> None:
        self.journal.append(event)
        self.version += 1

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 10):
            self.now_ms += 10
            try:
                self.link.tick(self.now_ms)
            except PowerCut:
                self.power_up()
            try:
                self.client.feed(self.to_host.carry(self.console.take()), self.now_ms / 1000)
            except StoreUnavailable:
                self.client.disconnect()
            self.console.incoming.extend(self.to_board.carry(self.client.take_output()))

    # What happens.

    @rule(count=some.integers(1, 5), kind=some.sampled_from(("start", "action", "end")))
    def play(self, count: int, kind: str) -> None:
        contents = {"start": {"game": "step", "options": {}, "seats": [], "firmware": "0.1.0"}}
        contents |= {"action": {"player": 0, "word": "a1"}, "end": {"reason": "goal", "winners": [], "scores": None}}
        for _ in range(count):
            try:
                self.append({"k": kind} | contents[kind])
            except PowerCut:
                self.power_up()

    @rule(milliseconds=some.sampled_from((10, 50, 200, 1100, 4000)))
    def wait(self, milliseconds: int) -> None:
        self.run(milliseconds)

    @rule()
    def ask(self) -> None:
        self.num_asked += 1
        self.asked.append(self.client.command("put", id=self.num_asked))

    @rule(to_host=some.lists(FATES, max_size=8), to_board=some.lists(FATES, max_size=8))
    def trouble(self, to_host: list[str], to_board: list[str]) -> None:
        self.to_host.fates += to_host
        self.to_board.fates += to_board

    @rule(noise=some.binary(max_size=40))
    def noise(self, noise: bytes) -> None:
        self.client.feed(noise, self.now_ms / 1000)
        self.console.incoming.extend(noise)

    @rule(cut_in=some.integers(0, 3), done=some.integers(0, 2))
    def cut_power_soon(self, cut_in: int, done: int) -> None:
        self.storage.cut_in, self.storage.done = cut_in, done

    @rule()
    def restart_board(self) -> None:
        self.power_up()

    @rule()
    def restart_host(self) -> None:
        self.asked = []  # nobody waits for them any more
        self.to_host.late = self.to_board.late = b""
        self.client = Client(self.store, ["lamps"])

    @rule(is_away=some.booleans())
    def store_comes_and_goes(self, is_away: bool) -> None:
        self.store.is_away = is_away

    # What holds.

    @invariant()
    def nothing_is_acknowledged_before_it_is_stored(self) -> None:
        assert self.journal.acknowledged <= self.store.connect_board({})

    @invariant()
    def each_command_is_done_once(self) -> None:
        assert len(self.done) == len(set(self.done))

    def teardown(self) -> None:
        """Let all go well: soon everything is where it belongs."""
        if not hasattr(self, "client"):
            return
        self.store.is_away = False
        self.storage.power_up()
        self.to_host.fates.clear()
        self.to_board.fates.clear()
        until_ms = self.now_ms + HEALED_MS
        while not self.is_level():
            assert self.now_ms < until_ms, "it does not recover"
            self.run(50)
        written = {event["e"]: event for event in self.journal.read_from(0)}
        stored = {event["e"]: event for event in self.store.events}
        assert {number: stored.get(number) for number in written} == written
        assert not self.store.gaps, "nothing was damaged"
        commanded = [event["word"] for event in written.values() if event.get("word", "").startswith("w")]
        assert len(commanded) == len(set(commanded))
        for future in self.asked:
            assert future.exception() or future.result()["id"] in self.done

    def is_level(self) -> bool:
        shown = self.client.latest.get("lamps", {}).get("roles", "").replace(".", "0")
        return bool(
            self.client.hello
            and self.store.connect_board({}) == self.journal.next_number - 1 == self.journal.acknowledged
            and all(future.done() for future in self.asked)
            and shown == f"{self.version:049b}"
        )


TestLink = LinkMachine.TestCase
TestLink.settings = search(60, 25)
