"""`treppe play`: boards, the links to them, the store and the page, from start to Ctrl-C."""

import asyncio
import os
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from treppe_host.errors import PortError, TreppeError
from treppe_host.store.store import Store
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.headers import SecurityHeaders
from treppe_host.web.origins import Origins
from treppe_host.web.password import Gate, is_this_machine, watch_key

_TRIES = 20
_LAST_PORT = 65535
_AWAY_S = 20.0  # a browser that is busy or asleep for less finds its page as it was; else it loads it anew


class NoPassword(TreppeError):
    """The page would be open to everybody on the network."""


def run(
    folder: Path,
    store: Store,
    host: str = "127.0.0.1",
    port: int = 8080,
    board_ports: Sequence[str] = (),
    view: str = "",
    speed: float = 1.0,
    allowed: Sequence[str] = (),
) -> None:
    """Serve the page until Ctrl-C; prints its address in one line. Raises PortError, NoPassword and SimulationError.

    `board_ports` are those of the boards that are meant (see `ports.open_port`); without any, those at USB, or else a
    simulated one, whose time passes `speed` times as fast as anybody's. `view` is the page that the printed address
    leads to, the board's own by default.

    Whoever can reach the page can play: another address than this machine's own needs `TREPPE_PASSWORD`. Browsers may
    ask for it by this machine's own names, by `host`, and by those in `allowed`.
    `folder` keeps what outlives the program: where the pieces are, the boards' flash, the last surface.
    """
    password = os.environ.get("TREPPE_PASSWORD", "")
    if not (is_this_machine(host) or password):
        raise NoPassword(f"--host {host} lets others in: set a password in TREPPE_PASSWORD first")
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
        if password:
            app.add_middleware(Gate, password=password)
        app.add_middleware(Origins, host=host, names=allowed)
        app.add_middleware(SecurityHeaders)
        core.sio.eio.cors_allowed_origins = []  # else each page anywhere is told that it may read the answers
        layout.serve_files()
        BoardRoutes(connections).serve()
        TuneRoutes(connections, store).serve()
        GameRoutes(connections, store).serve()
        not_found.serve()
        app.on_startup(lambda: background_tasks.create(connections.listen()))
        app.on_startup(lambda: background_tasks.create(_announce(host, chosen, password, view)))
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


async def _announce(host: str, port: int, password: str, view: str) -> None:
    """Print the address once somebody answers there, and that for spectators where it has a key."""
    while True:
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            break
    writer.close()
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    print(f"Treppe is on {address}{view} (Ctrl-C ends it)", flush=True)
    if password:
        print(f"To look at only, without the password: {address}watch?key={watch_key(password)}", flush=True)
