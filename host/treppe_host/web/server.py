"""`treppe play`: serves the page from start to Ctrl-C, with boards, links and store."""

import asyncio
import os
import socket
import ssl
import sys
import webbrowser
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from treppe_host import memory, terminal
from treppe_host.errors import PortError, TreppeError
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.invitation import Invitation, as_blocks, reachable
from treppe_host.web.security.access import open_access
from treppe_host.web.security.headers import SecurityHeaders
from treppe_host.web.security.origins import Origins
from treppe_host.web.security.password import PasswordGate, is_this_machine

_TRIES = 20
_LAST_PORT = 65535
_BACKLOG = 2048
_IS_POSIX = os.name == "posix"
_TRIM_S = 30.0
_AWAY_S = 20.0  # a browser that was busy or asleep for longer loads its page again


class NoPassword(TreppeError):
    """The page would be open to the network without a password."""


class BadCertificate(TreppeError):
    """The page cannot be encrypted with these files."""


@dataclass(frozen=True, slots=True)
class Address:
    """The page's address: host and port to listen on, further names for browsers, and both or neither file for TLS."""

    host: str = "127.0.0.1"
    port: int = 8080
    names: Sequence[str] = ()
    certificate: Path | None = None
    key: Path | None = None

    def check(self, password: str) -> None:
        """Raise NoPassword if the network could enter without one, BadCertificate if the files cannot be used."""
        if not (is_this_machine(self.host) or password):
            raise NoPassword(f"--host {self.host} lets others in: set a password in TREPPE_PASSWORD first")
        if self.certificate or self.key:
            if not (self.certificate and self.key):
                raise BadCertificate("TLS needs both --certificate and --key")
            try:
                ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(self.certificate, self.key)
            except OSError as error:  # SSLError is a subclass
                raise BadCertificate(
                    f"{self.certificate} and {self.key} cannot be used: {error.strerror or error}"
                ) from error

    def url(self, port: int) -> str:
        """Return the address for a browser, on this machine or another one that may reach it."""
        found = reachable(self.host)
        host = f"[{found}]" if ":" in found else found
        return f"{'https' if self.certificate else 'http'}://{host}:{port}/"


def run(
    folder: Path,
    store: Store,
    address: Address,
    board_ports: Sequence[str] = (),
    view: str = "",
    speed: float = 1.0,
    opens: bool = False,
    attach: Callable[[Client], None] | None = None,
) -> None:
    """Serve the page until Ctrl-C; prints its address in one line.

    Raises PortError, NoPassword, BadCertificate and SimulationError. `board_ports` are the ports of boards (see
    `ports.open_port`), by default those at USB, else a simulated board. Time of simulated boards passes `speed` times
    as fast. `view` is the page of the printed address, by default the board's page; `opens` has the browser open it.
    `attach` lets something more hear what boards say.

    Whoever can reach the page can play: another address than this machine's own needs `TREPPE_PASSWORD`.
    `folder` keeps data between runs: pieces and flash of simulated boards, the last surface, the key for spectators.
    """
    password = os.environ.get("TREPPE_PASSWORD", "")
    address.check(password)
    host, port = address.host, address.port
    listener = listen(host, port)
    chosen = listener.getsockname()[1]
    if chosen != port:
        terminal.say(f"Port {port} is in use; taking {chosen}.")
    folder.mkdir(parents=True, exist_ok=True)
    # The framework reads it when it is imported; its default is a folder in the working folder.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(folder / "browser"))
    connections = BoardConnections(folder, store, board_ports, speed=speed, attach=attach)
    try:
        with ThreadPoolExecutor(1) as pool:  # boards start while the framework is imported, for each takes a second
            opening = pool.submit(connections.open)
            from nicegui import app, background_tasks, core, ui

            from treppe_host.web import layout, not_found
            from treppe_host.web.board.routes import BoardRoutes
            from treppe_host.web.games.routes import GameRoutes
            from treppe_host.web.rules import routes as rules_routes
            from treppe_host.web.tune.routes import TuneRoutes
        opening.result()
        memory.settle()
        for complaint in connections.complaints:
            terminal.say(complaint)
        access = open_access(folder, password) if password else None
        if access:
            app.add_middleware(
                PasswordGate, access=access, tell=terminal.say, is_secure=address.certificate is not None
            )
        app.add_middleware(Origins, host=host, names=address.names)
        app.add_middleware(SecurityHeaders)
        terminal.guard_logs()
        core.sio.on("log", lambda *_: None)  # a browser could write into the owner's terminal
        core.sio.eio.cors_allowed_origins = []  # else each page anywhere is told that it may read the answers
        layout.serve_files()
        url = address.url(chosen)
        watch_url = f"{url}watch?key={access.watch_key}" if access else ""
        invitation = Invitation() if is_this_machine(host) else Invitation(url, watch_url)
        BoardRoutes(connections, invitation).serve()
        TuneRoutes(connections, store).serve()
        stored = GameRoutes(connections, store)
        stored.serve()
        rules_routes.serve()
        not_found.serve()
        app.on_startup(lambda: background_tasks.create(connections.listen()))
        app.on_startup(lambda: _announce(url + view, watch_url, invitation))
        if opens:
            app.on_startup(lambda: Thread(target=webbrowser.open, args=[url + view], daemon=True).start())
        app.on_startup(lambda: background_tasks.create(_give_memory_back()))
        app.on_shutdown(connections.close)
        app.on_shutdown(stored.close)
        ui.run(
            host=host,
            port=chosen,
            fd=_handed_over(listener),
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
    except KeyboardInterrupt:
        pass
    finally:
        connections.stop()


def listen(host: str, wanted: int) -> socket.socket:
    """Return a socket that listens on the wanted port, or on the next one that is free.

    It keeps the port from here on: a browser that is early waits, and a program that starts beside takes the next port.
    Raises PortError if none of twenty ports is free, or it is none.
    """
    if not 1 <= wanted <= _LAST_PORT:
        raise PortError(f"the page's port is a number from 1 to {_LAST_PORT}, not {wanted}")
    last = min(wanted + _TRIES - 1, _LAST_PORT)
    for port in range(wanted, last + 1):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if _IS_POSIX:  # on Windows it would let two programs have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # connections inherit it
        try:
            listener.bind((host, port))
            listener.listen(_BACKLOG)
        except OSError:
            listener.close()
            continue
        return listener
    raise PortError(f"no free port from {wanted} to {last} on {host}")


def _handed_over(listener: socket.socket) -> int | None:
    """Return the socket's number for the web server; None where it takes none and has to open the port again."""
    if _IS_POSIX:
        return listener.fileno()
    listener.close()
    return None


async def _give_memory_back() -> None:
    """Return what pages have left behind to the system, now and then."""
    while True:
        await asyncio.sleep(_TRIM_S)
        memory.give_back()


def _announce(url: str, watch_url: str, invitation: Invitation) -> None:
    """Print the address, the spectators' one if they need another, and a code for phones to people at a terminal."""
    terminal.say(f"Treppe is on {url} (Ctrl-C ends it)")
    if watch_url:
        terminal.say(f"To look at only, without the password: {watch_url}")
    if invitation.play and sys.stdout.isatty():
        for line in as_blocks(invitation.play):
            terminal.say(line)
