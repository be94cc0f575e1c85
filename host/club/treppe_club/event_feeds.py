"""The changing content of events' pages, made once for all browsers with the same language and role."""

import asyncio
from dataclasses import replace

from treppe_host.errors import StoreError
from treppe_host.web.feed import PageFeed

from treppe_club.event.event import EventError
from treppe_club.event_page import event_content
from treppe_club.event_results import propose, take_results
from treppe_club.event_rows import StoredEvent, read_event
from treppe_club.store import ClubStore
from treppe_club.texts import load_texts

_AGAIN_S = 1.0

Key = tuple[int, str, bool]
"""An event's number, a language, and whether the feed is for arbiters."""


class EventFeeds:
    """Feeds of events; everything but reading the database runs in the event loop."""

    def __init__(self, store: ClubStore):
        self._store = store
        self._feeds: dict[Key, PageFeed] = {}
        self._woken: set[int] = set()
        self._has_games = True
        self._call = asyncio.Event()

    def feed(self, stored: StoredEvent, language: str, *, may_rule: bool) -> PageFeed:
        """Return the frames of an event."""
        key = (stored.number, language, may_rule)
        if key not in self._feeds:
            self._feeds[key] = PageFeed()
            self._feeds[key].show({"event": event_content(load_texts(language), stored, may_rule=may_rule)})
        return self._feeds[key]

    def wake(self, number: int | None = None) -> None:
        """Read an event again soon; without a number, the games that have ended since."""
        if number is None:
            self._has_games = True
        else:
            self._woken.add(number)
        self._call.set()

    async def run(self) -> None:
        """Enter results and show what has changed, for ever; while the database is away, nothing changes."""
        while True:
            self._call.clear()
            has_games, self._has_games = self._has_games, False
            woken, self._woken = self._woken, set()
            try:
                for number, stored in (await asyncio.to_thread(self._read_events, woken, has_games)).items():
                    self._show_event(number, stored)
            except StoreError:
                self._woken |= woken
                self._has_games = self._has_games or has_games
                await asyncio.sleep(_AGAIN_S)
                continue
            await self._call.wait()

    def _read_events(self, woken: set[int], has_games: bool) -> dict[int, StoredEvent | None]:
        if has_games:
            with self._store.transaction(writes=True) as connection:
                take_results(connection)
        return {number: find_event(self._store, number) for number in woken & {key[0] for key in self._feeds}}

    def _show_event(self, number: int, stored: StoredEvent | None) -> None:
        """Show an event on its pages; those of one that was deleted lead to the list."""
        for (shown, language, may_rule), feed in self._feeds.items():
            if shown == number and stored:
                feed.show({"event": event_content(load_texts(language), stored, may_rule=may_rule)})
            elif shown == number:
                feed.show({"go": "events"})


def find_event(store: ClubStore, number: int) -> StoredEvent | None:
    """Return an event, None if there is none."""
    try:
        with store.transaction() as connection:
            stored = read_event(connection, number)
            return replace(stored, proposed=propose(connection, stored))
    except EventError:
        return None
