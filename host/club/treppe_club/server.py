"""`treppe club`: serves the club's page from start to Ctrl-C, over its database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Mount
from treppe_host import memory, terminal
from treppe_host.supervision import AnsweringPool, start_task
from treppe_host.web.address import Address, listen
from treppe_host.web.assets import StaticFiles
from treppe_host.web.feed import Feed
from treppe_host.web.requests import ActTaker, language_of
from treppe_host.web.security.asgi import App
from treppe_host.web.serving import guarded, serve
from treppe_host.web.stream import Streams

from treppe_club.event_feeds import EventFeeds
from treppe_club.event_routes import EventRoutes
from treppe_club.event_rows import WOKEN
from treppe_club.gate import Gate
from treppe_club.invitations import ACCESS
from treppe_club.routes import ClubRoutes
from treppe_club.store import ClubStore, NotifyListener
from treppe_club.visits import Visits
from treppe_club.wall import Wall

_PASSWORD = "invitations"  # an address open to the network needs a password; a club has invitations instead


def serve_club(store: ClubStore, address: Address) -> None:
    """Serve until Ctrl-C; prints the address in one line. Raises PortError, BadCertificate and StoreError."""
    address.check(_PASSWORD)
    listener = listen(address.host, address.port)
    url = address.url(listener.getsockname()[1])
    terminal.guard_logs()
    terminal.say(f"The club is on {url} (Ctrl-C ends it)")
    terminal.say(f"Invite people and boards: treppe --db ... club invite ROLE --url {url}")
    memory.settle()
    serve(*application(store, address), address, listener)


def application(store: ClubStore, address: Address) -> tuple[App, Streams]:
    """Return the server as an ASGI application, with the checks between the network and its pages; and its streams."""
    wall, events, visits = Wall(store), EventFeeds(store), Visits(store)
    streams = Streams(lambda scope: visits.stay(scope["principal"].invitation))

    def wake(what: str | None) -> None:
        """Read again what NOTIFY's payload names: an event, ended links, or a board; everything without a payload."""
        if what in (ACCESS, None):
            visits.check_soon()
        if what and what.startswith(WOKEN):
            events.wake(int(what.removeprefix(WOKEN)))
        elif what != ACCESS:
            wall.wake(what)
            events.wake()

    async def choose_feed(request: Request) -> Feed:
        return wall.feed(language_of(request))

    @asynccontextmanager
    async def live(_: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(AnsweringPool())
        listener = NotifyListener(store.connect_url, lambda what: loop.call_soon_threadsafe(wake, what))
        listener.begin()
        lasting = {"the wall": wall.run, "looking again": wall.look_again, "events": events.run, "visits": visits.run}
        following = [start_task(run(), name) for name, run in lasting.items()]
        yield
        for task in following:
            task.cancel()
        await asyncio.to_thread(listener.end)

    pages = Starlette(
        routes=[
            Mount("/static", StaticFiles()),
            streams.route("/stream", choose_feed),
            *ClubRoutes(store, wall).routes(),
            *EventRoutes(store, events, ActTaker()).routes(streams),
        ],
        lifespan=live,
    )
    return guarded(Gate(pages, store), address), streams
