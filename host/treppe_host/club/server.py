"""`treppe club`: serves the club's page from start to Ctrl-C, over its database."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI
from starlette.requests import Request
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from treppe_host import memory, terminal
from treppe_host.club.event_feeds import EventFeeds
from treppe_host.club.event_routes import EventRoutes
from treppe_host.club.event_rows import WOKEN
from treppe_host.club.feed import Feed
from treppe_host.club.gate import Gate
from treppe_host.club.invitations import ACCESS
from treppe_host.club.notifications import NotifyListener
from treppe_host.club.routes import ClubRoutes, language_of
from treppe_host.club.store import ClubStore
from treppe_host.club.stream import Stream
from treppe_host.club.visits import Visits
from treppe_host.club.wall import Wall
from treppe_host.supervision import start_task
from treppe_host.web import assets
from treppe_host.web.address import Address, handed_over, listen
from treppe_host.web.security.asgi import App
from treppe_host.web.security.headers import SecurityHeaders
from treppe_host.web.security.origins import Origins

_PASSWORD = "invitations"  # an address open to the network needs a password; a club has invitations instead


def run(store: ClubStore, address: Address) -> None:
    """Serve until Ctrl-C; prints the address in one line. Raises PortError, BadCertificate and StoreError."""
    address.check(_PASSWORD)
    listener = listen(address.host, address.port)
    url = address.url(listener.getsockname()[1])
    terminal.guard_logs()
    terminal.say(f"The club is on {url} (Ctrl-C ends it)")
    terminal.say(f"Invite people and boards: treppe --db ... club invite ROLE --url {url}")
    memory.settle()
    wall = Wall(store)
    config = uvicorn.Config(
        application(store, wall, address),
        fd=handed_over(listener),
        host=address.host,
        port=listener.getsockname()[1],
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=1,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
    )
    ClubServer(config, wall).run()


class ClubServer(uvicorn.Server):
    """A server that closes spectators' connections when it shuts down: they would stay open for ever."""

    def __init__(self, config: uvicorn.Config, wall: Wall):
        super().__init__(config)
        self._wall = wall

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the spectators' connections, then shut down as usual."""
        self._wall.end()
        await super().shutdown(sockets)


def application(store: ClubStore, wall: Wall, address: Address) -> App:
    """Return the server as an ASGI application, with the checks between the network and its pages."""
    events, visits = EventFeeds(store), Visits(store)

    def wake(what: str | None) -> None:
        """Read again what NOTIFY's payload names: an event, ended links, or a board; everything without a payload."""
        if what in (ACCESS, None):
            visits.look()
        if what and what.startswith(WOKEN):
            events.wake(int(what.removeprefix(WOKEN)))
        elif what != ACCESS:
            wall.wake(what)
            events.wake()

    async def choose(request: Request) -> Feed:
        return wall.feed(language_of(request))

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        waking = NotifyListener(store.connect_url, lambda what: loop.call_soon_threadsafe(wake, what))
        waking.begin()
        lasting = {"the wall": wall.run, "its ping": wall.ping, "events": events.run, "their ping": events.ping}
        following = [start_task(run(), name) for name, run in (lasting | {"visits": visits.run}).items()]
        yield
        for task in following:
            task.cancel()
        await asyncio.to_thread(waking.end)

    pages = FastAPI(lifespan=live, openapi_url=None)
    pages.mount("/static", StaticFiles(directory=assets.FOLDER))
    pages.router.routes.append(Route("/stream", Stream(choose, visits)))
    pages.include_router(ClubRoutes(store, wall).router())
    pages.include_router(EventRoutes(store, events, visits).router())
    return SecurityHeaders(Origins(Gate(pages, store), address.host, address.names))
