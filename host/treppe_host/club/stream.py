"""Server-sent events, straight from a feed to a connection."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request

from treppe_host.club.feed import Feed
from treppe_host.web.security.asgi import Message, Receive, Send, headers_of


class Stream:
    """Sends each browser the frames of the feed that `choose` returns for its request, None for a page that is not."""

    def __init__(self, choose: Callable[[Request], Awaitable[Feed | None]]):
        self._choose = choose

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Send frames until the browser goes."""
        feed = await self._choose(Request(scope))
        if feed is None:
            raise HTTPException(404)
        sending = asyncio.ensure_future(_send(feed, headers_of(scope).get("last-event-id", ""), send))
        leaving = asyncio.ensure_future(_wait_for_end(receive))
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        sending.cancel()
        leaving.cancel()


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
