"""Pages that replay a club's games: each is drawn once, and kept until its game changes."""

import asyncio
from collections import OrderedDict
from concurrent.futures import Executor
from typing import Any

from treppe.games import InvalidOption
from treppe_host.errors import UnknownRecord
from treppe_host.web.games.replay_file import replay_of
from treppe_host.web.requests import LARGEST

from treppe_club.finished import stamp_of
from treppe_club.store import ClubStore

_MOST_LETTERS = 20_000_000


class Replays:
    """Draws replays beside the server's other work: a long game takes a second, and a crowd opens it at once."""

    def __init__(self, store: ClubStore, pool: Executor):
        """`pool` has one thread, so that nothing is drawn twice."""
        self._store = store
        self._pool = pool
        self._kept: OrderedDict[tuple[int, str], tuple[Any, str]] = OrderedDict()

    async def page(self, number: int, language: str) -> str:
        """Return a game as a page; raise UnknownRecord if guests have no such game to see."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._page, number, language)

    def _page(self, number: int, language: str) -> str:
        with self._store.transaction() as connection:
            stamp = stamp_of(connection, number) if number <= LARGEST else None
        if stamp is None:
            raise UnknownRecord(f"no game {number}")
        kept, page = self._kept.pop((number, language), (None, ""))
        if kept != stamp:
            try:
                page = replay_of(self._store, number, language)
            except InvalidOption as error:  # of a newer or lying board
                raise UnknownRecord(f"no game {number}") from error
        self._kept[number, language] = stamp, page
        while sum(len(page) for _, page in self._kept.values()) > _MOST_LETTERS:
            self._kept.popitem(last=False)
        return page
