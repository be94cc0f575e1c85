"""A board of this process at a port: world, sensing, table and link run in a thread, as quick as time passes."""

import contextlib
import socket
import threading
import time

from treppe import VERSION, surfaces
from treppe.games import catalogue
from treppe.link.link import Link
from treppe_sim.bench_board import FRAME_MS, BenchBoard, WorldFrames
from treppe_sim.world import World

_FIGURES = {"python": "test 1", "heap": 1 << 20, "flash": 1 << 20, "supply_mv": 5000, "external": False}
_FIGURES |= {"slowest_ms": 10, "i2c": [], "bad_lines": 0, "resends": 0}


class LinkedBoard(BenchBoard):
    """A board that one host at a time finds at `port`. Hands can use it: in `run_ms` they wait."""

    def __init__(self, surface, identity, **settings):
        super().__init__(WorldFrames(World(surfaces.load(surface))), settings)
        self._settings = settings
        self._scans = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._line = None
        self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        hello = {"firmware": VERSION, "board": identity, "surface": surface, "complaints": []}
        hello |= {"surfaces": surfaces.NAMES, "games": catalogue.names_on(surface)}
        self._link = Link(self, self.journal, hello, self._command)
        self._offer_streams()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _offer_streams(self):
        offer, table, sensing = self._link.stream, self.table, self.sensing
        offer("lamps", lambda: table.roles_version, lambda: {"roles": str(table.roles, "ascii")})
        offer("image", lambda: bytes(sensing.image), lambda: {"fields": sensing.image.hex()})
        offer("display", lambda: table.display_version, lambda: table.display)
        offer("calibration", lambda: sensing.serial, lambda: {"record": sensing.record().hex()})
        offer("raw", lambda: self._scans, lambda: {"n": self._scans, "frame": self._frame()})

    def _frame(self):
        return bytes(self.source.frame).hex()

    def _command(self, name, fields):
        if name in ("settings", "figures", "frame", "ping"):
            told = {"now": self._settings, "saved": self._settings}
            return {"settings": told, "figures": _FIGURES, "frame": {"hex": self._frame()}}.get(name, {})
        return self.table.begin_command(name, fields)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._is_over.set()
        self._thread.join()
        self._listener.close()
        if self._line:
            self._line.close()

    def _run(self):
        due_s = time.monotonic()
        while not self._is_over.is_set():
            super().run_ms(FRAME_MS)
            self._scans += 1
            self._link.talk()
            if self._link.listen(self.now_ms):
                self._link.obey()
            self._link.talk()
            due_s = max(due_s + FRAME_MS / 1000, time.monotonic())
            time.sleep(due_s - time.monotonic() if due_s > time.monotonic() else 0)

    def run_ms(self, duration_ms):
        """Wait until the board's time has passed."""
        until_ms = self.now_ms + duration_ms
        self.run_until(lambda: self.now_ms >= until_ms, 60_000)

    def run_until(self, is_reached, limit_ms):
        """Wait until something is the case; False if it was not within the limit."""
        until_s = time.monotonic() + limit_ms / 1000
        while not is_reached():
            if time.monotonic() > until_s:
                return False
            time.sleep(0.01)
        return True

    # The console of its link.

    def read_into(self, buffer):
        """Read what has arrived; a new host takes the place of one that has gone."""
        with contextlib.suppress(BlockingIOError):
            if self._line is None:
                self._line, _ = self._listener.accept()
                self._line.setblocking(False)
            count = self._line.recv_into(buffer)
            if not count:
                self._line.close()
                self._line = None
            return count
        return 0

    def write(self, content):
        """Send as much as there is room for."""
        with contextlib.suppress(BlockingIOError, OSError):
            return self._line.send(content) if self._line else 0
        return 0
