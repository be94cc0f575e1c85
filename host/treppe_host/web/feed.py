"""What a page shows, sent in numbered frames that are made once for all its browsers.

A browser that was away gets the frames that it has missed, or everything if they are gone.
"""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from typing import Any

from treppe_host.supervision import start_task
from treppe_host.web import assets

_KEPT = 256  # frames; a browser that has missed more begins again with everything
_LONGEST = 12  # digits of a frame's number
_PING_S = 10.0  # proxies close connections that are silent for a minute, and pages doubt those silent for 20 s
_PING = b"event: ping\ndata: 1\n\n"
_REMEMBERED_S = 30.0  # a feed that nobody follows: its last reader may come again, and a new one may be on the way

Content = dict[str, Any]


class Feed:
    """Numbered frames; `everything` makes the first frame of a browser that has seen none."""

    def __init__(self, everything: Callable[[], Content]):
        self.number = 0
        """The number of the last frame."""
        self._num_readers = 0
        self._left_at_s = time.monotonic()
        self._has_ended = False
        self._everything = everything
        self._run = secrets.token_hex(4)  # tells frames of another run of the server apart
        self._frames: deque[bytes] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()
        self._whole: tuple[int, bytes] | None = None

    @property
    def last_id(self) -> str:
        """The id of the last frame, from which a page may go on."""
        return f"{self._run}-{self.number}"

    @property
    def is_followed(self) -> bool:
        """Whether somebody follows the feed, or has done so a moment ago."""
        return self.has_readers or time.monotonic() - self._left_at_s < _REMEMBERED_S

    @property
    def has_readers(self) -> bool:
        """Whether somebody follows the feed now."""
        return self._num_readers > 0

    def expect_reader(self) -> None:
        """Keep the feed for a reader who is on the way, also where the last one left long ago."""
        self._left_at_s = time.monotonic()

    def publish(self, content: Content) -> None:
        self.number += 1
        self._frames.append(self._frame(content))
        news, self._news = self._news, asyncio.Event()
        news.set()

    def end(self) -> None:
        """Let go of all frames, and of what makes them, for nobody follows any more. Who comes late gets no frame.

        Feeds are in circles with those who know them: the collector would come for them much later.
        """
        self._has_ended = True
        self._frames.clear()
        self._whole = None
        self._everything = dict

    async def frames_since(self, last_seen: str) -> AsyncGenerator[bytes, None]:
        """Yield the frames after the one of an id, joined where several wait; else everything first.

        Ends where the feed has ended: the browser comes again, to the feed that is kept up to date now.
        """
        place = self._place_of(last_seen)
        self._num_readers += 1
        try:
            while not self._has_ended:
                if place == self.number and not await self._has_news():
                    yield _PING
                    continue
                missed = self.number - place
                is_known = place >= 0 and missed <= len(self._frames)
                waiting = [self._frames[-count] for count in range(missed, 0, -1)] if is_known else [self._all()]
                place = self.number
                yield b"".join(waiting)
        finally:
            self._num_readers -= 1
            self._left_at_s = time.monotonic()

    async def _has_news(self) -> bool:
        try:
            async with asyncio.timeout(_PING_S):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    def _place_of(self, last_seen: str) -> int:
        run, _, number = last_seen.partition("-")
        if run != self._run or not number.isdecimal() or len(number) > _LONGEST or int(number) > self.number:
            return -1
        return int(number)

    def _all(self) -> bytes:
        if self._whole is None or self._whole[0] != self.number:
            self._whole = self.number, self._frame(self._everything())
        return self._whole[1]

    def _frame(self, content: Content) -> bytes:
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        return f"id: {self.last_id}\ndata: {text}\n\n".encode("utf-8", "replace")


class PageFeed(Feed):
    """The parts of a page: HTML by the ids of elements, drawings by fields, and more. Only what has changed is sent."""

    def __init__(self) -> None:
        self.content: Content = {}
        """All parts as they were shown last."""
        super().__init__(lambda: self.content)

    def show(self, content: Content, *, is_new: bool = False) -> None:
        """Take the page's present content, with text escaped that is not Html; `is_new`: send all of it."""
        before = {} if is_new else self.content
        self.content = assets.escaped(content)
        changed = differences(self.content, before)
        if changed:
            self.publish(changed)


def differences(now: Content, before: Content) -> Content:
    """Return the parts of a page that have changed; of a part by keys only the changed ones."""
    changed: Content = {}
    for name, part in now.items():
        if isinstance(part, dict):
            old = before.get(name, {})
            news = {key: value for key, value in part.items() if key not in old or old[key] != value}
            if news:
                changed[name] = news
        elif name not in before or before[name] != part:
            changed[name] = part
    return changed


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
        feed.expect_reader()
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
