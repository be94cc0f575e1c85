"""`treppe log`: stores the games that are played on boards, and prints their events; with `--raw` lines as they are."""

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from treppe import events as kinds
from treppe import games, surfaces
from treppe.link.line import encode

from treppe_host import terminal
from treppe_host.errors import PortError, StoreError, StoreUnavailable, TreppeError
from treppe_host.link.client import STREAMS, Client, Message
from treppe_host.link.ports import open_port
from treppe_host.link.told import said_of_part
from treppe_host.link.transport import SerialTransport
from treppe_host.link.usb_boards import UsbBoard, find_boards
from treppe_host.records.fields import display_names
from treppe_host.records.reasons import reason
from treppe_host.store.store import Store
from treppe_host.words import said

_LOOK_S = 1.0
_LEASE_S = 1.0
Attach = Callable[[Client], None]
"""Attaches another listener to a client of the link, and asks for the streams that it needs."""


def log_board(
    store: Store, port: str | Callable[[], str], *, explains: bool = False, attach: Attach | None = None
) -> None:
    """Log the board at a port until Ctrl-C; raises PortNotFound, PortBusy, StoreError, ProtocolMismatch.

    `explains`: also print why the board recorded each action.
    """
    with _until_ctrl_c(), _transport(store, port, explains, attach) as transport:
        transport.wait()


def log_all(
    store: Store,
    look: Callable[[], list[UsbBoard]] = find_boards,
    *,
    explains: bool = False,
    attach: Attach | None = None,
) -> None:
    """Log every board that is, or will be, plugged in, until Ctrl-C; raises StoreError."""
    transports: dict[str, SerialTransport] = {}
    busy: set[str] = set()
    failures: list[StoreError] = []
    is_ended = threading.Event()

    def fail(failure: TreppeError) -> None:
        if isinstance(failure, StoreError):
            failures.append(failure)
            is_ended.set()
        else:
            terminal.say(failure)

    terminal.say("Waiting for boards (Ctrl-C ends the log)")
    try:
        with _until_ctrl_c():
            while not is_ended.wait(_LOOK_S):
                present = {each.port for each in look()}
                for port in [port for port, transport in transports.items() if transport.failure]:
                    if port not in present:
                        del transports[port]
                for port in present - set(transports):
                    transport = _transport(store, port, explains, attach, fail)
                    try:
                        transport.start()
                    except PortError as error:
                        if port not in busy:
                            terminal.say(error)
                        busy.add(port)
                    else:
                        transports[port] = transport
    finally:
        for transport in transports.values():
            transport.close()
    if failures:
        raise failures[0]


@contextmanager
def _until_ctrl_c() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        terminal.say("The log ends here; the board goes on.")


def _transport(
    store: Store,
    port: str | Callable[[], str],
    explains: bool,
    attach: Attach | None = None,
    on_failure: Callable[[TreppeError], None] | None = None,
) -> SerialTransport:
    """Return a transport that waits while the store cannot be written.

    `on_failure` hears what ends it; another protocol does not, then: the board may be updated.
    """
    told = ""

    def wait(error: StoreError) -> None:
        nonlocal told
        if not isinstance(error, StoreUnavailable):
            raise error
        if str(error) != told:
            told = str(error)
            terminal.say(f"{told}; the board keeps its events until they can be stored")

    return SerialTransport(
        _client(store, explains, attach),
        port,
        waits_for_update=on_failure is not None,
        on_failure=on_failure,
        on_store_error=wait,
    )


def _client(store: Store, explains: bool, attach: Attach | None = None) -> Client:
    client = Client(store, streams=("explain",))  # includes the sensors' measurements
    if attach:
        attach(client)
    for name, show in (
        ("connected", _print_board),
        ("disconnected", _print_silence),
        ("displaced", _print_displacement),
        ("event", _print_event),
        ("missing", _print_gap),
        ("misfit", _print_misfit),
    ):
        client.observe(name, _told_of(client, show))
    if explains:
        client.observe("explain", lambda message: _print_reason(client, store, message))
    return client


def _told_of(client: Client, show: Callable[[str, Message], None]) -> Callable[[Message], None]:
    def tell(message: Message) -> None:
        show(client.board, message)

    return tell


def _print_board(board: str, hello: Message) -> None:
    terminal.say(f"Board {board}, {hello['surface']}, firmware {hello['firmware']} (Ctrl-C ends the log)")
    for complaint in hello.get("complaints", ()):
        terminal.say(f"Board {board} says: {said_of_part(complaint)}")


def _print_silence(board: str, _: Message) -> None:
    terminal.say(f"Board {board} does not answer; waiting for it")


def _print_displacement(board: str, _: Message) -> None:
    terminal.say(f"Another program talks to board {board}; waiting until it has ended")


def _print_event(board: str, event: Message) -> None:
    facts = {name: value for name, value in event.items() if name not in ("e", "boot", "ms", "k")}
    terminal.say(f"{board} {event['e']:6} {event['k']:7} {json.dumps(facts)}")
    if event["k"] == kinds.DROPPED and event["games"]:
        gone = {"code": "games_dropped", "games": ", ".join(map(str, event["games"]))}
        terminal.say(f"Board {board}: {said(gone)}")


def _print_reason(client: Client, store: Store, message: Message) -> None:
    if client.hello:
        surface = surfaces.load(client.hello["surface"])
        start = next((each for each in store.last_game_events(client.board) if each["k"] == kinds.START), None)
        names = display_names(games.start(start["game"], start["options"]), surface) if start else surface.NAMES
        terminal.say(f"{client.board}        {reason(message, surface, names)}")


def _print_misfit(board: str, misfit: Message) -> None:
    terminal.say(f"Board {board}: {said(misfit)} ({misfit['text']})")


def _print_gap(board: str, missing: Message) -> None:
    terminal.say(f"{board} {missing['first']}-{missing['last']}: the board does not have these events any more")


def print_raw_lines(name: str) -> None:
    """Print each line as a board sends it, until Ctrl-C or until nobody reads it; raises PortError."""
    port = open_port(name)
    number = 0
    next_lease = 0.0
    received = b""
    try:
        session = secrets.token_hex(4)
        port.send(encode({"hello": session}))
        while terminal.has_reader():
            *lines, received = (received + port.receive()).split(b"\n")
            for line in lines:
                if line.strip():  # the board fills up its packets with empty lines
                    terminal.say(line.decode("ascii", "backslashreplace").rstrip("\r"))
            if time.monotonic() >= next_lease:
                number += 1
                port.send(encode({"c": number, "s": session, "do": "lease", "streams": list(STREAMS)}))
                next_lease = time.monotonic() + _LEASE_S
    except KeyboardInterrupt:
        terminal.say()
    finally:
        port.close()
