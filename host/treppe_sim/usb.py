"""The USB of a simulated board: the cable to its firmware, and the port for a host, `socket://127.0.0.1:NUMBER`.

Bytes pass as over a Pico's USB: without a host they are lost; if the host does not read, they pile up until the board's
writes wait; after half a second a waiting piece is lost. Ctrl-C interrupts a Pico between two bytecodes, the firmware
here in its sleep: it comes with the world's answer. At the prompt it is a byte like others.
"""

import contextlib
import socket
import threading

from treppe_sim.wire import END, Request

_PATIENCE_S = 0.5
_PIECE = 4096
_RECENT = 2000
_INTERRUPT = b"\x03"


class Wire:
    """The firmware's end of the USB cable."""

    def __init__(self) -> None:
        self.line: socket.socket | None = None
        self._to_board = b""

    def connect(self, line: socket.socket) -> None:
        """Take the line of firmware that has begun."""
        self.cut()
        line.setblocking(False)
        self.line = line

    def receive(self) -> bytes:
        """Return what the board has said."""
        with contextlib.suppress(ConnectionError):  # it has ended: `request` finds out
            return _receive(self.line) if self.line else b""
        return b""

    def write(self, content: bytes = b"") -> bool:
        """Send to the board what it takes; True if nothing waits."""
        self._to_board += content
        if self.line and self._to_board:
            with contextlib.suppress(ConnectionError):
                self._to_board = self._to_board[_send_now(self.line, self._to_board) :]
        return not self._to_board

    def cut(self) -> None:
        """Forget the firmware that was there, and what it has not read."""
        if self.line:
            self.line.close()
        self.line = None
        self._to_board = b""


class Relay:
    """The USB in real time: one host at a time, at a port of this computer; `pump` moves bytes, and never waits."""

    def __init__(self, wire: Wire, has_prompt: bool) -> None:
        """Take a free port number, and keep it until the board ends."""
        self._has_prompt = has_prompt
        self.recent = b""  # what the firmware said last, whether a host heard it or not
        self._wire = wire
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=1)
        self._listener.setblocking(False)
        self.port = f"socket://127.0.0.1:{self._listener.getsockname()[1]}"
        self._host: socket.socket | None = None
        self._to_host = self._to_board = b""
        self._blocked_since_s: float | None = None
        self._has_ended = self._is_interrupted = False
        self._is_plugged = False
        self._lock = threading.Lock()  # the cable is pulled by one thread while another pumps

    def power_up(self) -> None:
        """Begin with firmware that starts."""
        self._has_ended = self._is_interrupted = False

    def plug(self) -> None:
        self._is_plugged = True

    def unplug(self) -> None:
        """Pull the cable: the host's connection ends, and what was in it."""
        with self._lock:
            self._is_plugged = False
            self._hang_up()
            self._to_board = b""

    def close(self) -> None:
        """Take the port away."""
        self.unplug()
        self._listener.close()

    def sources(self) -> list[socket.socket]:
        """Return the sockets from which the next `pump` could read."""
        with self._lock:
            found = [self._host or self._listener] if not self._to_board else []
            return found + ([self._wire.line] if self._wire.line and not self._to_host else [])

    def pump(self, now_s: float, request: Request | None) -> None:
        """Move what there is in both directions; the firmware is asleep with its request, or at work."""
        with self._lock:
            if request:
                self._has_ended |= request.kind == END
                self._is_interrupted = False
            if not self._host:
                self._accept_host()
            if not self._to_host:
                self._to_host = self._wire.receive()
                self.recent = (self.recent + self._to_host)[-_RECENT:]
            try:
                self._pass_to_host(now_s)
                if self._host and not self._to_board:
                    self._to_board = _receive(self._host)
            except ConnectionError:
                self._hang_up()
            self._pass_to_board(request is not None)

    def take_interrupt(self) -> bool:
        """Tell whether the firmware is to be interrupted in the sleep that ends now."""
        with self._lock:
            self._is_interrupted = self._to_board.startswith(_INTERRUPT)
            self._to_board = self._to_board[self._is_interrupted :]
            return self._is_interrupted

    @property
    def is_called_at_rest(self) -> bool:
        """Tell whether a host has said something to firmware that has ended, where there is no prompt."""
        return self._has_ended and not self._has_prompt and bool(self._to_board)

    def _accept_host(self) -> None:
        """Take the call of a host; others wait until it has hung up."""
        with contextlib.suppress(BlockingIOError):
            host, _ = self._listener.accept()
            if not self._is_plugged:
                host.close()
                return
            host.setblocking(False)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._host = host

    def _pass_to_host(self, now_s: float) -> None:
        sent = _send_now(self._host, self._to_host) if self._host and self._to_host else 0
        self._to_host = self._to_host[sent:]
        if not self._host or not self._to_host:
            self._to_host = b""
            self._blocked_since_s = None
        elif sent or self._blocked_since_s is None:
            self._blocked_since_s = now_s
        elif now_s - self._blocked_since_s > _PATIENCE_S:
            self._to_host = b""
            self._blocked_since_s = now_s

    def _pass_to_board(self, is_asleep: bool) -> None:
        """Pass bytes on up to a Ctrl-C, which `take_interrupt` hands over; all of them while the prompt reads.

        What comes behind a Ctrl-C waits until it has shown who reads it.
        """
        if self._is_interrupted or self.is_called_at_rest or not self._wire.write():
            return
        is_prompt_reading = self._has_ended and not is_asleep
        ready = self._to_board if is_prompt_reading else self._to_board.partition(_INTERRUPT)[0]
        self._to_board = self._to_board[len(ready) :]
        self._wire.write(ready)

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


def _send_now(line: socket.socket, content: bytes) -> int:
    try:
        return line.send(content)
    except BlockingIOError:
        return 0
