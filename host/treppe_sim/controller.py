"""One run of a simulated board's firmware, from power on to power off: its process, and the line to the world."""

import contextlib
import math
import selectors
import socket
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from treppe_sim.errors import BoardDied, BoardHangs
from treppe_sim.usb import Wire
from treppe_sim.wire import REQUEST_BYTES, Request

_PATIENCE_MS = 30_000


@dataclass(slots=True)
class Supplies:
    """What a run needs: the files that are flash, surface's memory and display, and the cable."""

    flash: Path
    memory: Path | None
    display: Path | None
    errors: Path
    wire: Wire
    is_virtual: bool
    seed: int
    identity: str
    end: str
    """After the firmware comes the interpreter's `prompt`, or it stays at `rest`; -: its process ends."""
    operations_left: int
    """Of the flash, until the power goes; -1: it stays."""
    scratch: int
    """The word that has outlived a reset."""
    erase_ms: int
    """How long the flash takes to erase a block; only under MicroPython."""


class Controller:
    """The running firmware, a process. It is at work, or asleep with its request unanswered."""

    def __init__(self, process: "subprocess.Popen[bytes]", world: socket.socket, errors: Path) -> None:
        """Take a process that has begun, our end of its line to the world, and the file of its error output."""
        self.process = process
        self._world = world
        self._errors = errors
        self._selector = selectors.DefaultSelector()
        self._selector.register(world, selectors.EVENT_READ)

    def request(self, timeout_ms: float = _PATIENCE_MS, others: Iterable[socket.socket] = ()) -> Request | None:
        """Wait until the board sleeps; None if it does not in time, or one of `others` can be read before."""
        added = []
        for each in others:
            with contextlib.suppress(ValueError):  # the cable was pulled just now
                added.append(self._selector.register(each, selectors.EVENT_READ))
        ready = self._selector.select(max(0.0, timeout_ms) / 1000 if timeout_ms < math.inf else None)
        for key in added:
            self._selector.unregister(key.fileobj)
        if not any(key.fileobj is self._world for key, _ in ready):
            return None
        content = b""
        while len(content) < REQUEST_BYTES:
            try:
                piece = self._world.recv(REQUEST_BYTES - len(content))
            except ConnectionError:
                piece = b""
            if not piece:
                self.process.wait()
                raise BoardDied(self.last_words() or "The firmware ended.")
            content += piece
        return Request.unpack(content)

    def next_request(self) -> Request:
        """Wait until the board sleeps; raise BoardHangs if it never does."""
        request = self.request()
        if request is None:
            raise BoardHangs("the firmware has not slept for 30 s")
        return request

    def send_answer(self, content: bytes) -> None:
        """Wake the board up; one that has died in its sleep is found out by the next request."""
        with contextlib.suppress(ConnectionError):
            self._world.sendall(content)

    def last_words(self) -> str:
        """Return the interpreter's error output so far, mostly a traceback."""
        return self._errors.read_text("utf-8", "replace").strip()

    def cut(self) -> None:
        """Take the power away at once."""
        self.process.kill()
        self.process.wait()
        self._selector.close()
        self._world.close()
