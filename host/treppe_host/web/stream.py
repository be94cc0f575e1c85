"""Server-sent events: each page in a browser follows one feed over a connection of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, aclosing, nullcontext

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from treppe_host.supervision import start_job
from treppe_host.web.feed import Feed
from treppe_host.web.security.asgi import Message, Receive, Send

ChooseFeed = Callable[[Request], Awaitable[Feed | None]]
GUEST = b"event: guest\ndata: 1\n\n"
"""Tells a page at its begin that it came by an entrance, and so may be shut out."""
CLOSED = b"event: closed\ndata: 1\n\n"
"""Tells it that the entrance was closed."""
Visit = Callable[[Message], AbstractContextManager[asyncio.Event | None]]
"""Called with a request's scope; the event is set when the visitor has to go."""


class Streams:
    """All streams of a server: `route` adds an address, `end` closes all connections, which would stay for ever."""

    def __init__(self, visit: Visit = lambda _: nullcontext()):
        self._visit = visit
        self._end = asyncio.Event()

    def route(self, path: str, choose: ChooseFeed) -> Route:
        """Return the route of a stream; `choose` returns the feed for a request, None if there is no such page."""
        return Route(path, _Endpoint(choose, self._visit, self._end))

    def end(self) -> None:
        self._end.set()


class _Endpoint:
    """Sends a browser the frames of its feed until it goes, its visit ends, or the server ends."""

    def __init__(self, choose: ChooseFeed, visit: Visit, end: asyncio.Event):
        self._choose = choose
        self._visit = visit
        self._end = end

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        request = Request(scope)
        if request.headers.get("sec-fetch-mode") == "navigate":
            raise HTTPException(403)  # a stream is no page: what it begins is not for a link of another site to begin
        feed = await self._choose(request)
        if feed is None:
            raise HTTPException(404)
        # The header is of a browser that connects again by itself, the parameter of a page that was put aside.
        last_seen = request.headers.get("last-event-id") or request.query_params.get("last", "")
        closing: asyncio.Event | None = scope.get("closing")
        with self._visit(scope) as visit_end:
            sending = start_job(_stream_feed(feed, last_seen, send, GUEST if closing else b""), "a stream")
            events = [each for each in (visit_end, closing) if each]
            ends = [self._end.wait(), _wait_for_departure(receive), *(each.wait() for each in events)]
            others = [asyncio.ensure_future(each) for each in ends]
            try:
                await asyncio.wait((sending, *others), return_when=asyncio.FIRST_COMPLETED)
            finally:
                is_gone = others[1].done()
                for task in (sending, *others):
                    task.cancel()
                await asyncio.gather(sending, return_exceptions=True)
        if not is_gone:
            is_closed = closing is not None and closing.is_set()
            await send({"type": "http.response.body", "body": CLOSED if is_closed else b""})


async def _stream_feed(feed: Feed, last_seen: str, send: Send, begin: bytes) -> None:
    kinds = [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": kinds})
    await send({"type": "http.response.body", "body": begin, "more_body": True})
    async with aclosing(feed.frames_since(last_seen)) as frames:
        async for frame in frames:
            await send({"type": "http.response.body", "body": frame, "more_body": True})


async def _wait_for_departure(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
