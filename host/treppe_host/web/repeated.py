"""Feeds of what is looked up again and again, because nothing tells of its changes."""

import asyncio
from collections.abc import Callable
from typing import Any

from treppe_host.supervision import start_task
from treppe_host.web.feed import Content, PageFeed


class RepeatedFeeds:
    """A feed for each key, looked up every so many seconds while somebody follows it."""

    def __init__(self, every_s: float, look: Callable[[Any], Content]):
        self._every_s = every_s
        self._look = look
        self._feeds: dict[Any, PageFeed] = {}
        self._task: asyncio.Task[None] | None = None

    def feed(self, key: Any) -> PageFeed:
        """Return the feed of a key, with its present content."""
        feed = self._feeds.setdefault(key, PageFeed())
        feed.show(self._look(key))
        if self._task is None or self._task.done():
            self._task = start_task(self._run(), "a feed that is looked up")
        return feed

    async def _run(self) -> None:
        """Look up until nobody follows any more."""
        while self._feeds:
            await asyncio.sleep(self._every_s)
            for key, feed in list(self._feeds.items()):
                if feed.is_followed:
                    feed.show(self._look(key))
                else:
                    self._feeds.pop(key).end()
