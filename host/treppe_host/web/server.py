"""`treppe play`: serves the page from start to Ctrl-C, with boards, links and store."""

import os
import sys
import webbrowser
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import socket
from threading import Thread
from typing import TYPE_CHECKING

from treppe_host import memory, terminal
from treppe_host.link.client import Client
from treppe_host.store.store import Store
from treppe_host.web.address import Address, listen
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.invitation import Invitation, as_blocks
from treppe_host.web.security.access import open_access
from treppe_host.web.security.password import is_this_machine

if TYPE_CHECKING:
    from treppe_host.web.connections.connection import BoardConnection
    from treppe_host.web.connections.rival import Rival


def serve(
    folder: Path,
    store: Store,
    address: Address,
    board_ports: Sequence[str] = (),
    view: str = "",
    speed: float = 1.0,
    has_real_hands: bool = False,
    opens: bool = False,
    attach: Callable[[Client], None] | None = None,
    join: "Callable[[BoardConnection], Rival] | None" = None,
) -> None:
    """Serve the page until Ctrl-C; prints its address in one line.

    Raises PortError, NoPassword, BadCertificate and SimulationError. `board_ports` are the ports of boards (see
    `ports.open_port`), by default those at USB, else a simulated board. Time of simulated boards passes `speed` times
    as fast, and `has_real_hands` is that of BoardConnections. `view` is the page of the printed address, by default
    the board's page; `opens`: open it in a browser, if there is one.
    `attach` is called with the client of each link; `join` joins the first board to another one.

    Whoever can reach the page can play: another address than this machine's own needs `TREPPE_PASSWORD`.
    `folder` keeps data between runs: pieces and flash of simulated boards, the last surface, the key for spectators.
    """
    password = os.environ.get("TREPPE_PASSWORD", "")
    address.check(password)
    listener, chosen = _listen(address)
    folder.mkdir(parents=True, exist_ok=True)
    connections = BoardConnections(
        folder, store, board_ports, speed=speed, has_real_hands=has_real_hands, attach=attach, join=join
    )
    try:
        with ThreadPoolExecutor(1) as pool:  # boards start while the framework is imported, for each takes a second
            opening = pool.submit(connections.open)
            from treppe_host.web import application, serving
            from treppe_host.web.entrance import Entrance
            from treppe_host.web.stream import Streams
        opening.result()
        memory.settle()
        for diagnostic in connections.diagnostics:
            terminal.say(diagnostic)
        access = open_access(folder, password) if password else None
        url = address.url(chosen)
        watch_url = f"{url}watch?key={access.watch_key}" if access else ""
        invitation = Invitation() if is_this_machine(address.host) else Invitation(url, watch_url)

        def announce() -> None:
            _announce(url + view, watch_url, invitation)
            if opens and _has_browser():
                Thread(target=webbrowser.open, args=[url + view], daemon=True).start()

        streams = Streams()
        pages = application.application(connections, store, Entrance(invitation, address.below), streams, announce)
        serving.serve(application.protect(pages, address, access), streams, address, listener)
    except KeyboardInterrupt:
        pass
    finally:
        connections.stop()


def _listen(address: Address) -> tuple[socket, int]:
    """Return a listening socket at the address, and its port: the next free one if that port is in use."""
    listener = listen(address.host, address.port)
    chosen: int = listener.getsockname()[1]
    if chosen != address.port:
        terminal.say(f"Port {address.port} is in use; taking {chosen}.")
    return listener, chosen


def _has_browser() -> bool:
    """Return whether somebody can see a browser here: without a display one of the terminal would come up."""
    named = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    has_display = sys.platform in ("win32", "darwin") or any(map(os.environ.get, named))
    return has_display and os.environ.get("CI") != "true"


def _announce(url: str, watch_url: str, invitation: Invitation) -> None:
    """Print the address, the spectators' one if they need another, and a code for phones to people at a terminal."""
    terminal.say(f"Treppe is on {url} (Ctrl-C ends it)")
    if watch_url:
        terminal.say(f"To look at only, without the password: {watch_url}")
    if invitation.play and sys.stdout.isatty():
        for line in as_blocks(invitation.play):
            terminal.say(line)
