"""A board behind a socket whose every lamp changes ten times a second; it runs only the firmware's link."""

import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from fakes_link import MemoryStorage
from treppe import VERSION
from treppe.alphabet.roles import palette
from treppe.link.journal import Journal
from treppe.link.link import Link

LAMPS = 144
CHANGES_PER_S = 10
_TICK_S = 0.01
_ROLES = "".join(palette())


class FlickeringBoard:
    """A board with reeds, for one host at a time: `port` is what the host opens."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.2)
        self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._host = None
        self._is_stopping = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self):
        """Switch it off."""
        self._is_stopping.set()
        self._thread.join()
        self._listener.close()

    def read_into(self, buffer):
        """Take what the host has sent, as the firmware's console does."""
        try:
            received = self._host.recv(len(buffer))
        except BlockingIOError:
            return 0
        if not received:
            raise ConnectionError
        buffer[: len(received)] = received
        return len(received)

    def write(self, content):
        """Send to the host."""
        return self._host.send(content)

    def _run(self):
        journal = Journal(MemoryStorage())
        hello = {"firmware": VERSION, "board": "flicker", "surface": "reed12"}
        while not self._is_stopping.is_set():
            try:
                self._host, _ = self._listener.accept()
            except TimeoutError:
                continue
            self._host.setblocking(False)
            try:
                self._serve(Link(self, journal, hello, lambda name, fields: {"settings": {}, "hints": []}))
            except ConnectionError:
                self._host.close()

    def _serve(self, link):
        link.stream("lamps", lambda: int(time.monotonic() * CHANGES_PER_S), self._lamps)
        while not self._is_stopping.is_set():
            link.tick(int(time.monotonic() * 1000) & 0x1FFFFFFF)
            time.sleep(_TICK_S)

    def _lamps(self):
        step = int(time.monotonic() * CHANGES_PER_S)
        return {"roles": "".join(_ROLES[(lamp + step) % len(_ROLES)] for lamp in range(LAMPS))}
