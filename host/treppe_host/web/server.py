"""`treppe play`: boards, the links to them, the store and the page, from start to Ctrl-C."""

import asyncio
import os
import socket
import ssl
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from treppe_host.errors import PortError, TreppeError
from treppe_host.store.store import Store
from treppe_host.web.access import open_access
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.headers import SecurityHeaders
from treppe_host.web.origins import Origins
from treppe_host.web.password import Gate, is_this_machine

_TRIES = 20
_LAST_PORT = 65535
_AWAY_S = 20.0  # a browser that is busy or asleep for less finds its page as it was; else it loads it anew


class NoPassword(TreppeError):
    """The page would be open to everybody on the network."""


class BadCertificate(TreppeError):
    """The page cannot be encrypted with these files."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page is: what it listens on, other names that browsers may ask for, and files for TLS, both or none."""

    host: str = "127.0.0.1"
    port: int = 8080
    names: Sequence[str] = ()
    certificate: Path | None = None
    key: Path | None = None

    def check(self, password: str) -> None:
        """Raise NoPassword if others could come in without one, BadCertificate if the files cannot be used."""
        if not (is_this_machine(self.host) or password):
            raise NoPassword(f"--host {self.host} lets others in: set a password in TREPPE_PASSWORD first")
        if self.certificate or self.key:
            if not (self.certificate and self.key):
                raise BadCertificate("TLS needs both --certificate and --key")
            try:
                ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(self.certificate, self.key)
            except OSError as error:  # an SSLError is one
                raise BadCertificate(
                    f"{self.certificate} and {self.key} cannot be used: {error.strerror or error}"
                ) from error

    def url(self, port: int) -> str:
        """Return the address as a browser has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.certificate else 'http'}://{host}:{port}/"


def run(
    folder: Path,
    store: Store,
    address: Address,
    board_ports: Sequence[str] = (),
    view: str = "",
    speed: float = 1.0,
) -> None:
    """Serve the page until Ctrl-C; prints its address in one line.

    Raises PortError, NoPassword, BadCertificate and SimulationError. `board_ports` are those of the boards that are
    meant (see `ports.open_port`); without any, those at USB, or else a simulated one, whose time passes `speed` times
    as fast as anybody's. `view` is the page that the printed address leads to, the board's own by default.

    Whoever can reach the page can play: another address than this machine's own needs `TREPPE_PASSWORD`.
    `folder` keeps what outlives the program: where the pieces are, the boards' flash, the last surface, the key for
    spectators.
    """
    password = os.environ.get("TREPPE_PASSWORD", "")
    address.check(password)
    host, port = address.host, address.port
    chosen = free_port(host, port)
    if chosen != port:
        print(f"Port {port} is in use; taking {chosen}.", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    # Read when the framework is imported; it would otherwise think of a folder beside the caller.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(folder / "browser"))
    connections = BoardConnections(folder, store, board_ports, speed=speed)
    try:
        with ThreadPoolExecutor(1) as pool:  # boards start while the framework is imported: either takes a second
            opening = pool.submit(connections.open)
            from nicegui import app, background_tasks, core, ui

            from treppe_host.web import layout, not_found
            from treppe_host.web.board.routes import BoardRoutes
            from treppe_host.web.games.routes import GameRoutes
            from treppe_host.web.tune.routes import TuneRoutes
        opening.result()
        for complaint in connections.complaints:
            print(complaint, flush=True)
        access = open_access(folder, password) if password else None
        if access:
            app.add_middleware(Gate, access=access, tell=_tell, is_secure=address.certificate is not None)
        app.add_middleware(Origins, host=host, names=address.names)
        app.add_middleware(SecurityHeaders)
        core.sio.eio.cors_allowed_origins = []  # else each page anywhere is told that it may read the answers
        layout.serve_files()
        BoardRoutes(connections).serve()
        TuneRoutes(connections, store).serve()
        GameRoutes(connections, store).serve()
        not_found.serve()
        app.on_startup(lambda: background_tasks.create(connections.listen()))
        url = address.url(chosen)
        watch_url = f"{url}watch?key={access.watch_key}" if access else ""
        app.on_startup(lambda: background_tasks.create(_announce(host, chosen, url + view, watch_url)))
        app.on_shutdown(connections.close)
        ui.run(
            host=host,
            port=chosen,
            title="Treppe",
            favicon=layout.FAVICON,
            dark=None,
            show=False,
            reload=False,
            tailwind=False,
            show_welcome_message=False,
            reconnect_timeout=_AWAY_S,
            timeout_graceful_shutdown=1,
            ssl_certfile=address.certificate,
            ssl_keyfile=address.key,
        )
    except KeyboardInterrupt:
        pass
    finally:
        connections.stop()


def free_port(host: str, wanted: int) -> int:
    """Return the wanted port, or the next one that is free; raise PortError if none of twenty is, or it is none."""
    if not 1 <= wanted <= _LAST_PORT:
        raise PortError(f"the page's port is a number from 1 to {_LAST_PORT}, not {wanted}")
    last = min(wanted + _TRIES - 1, _LAST_PORT)
    for port in range(wanted, last + 1):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise PortError(f"no free port from {wanted} to {last} on {host}")


async def _announce(host: str, port: int, url: str, watch_url: str) -> None:
    """Print the address once somebody answers there, and that for spectators if they need one of their own."""
    while True:
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            break
    writer.close()
    _tell(f"Treppe is on {url} (Ctrl-C ends it)")
    if watch_url:
        _tell(f"To look at only, without the password: {watch_url}")


def _tell(line: str) -> None:
    print(line, flush=True)
