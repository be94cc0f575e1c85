"""The USB of a simulated board by sockets: in virtual time, and where MicroPython or pseudo-terminals are missing.

SocketRelay takes the place of relay.Relay; `socket_controller.py` runs the firmware under CPython. All sockets are this
computer's own; the port for the host is `socket://127.0.0.1:NUMBER`.
"""

import contextlib
import socket
import threading
from pathlib import Path

from treppe_sim.console import Controller, HostEnd

_PIECE = 4096
_RECENT = 2000


class Wire:
    """The firmware's end of the USB cable; the controller sets its socket when the firmware has connected."""

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
    """The console in virtual time: a socket, emptied whenever the board sleeps."""

    device_path = None  # it is no terminal

    def __init__(self) -> None:
        """Begin without firmware."""
        self.wire = Wire()

    def read(self) -> bytes:
        """Return what the board has said."""
        return self.wire.read()

    def carry(self, client: HostEnd | None, now_s: float) -> None:
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


class PairPipes(SocketPipes):
    """The same for firmware whose console are its standard streams, `stdin` and `stdout`."""

    def __init__(self) -> None:
        """Open both ends."""
        super().__init__()
        self.wire.line, self._device = socket.socketpair()
        self.wire.line.setblocking(False)
        self.stdin = self.stdout = self._device.fileno()

    def close(self) -> None:
        """Take both ends away."""
        super().close()
        self._device.close()


class SocketRelay:
    """The USB in real time, see relay.Relay: one host at a time, at a port of this computer."""

    def __init__(self, _: Path) -> None:
        """Take a free port number, and keep it until the board ends."""
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

    @property
    def is_interrupting(self) -> bool:
        """See Relay; nothing can interrupt CPython's firmware."""
        return False

    def pump(self, _now_s: float, is_asleep: bool, controller: Controller) -> None:
        """Move what there is in both directions; nothing here waits."""
        with self._lock:
            self._pass_bytes()

    def _pass_bytes(self) -> None:
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
