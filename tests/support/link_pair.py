"""A board's link and a host that share a clock, over lines that are as bad as a test wants them."""

from typing import Any

from fakes_link import MemoryStorage, PipeConsole
from treppe.link.journal import Journal
from treppe.link.link import Link
from treppe_host.errors import StoreUnavailable
from treppe_host.link.client import Client
from troubled_line import Rates, TroubledLine

GOOD = Rates()
HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7"}


class LinkPair:
    """Either side can be started anew. `done` are the commands that the board has done, by their `id`.

    A store that is away is waited for; `num_failures` says how often.
    """

    def __init__(
        self, store: Any, rates: Rates = GOOD, seed: int = 1, storage: MemoryStorage | None = None, **client: Any
    ) -> None:
        self.store = store
        self.storage = storage or MemoryStorage(1 << 24)
        self.to_host, self.to_board = TroubledLine(rates, seed), TroubledLine(rates, seed + 1)
        self.now_ms = self.version = self.num_failures = 0
        self.done: list[int] = []
        self._client = client
        self.start_board()
        self.start_host()

    def start_board(self) -> None:
        """Switch the board on, again with what is on its flash."""
        self.console = PipeConsole()
        self.journal = Journal(self.storage, "cafe")
        self.link = Link(self.console, self.journal, HELLO, self._obey)
        self.link.stream("lamps", lambda: self.version, lambda: {"roles": self.roles()})

    def start_host(self) -> None:
        """Start the host's program, again with what is in its store."""
        self.client = Client(self.store, **self._client)

    def roles(self) -> str:
        """Return what the board's lamps show: another thing after each action."""
        return f"{self.version:049b}"

    def _obey(self, name: str, fields: dict[str, Any]) -> dict[str, Any]:
        self.done.append(fields["id"])
        self.journal.append({"k": "action", "player": 0, "word": f"w{fields['id']}"})
        return {"id": fields["id"]}

    def act(self, word: str = "a1-b1") -> None:
        """Record an action."""
        self.journal.append({"k": "action", "player": 0, "word": word})
        self.version += 1

    def run(self, milliseconds: int) -> None:
        """Let time pass on both sides."""
        for _ in range(milliseconds // 10):
            self.now_ms += 10
            self.link.tick(self.now_ms)
            try:
                self.client.feed(self.to_host.carry(self.console.take(), self.now_ms), self.now_ms / 1000)
            except StoreUnavailable:
                self.num_failures += 1
                self.client.disconnect()
            self.console.incoming.extend(self.to_board.carry(self.client.take_output(), self.now_ms))

    def run_until(self, is_done: Any, limit_ms: int = 60_000) -> None:
        """Let time pass until something is so. Raises AssertionError if that takes too long."""
        end_ms = self.now_ms + limit_ms
        while not is_done():
            assert self.now_ms < end_ms, "it takes too long"
            self.run(10)
