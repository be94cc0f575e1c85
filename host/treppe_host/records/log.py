"""`treppe log`: stores the games that are played on boards, and prints their events; with `--raw` lines as they are."""

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from treppe import games, surfaces
from treppe.alphabet import events as kinds
from treppe.link.line import encode

from treppe_host import terminal
from treppe_host.errors import PortError, StoreError, StoreUnavailable, TreppeError
from treppe_host.link.client import STREAMS, Client, Message
from treppe_host.link.diagnostics import render_part
from treppe_host.link.ports import open_port
from treppe_host.link.transport import SerialTransport
from treppe_host.link.usb_boards import UsbBoard, find_boards
from treppe_host.records.fields import display_names
from treppe_host.records.reasons import reason
from treppe_host.records.sentences import sentence
from treppe_host.store.store import Store
from treppe_host.words import render

_LOOK_S = 1.0
_LEASE_S = 1.0
Attach = Callable[[Client], None]
"""Attaches another listener to a client of the link, and asks for the streams that it needs."""


def log_board(
    store: Store,
    port: str | Callable[[], str],
    *,
    explains: bool = False,
    attach: Attach | None = None,
    as_json: bool = False,
) -> None:
    """Log the board at a port until Ctrl-C; raises PortNotFound, PortBusy, StoreError, ProtocolMismatch.

    `explains`: also print why the board recorded each action. `as_json`: print events alone, a JSON object a line.
    """
    with _until_ctrl_c(), open_transport(store, port, EventPrinter(store, explains, as_json), attach) as transport:
        transport.wait()


def log_all(
    store: Store,
    look: Callable[[], list[UsbBoard]] = find_boards,
    *,
    explains: bool = False,
    attach: Attach | None = None,
    as_json: bool = False,
) -> None:
    """Log every board that is, or will be, plugged in, until Ctrl-C; raises StoreError."""
    printer = EventPrinter(store, explains, as_json)
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

    terminal.remark("Waiting for boards (Ctrl-C ends the log)")
    try:
        with _until_ctrl_c():
            while not is_ended.wait(_LOOK_S):
                present = {each.port for each in look()}
                for port in [port for port, transport in transports.items() if transport.failure]:
                    if port not in present:
                        del transports[port]
                for port in present - set(transports):
                    transport = open_transport(store, port, printer, attach, fail)
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
        terminal.remark("The log ends here; the board goes on.")


def open_transport(
    store: Store,
    port: str | Callable[[], str],
    printer: "EventPrinter",
    attach: Attach | None = None,
    on_failure: Callable[[TreppeError], None] | None = None,
) -> SerialTransport:
    """Return a transport that waits while the store cannot be written.

    `on_failure` hears what ends it; another protocol does not, then: the board may be updated.
    """
    last_failure = ""

    def wait(error: StoreError) -> None:
        nonlocal last_failure
        if not isinstance(error, StoreUnavailable):
            raise error
        if str(error) != last_failure:
            last_failure = str(error)
            terminal.say(f"{last_failure}; the board keeps its events until they can be stored")

    return SerialTransport(
        printer.client(attach),
        port,
        waits_for_update=on_failure is not None,
        on_failure=on_failure,
        on_store_error=wait,
    )


class EventPrinter:
    """Prints what boards say: sentences for people, or events as JSON for programs, which get no remarks among them."""

    def __init__(self, store: Store, explains: bool = False, as_json: bool = False):
        self._store = store
        self._explains = explains
        self._as_json = as_json
        self._remark = terminal.complain if as_json else terminal.remark

    def client(self, attach: Attach | None = None) -> Client:
        """Return a client for one board's link."""
        client = Client(self._store, streams=("explain",))  # includes the sensors' measurements
        if attach:
            attach(client)
        shows: dict[str, Callable[[str, Message], None]] = {
            "connected": self.greet,
            "disconnected": lambda board, _: self._remark(f"Board {board} does not answer; waiting for it"),
            "displaced": lambda board, _: self._remark(
                f"Another program talks to board {board}; waiting until it has ended"
            ),
            "event": self.show_event,
            "missing": lambda board, gap: self._remark(
                f"{board} {gap['first']}-{gap['last']}: the board does not have these events any more"
            ),
            "violation": lambda board, violation: self._remark(
                f"Board {board}: {render(violation)} ({violation['text']})"
            ),
        }
        for name, show in shows.items():
            client.observe(name, _with_board(client, show))
        if self._explains:
            client.observe("explain", lambda message: self._explain(client, message))
        return client

    def greet(self, board: str, hello: Message) -> None:
        """Name a board that has been connected, and what it complains of."""
        self._remark(f"Board {board}, {hello['surface']}, firmware {hello['firmware']} (Ctrl-C ends the log)")
        for diagnostic in hello.get("complaints", ()):
            self._remark(f"Board {board} says: {render_part(diagnostic)}")

    def show_event(self, board: str, event: Message) -> None:
        if self._as_json:
            terminal.say(json.dumps({"board": board, **event}))
        else:
            terminal.say(f"{board} {event['e']:6}  {sentence(event)}")
        if event["k"] == kinds.DROPPED and event["games"]:
            gone = {"code": "games_dropped", "games": ", ".join(map(str, event["games"]))}
            self._remark(f"Board {board}: {render(gone)}")

    def _explain(self, client: Client, message: Message) -> None:
        if client.hello:
            surface = surfaces.load(client.hello["surface"])
            events = self._store.last_game_events(client.board)
            start = next((each for each in events if each["k"] == kinds.START), None)
            names = display_names(games.start(start["game"], start["options"]), surface) if start else surface.NAMES
            text = reason(message, surface, names)
            terminal.say(json.dumps({"board": client.board, "why": text}) if self._as_json else f"{'':14}{text}")


def _with_board(client: Client, show: Callable[[str, Message], None]) -> Callable[[Message], None]:
    return lambda message: show(client.board, message)


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
