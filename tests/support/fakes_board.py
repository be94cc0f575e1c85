"""The board's own link at the end of a pseudo-terminal, for tests of the host."""

import contextlib
import os
import threading
import time
import tty
from pathlib import Path

from fakes_link import MemoryStorage
from treppe.link.journal import Journal
from treppe.link.link import Link

HELLO = {"firmware": "0.1.0", "board": "b1", "surface": "square7", "complaints": [{"code": "settings_unread"}]}


class Terminal:
    """A console for the board's link, and at `port` the terminal that the host opens."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.master = -1
        self.plug()

    def plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(os.ttyname(slave))
        os.close(slave)
        self.master = master

    def unplug(self) -> None:
        self.port.unlink()
        master, self.master = self.master, -1
        os.close(master)

    def read_into(self, buffer: bytearray) -> int:
        with contextlib.suppress(OSError):
            received = os.read(self.master, len(buffer))
            buffer[: len(received)] = received
            return len(received)
        return 0

    def write(self, content: bytes) -> int:
        with contextlib.suppress(OSError):
            return os.write(self.master, content)
        return 0


class PortBoard:
    """A board at a port, ticking in a thread; it answers each command with its name, and keeps them in `commands`."""

    def __init__(self, port: Path, name: str = "b1", **more: object) -> None:
        """`more` it says in its hello."""
        self.terminal = Terminal(port)
        self.port = str(port)
        self.journal = Journal(MemoryStorage())
        self.commands: list[tuple[str, dict]] = []
        self.link = Link(self.terminal, self.journal, HELLO | {"board": name} | more, self._command)
        self._is_running = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _command(self, name: str, fields: dict) -> dict:
        self.commands.append((name, {key: value for key, value in fields.items() if key not in ("c", "do")}))
        return {"did": name}

    def append(self, count: int) -> None:
        for _ in range(count):
            self.journal.append({"k": "action", "player": 0, "word": "a1-b1"})

    def halt(self) -> None:
        """Hang: the port stays, but nothing reads from it."""
        self._is_running = False
        self._thread.join()

    def stop(self) -> None:
        self.halt()
        if self.terminal.master >= 0:
            self.terminal.unplug()

    def _run(self) -> None:
        began = time.monotonic()
        while self._is_running:
            self.link.tick(int(1000 * (time.monotonic() - began)))
            time.sleep(0.005)
