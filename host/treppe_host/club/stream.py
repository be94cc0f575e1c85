"""Server-sent events from a feed, as long as the reader's invitation is valid."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request

from treppe_host.club.feed import Feed
from treppe_host.club.visits import Visits
from treppe_host.supervision import start_job
from treppe_host.web.security.asgi import Message, Receive, Send, headers_of


class Stream:
    """Sends each browser the frames of the feed that `choose` returns for its request; None: there is no such page."""

    def __init__(self, choose: Callable[[Request], Awaitable[Feed | None]], visits: Visits):
        self._choose = choose
        self._visits = visits

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Send frames until the browser goes, or its invitation ends."""
        feed = await self._choose(Request(scope))
        if feed is None:
            raise HTTPException(404)
        with self._visits.stay(scope["guest"].invitation) as end:
            sending = start_job(_send(feed, headers_of(scope).get("last-event-id", ""), send), "a stream")
            others = [asyncio.ensure_future(each) for each in (_wait_for_end(receive), end.wait())]
            await asyncio.wait((sending, *others), return_when=asyncio.FIRST_COMPLETED)
        is_cut = end.is_set() and not sending.done()
        for task in (sending, *others):
            task.cancel()
        if is_cut:
            await send({"type": "http.response.body", "body": b""})


async def _send(feed: Feed, last_seen: str, send: Send) -> None:
    kinds = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": kinds})
    async for frames in feed.read(last_seen):
        await send({"type": "http.response.body", "body": frames, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _wait_for_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
