"""Messages from the link's thread to the event loop, and the watchers that are called after changes."""

import asyncio
from collections.abc import Callable

from treppe_host.link.client import Message


class Changes:
    """Carries messages into the event loop in which `begin` was called, and calls `watchers` after changes there."""

    def __init__(self) -> None:
        self.watchers: list[Callable[[], None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_due = False

    def begin(self) -> None:
        """Use the running event loop from now on."""
        self._loop = asyncio.get_running_loop()

    def carry(self, take: Callable[[Message], None], message: Message) -> None:
        """From any thread: call `take` with a message in the event loop, then the watchers."""
        assert self._loop
        self._loop.call_soon_threadsafe(self._take_message, take, message)

    def post(self, act: Callable[[], None]) -> None:
        """From any thread: call `act` in the event loop, then the watchers."""
        self.carry(lambda _: act(), {})

    def _take_message(self, take: Callable[[Message], None], message: Message) -> None:
        take(message)
        self.tell()

    def tell(self) -> None:
        """In the event loop: call the watchers soon, once for all changes until then."""
        assert self._loop
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._call)

    def _call(self) -> None:
        self._is_due = False
        for watcher in self.watchers:
            watcher()
