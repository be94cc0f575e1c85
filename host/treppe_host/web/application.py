"""The page as one web application: its pages, the checks between them and the network, its background tasks."""

import asyncio
import socket
import webbrowser
from collections.abc import Callable
from threading import Thread

from nicegui import app, core, ui
from uvicorn.config import WS_PROTOCOLS

from treppe_host import memory, terminal
from treppe_host.store.store import Store
from treppe_host.supervision import start_task
from treppe_host.web import layout, not_found
from treppe_host.web.address import Address, handed_over
from treppe_host.web.board.routes import BoardRoutes
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.games.routes import GameRoutes
from treppe_host.web.invitation import Invitation
from treppe_host.web.rules import routes as rules_routes
from treppe_host.web.security.access import Access
from treppe_host.web.security.headers import SecurityHeaders
from treppe_host.web.security.origins import Origins
from treppe_host.web.security.password import PasswordGate
from treppe_host.web.tune.routes import TuneRoutes

_TRIM_S = 30.0
_WEB_SOCKET = "treppe_host.web.web_socket:WebSocket"
_AWAY_S = 20.0  # a browser that was busy or asleep for longer loads its page again


def protect(address: Address, access: Access | None) -> None:
    """Put a gate before all pages: names, headers, and a password if there is one."""
    if access:
        app.add_middleware(PasswordGate, access=access, tell=terminal.say)
    app.add_middleware(Origins, host=address.host, names=address.names)
    app.add_middleware(SecurityHeaders)
    terminal.guard_logs()
    core.sio.on("log", lambda *_: None)  # an error message could bring a browser's text into the owner's terminal
    core.sio.eio.cors_allowed_origins = []  # by default the framework allows every other site to read the answers


def add_pages(connections: BoardConnections, store: Store, invitation: Invitation) -> None:
    """Register all pages, and listen to the boards from the server's start to its end."""
    layout.serve_files()
    BoardRoutes(connections, invitation).serve()
    TuneRoutes(connections, store).serve()
    stored = GameRoutes(connections, store)
    stored.serve()
    rules_routes.serve()
    not_found.serve()
    app.on_startup(lambda: start_task(connections.listen(), "the search for boards"))
    app.on_shutdown(connections.close)
    app.on_shutdown(stored.close)


def serve(address: Address, listener: socket.socket, announce: Callable[[], None], opened: str = "") -> None:
    """Serve the pages until Ctrl-C; call `announce` at the start, and open the URL `opened` in the browser."""
    app.on_startup(announce)
    if opened:
        app.on_startup(lambda: Thread(target=webbrowser.open, args=[opened], daemon=True).start())
    app.on_startup(lambda: start_task(_give_memory_back(), "the return of memory"))
    WS_PROTOCOLS["wsproto"] = _WEB_SOCKET  # the framework insists on that name
    ui.run(
        host=address.host,
        port=listener.getsockname()[1],
        fd=handed_over(listener),
        title="Treppe",
        favicon=layout.FAVICON,
        dark=None,
        show=False,
        reload=False,
        tailwind=False,
        show_welcome_message=False,
        reconnect_timeout=_AWAY_S,
        timeout_graceful_shutdown=1,
        log_config=None,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
    )


async def _give_memory_back() -> None:
    """Return the memory of closed pages to the system, now and then."""
    while True:
        await asyncio.sleep(_TRIM_S)
        memory.give_back()
