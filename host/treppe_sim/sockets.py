"""The simulated board where MicroPython or pseudo-terminals are missing: CPython runs the firmware, sockets join them.

The classes take the places of controller.Controller, pipes.Pipes and relay.Relay. All sockets are this computer's own;
the port for the host is `socket://127.0.0.1:NUMBER`.
"""

import contextlib
import json
import math
import secrets
import selectors
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from treppe import games
from treppe.games import more

from treppe_sim.console import Client
from treppe_sim.errors import BoardDied, BoardHangs, SimulationError
from treppe_sim.interpreter import firmware_folder
from treppe_sim.supplies import Supplies
from treppe_sim.wire import REQUEST_BYTES, Request

_PATIENCE_MS = 30_000
_START_S = 30.0
_PIECE = 4096
_RECENT = 2000


class NotOnCPython(SimulationError):
    """Only MicroPython can do this."""


class Wire:
    """The firmware's end of the USB cable; the controller puts the socket in as soon as the firmware has called."""

    def __init__(self) -> None:
        """Begin without firmware."""
        self.line: socket.socket | None = None
        self._to_board = b""

    def read(self) -> bytes:
        """Return what the board has said."""
        with contextlib.suppress(ConnectionError):  # it has ended: `request` finds out
            return _receive(self.line) if self.line else b""
        return b""

    def write(self, content: bytes = b"") -> bool:
        """Send to the board what it takes; True if nothing waits."""
        self._to_board += content
        if self.line and self._to_board:
            with contextlib.suppress(ConnectionError):
                self._to_board = self._to_board[_send(self.line, self._to_board) :]
        return not self._to_board

    def cut(self) -> None:
        """Forget the firmware that was there, and what it has not read."""
        if self.line:
            self.line.close()
        self.line = None
        self._to_board = b""


class SocketPipes:
    """The console in virtual time, see pipes.Pipes."""

    def __init__(self) -> None:
        """Begin without firmware."""
        self.wire = Wire()

    def read(self) -> bytes:
        """Return what the board has said."""
        return self.wire.read()

    def carry(self, client: Client | None, now_s: float) -> None:
        """Carry bytes to and from the host; without one, what the board says is lost."""
        said = self.read()
        if client:
            if said:
                client.feed(said, now_s)
            client.tick(now_s)
            self.wire.write(client.take_output())

    def close(self) -> None:
        """Take the line away."""
        self.wire.cut()


class SocketRelay:
    """The USB in real time, see relay.Relay: one host at a time, at a port of this computer."""

    def __init__(self, _: Path) -> None:
        """Take a number that is free, and keep it until the board is put away."""
        self.wire = Wire()
        self.recent = b""
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._listener.setblocking(False)
        self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._host: socket.socket | None = None
        self._to_host = b""
        self._is_plugged = False
        self._lock = threading.Lock()  # the cable is pulled by one thread while another pumps

    def power_up(self) -> None:
        """See Relay."""

    def plug(self) -> None:
        """Connect the cable."""
        self._is_plugged = True

    def unplug(self) -> None:
        """Pull the cable: the host's connection ends, and what was in it."""
        with self._lock:
            self._is_plugged = False
            self._hang_up()

    def close(self) -> None:
        """Take the port away."""
        self.unplug()
        self._listener.close()
        self.wire.cut()

    def sources(self) -> list[socket.socket]:
        """Return the sockets from which the next `pump` could read."""
        with self._lock:
            found = [self._listener] if self._host is None else [self._host]
            return found + ([self.wire.line] if self.wire.line and not self._to_host else [])

    def pump(self, _now_s: float, is_asleep: bool, is_blocked: Callable[[], bool]) -> None:
        """Move what there is in both directions; nothing here waits."""
        with self._lock:
            self._move()

    def _move(self) -> None:
        if self._host is None:
            self._answer()
        if not self._to_host:
            self._to_host = self.wire.read()
            self.recent = (self.recent + self._to_host)[-_RECENT:]
        if self._host is None:
            self._to_host = b""
            return
        try:
            if self._to_host:
                self._to_host = self._to_host[_send(self._host, self._to_host) :]
            if self.wire.write():
                self.wire.write(_receive(self._host))
        except ConnectionError:
            self._hang_up()

    def _answer(self) -> None:
        with contextlib.suppress(BlockingIOError):
            host, _ = self._listener.accept()
            if not self._is_plugged:
                host.close()
                return
            host.setblocking(False)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._host = host

    def _hang_up(self) -> None:
        if self._host:
            self._host.close()
        self._host = None
        self._to_host = b""


class SocketController:
    """The running firmware, see controller.Controller."""

    def __init__(self, supplies: Supplies, operations_left: int = -1, scratch: int = 0):
        """Switch on; raise NotOnCPython if the power is to go in the midst of a write."""
        if operations_left >= 0:
            raise NotOnCPython("power cuts in the midst of a write need MicroPython")
        self._errors_path = supplies.errors
        password = secrets.token_hex(16)
        with socket.create_server(("127.0.0.1", 0), backlog=2) as listener:
            given = {
                "port": listener.getsockname()[1],
                "password": password,
                "firmware": str(firmware_folder()),
                "flash": str(supplies.flash.with_suffix("")),
                "memory": str(supplies.memory or ""),
                "display": str(supplies.display or ""),
                "is_virtual": supplies.is_virtual,
                "seed": supplies.seed,
                "identity": supplies.identity,
                "scratch": scratch,
                "games": list(games.__path__)[1:],
                "more": [more.GAMES, more.WORDS],
            }
            with supplies.errors.open("wb") as errors:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "treppe_sim.on_cpython", json.dumps(given)],
                    stdin=subprocess.DEVNULL,
                    stdout=errors,
                    stderr=errors,
                    **_apart(),
                )
            self._await_calls(listener, password, supplies.console.wire)

    def _await_calls(self, listener: socket.socket, password: str, wire: Wire) -> None:
        """Wait until the firmware has called for both lines; who does not know the password is not heard."""
        lines: dict[str, socket.socket] = {}
        listener.settimeout(0.2)
        tries = int(_START_S / 0.2)
        while len(lines) < 2 and tries and self._process.poll() is None:
            tries -= 1
            with contextlib.suppress(TimeoutError):
                line, _ = listener.accept()
                line.settimeout(1.0)
                said = b""
                while len(said) <= len(password) and (more_said := line.recv(len(password) + 1 - len(said))):
                    said += more_said
                if secrets.compare_digest(said[:-1], password.encode()):
                    lines[said[-1:].decode()] = line
                else:
                    line.close()
        if len(lines) < 2:
            self._process.kill()
            self._process.wait()
            raise BoardDied(self.last_words() or "The firmware did not start.")
        self._world = lines["W"]
        self._world.settimeout(None)
        self._world.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines["C"].setblocking(False)
        lines["C"].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        wire.cut()
        wire.line = lines["C"]

    def request(self, timeout_ms: float = _PATIENCE_MS, others: Iterable[socket.socket] = ()) -> Request | None:
        """Wait until the board sleeps; None if it does not in time, or one of `others` can be read before."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._world, selectors.EVENT_READ)
            for each in others:
                with contextlib.suppress(ValueError):  # the cable was pulled just now
                    selector.register(each, selectors.EVENT_READ)
            ready = selector.select(max(0.0, timeout_ms) / 1000 if timeout_ms < math.inf else None)
            if not any(key.fileobj is self._world for key, _ in ready):
                return None
        content = b""
        while len(content) < REQUEST_BYTES:
            try:
                piece = self._world.recv(REQUEST_BYTES - len(content))
            except ConnectionError:
                piece = b""
            if not piece:
                self._process.wait()
                raise BoardDied(self.last_words() or "The firmware ended.")
            content += piece
        return Request.read(content)

    def next_request(self) -> Request:
        """Wait until the board sleeps; raise BoardHangs if it never does."""
        request = self.request()
        if request is None:
            raise BoardHangs("the firmware has not slept for 30 s")
        return request

    def answer(self, content: bytes) -> None:
        """Wake the board up; one that has died in its sleep is found out by the next request."""
        with contextlib.suppress(ConnectionError):
            self._world.sendall(content)

    def is_blocked(self) -> bool:
        """See Controller; nothing can interrupt CPython's firmware."""
        return True

    def last_words(self) -> str:
        """Return what the interpreter has complained of so far: a traceback, most often."""
        return self._errors_path.read_text("utf-8", "replace").strip()

    def cut(self) -> None:
        """Take the power away at once."""
        self._process.kill()
        self._process.wait()
        self._world.close()


def _apart() -> dict[str, Any]:
    """Return what keeps the terminal's Ctrl-C from the firmware's process: it is for the parent."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _receive(line: socket.socket) -> bytes:
    """Return the bytes that have come; raise ConnectionError if the other side has gone."""
    try:
        received = line.recv(_PIECE)
    except BlockingIOError:
        return b""
    if not received:
        raise ConnectionResetError
    return received


def _send(line: socket.socket, content: bytes) -> int:
    try:
        return line.send(content)
    except BlockingIOError:
        return 0
