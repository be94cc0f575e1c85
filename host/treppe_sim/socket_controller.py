"""The firmware of a simulated board in a process of CPython, where MicroPython or pseudo-terminals are missing.

It takes the place of controller.MicropythonController. The process opens two connections: one to the world, one to
its USB (`sockets.py`).
"""

import contextlib
import json
import math
import secrets
import selectors
import socket
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

from treppe import games
from treppe.games import more

from treppe_sim.console import PATIENCE_MS, Controller, Supplies
from treppe_sim.errors import BoardDied, SimulationError
from treppe_sim.interpreter import firmware_folder
from treppe_sim.sockets import Wire
from treppe_sim.wire import REQUEST_BYTES, Request

_START_S = 30.0


class NotOnCPython(SimulationError):
    """Only MicroPython can do this."""


class SocketController(Controller):
    """The running firmware, see Controller."""

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
                    [sys.executable, "-P", "-m", "treppe_sim.on_cpython", json.dumps(given)],
                    stdin=subprocess.DEVNULL,
                    stdout=errors,
                    stderr=errors,
                    **_apart(),
                )
            self._await_calls(listener, password, supplies.console.wire)

    def _await_calls(self, listener: socket.socket, password: str, wire: Wire) -> None:
        """Wait until the firmware has opened both connections; close those that do not send the password."""
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

    def request(self, timeout_ms: float = PATIENCE_MS, others: Iterable[socket.socket] = ()) -> Request | None:
        """See Controller."""
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

    def send_answer(self, content: bytes) -> None:
        """See Controller."""
        with contextlib.suppress(ConnectionError):
            self._world.sendall(content)

    def cut(self) -> None:
        """See Controller."""
        super().cut()
        self._world.close()


def _apart() -> dict[str, Any]:
    """Return what keeps the terminal's Ctrl-C from the firmware's process: it is for the parent."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
