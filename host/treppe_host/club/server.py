"""`treppe club`: serves the club's page from start to Ctrl-C, over its database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from treppe_host import memory, terminal
from treppe_host.club.gate import Gate
from treppe_host.club.routes import ClubRoutes, Stream
from treppe_host.club.store import ClubStore
from treppe_host.club.waking import Waking
from treppe_host.club.wall import Wall
from treppe_host.web import assets
from treppe_host.web.address import Address, handed_over, listen
from treppe_host.web.security.asgi import App
from treppe_host.web.security.headers import SecurityHeaders
from treppe_host.web.security.origins import Origins

_PASSWORD = "invitations"  # what others need who come from the network


def run(store: ClubStore, address: Address) -> None:
    """Serve until Ctrl-C; prints the address in one line. Raises PortError, BadCertificate and StoreError."""
    address.check(_PASSWORD)
    listener = listen(address.host, address.port)
    url = address.url(listener.getsockname()[1])
    terminal.guard_logs()
    terminal.say(f"The club is on {url} (Ctrl-C ends it)")
    terminal.say(f"Invite people and boards: treppe --db ... club invite ROLE --url {url}")
    memory.settle()
    config = uvicorn.Config(
        application(store, address),
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
    uvicorn.Server(config).run()


def application(store: ClubStore, address: Address) -> App:
    """Return the server as an ASGI application, with what stands between the network and its pages."""
    wall = Wall(store)

    @asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        waking = Waking(store.connect_url, lambda board: loop.call_soon_threadsafe(wall.wake, board))
        waking.begin()
        following = loop.create_task(wall.run())
        yield
        following.cancel()
        await asyncio.to_thread(waking.end)

    pages = FastAPI(lifespan=live, openapi_url=None)
    pages.mount("/static", StaticFiles(directory=assets.FOLDER))
    pages.router.routes.append(Route("/stream", Stream(wall)))
    gate = Gate(pages, store)
    pages.include_router(ClubRoutes(store, wall, gate, is_secure=address.certificate is not None).router())
    return SecurityHeaders(Origins(gate, address.host, address.names))
