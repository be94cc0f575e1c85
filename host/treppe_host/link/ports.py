"""Ports to boards: serial, over TCP, simulated."""

import contextlib
import errno
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import serial  # type: ignore[import-untyped]
from treppe_sim.errors import SimulationError

from treppe_host.errors import PortBusy, PortError, PortNotFound, in_words

try:
    import termios

    TerminalError: type[Exception] = termios.error  # no OSError, and pyserial lets it through
except ImportError:  # Windows has no terminals
    TerminalError = OSError

if TYPE_CHECKING:
    from treppe_sim.board import SimulatedBoard

SIMULATED = "sim:"
"""Prefix of the names of simulated boards' ports."""

_TCP = "socket://"
_READ_S = 0.05
_WRITE_S = 1.0
_CONNECT_S = 5.0
_PIECE = 4096
_LONGEST_NAME = 40


class Port(Protocol):
    """An open port to a board. Its methods raise OSError."""

    def receive(self) -> bytes:
        """Return the bytes received, after at most a twentieth of a second."""

    def send(self, content: bytes) -> bool:
        """Send bytes; return False if the board has not taken all of them within a second."""

    def close(self) -> None:
        """Close the port."""


class SerialPort:
    """A serial port that no other program may open meanwhile."""

    def __init__(self, name: str) -> None:
        """Open it, or raise OSError. Control lines stay unchanged, for a pseudo-terminal has none."""
        try:
            self._serial = serial.Serial(name, 115200, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True)
        except TerminalError as error:  # it has vanished while it was opened
            raise OSError(*error.args) from error
        except serial.SerialException as error:
            cause = error.__context__
            if error.errno is None and isinstance(cause, TerminalError):  # pyserial keeps only its text
                raise OSError(*cause.args) from error
            raise

    def receive(self) -> bytes:
        received: bytes = self._serial.read(1)
        if received:
            received += self._serial.read(self._serial.in_waiting)
        return received

    def send(self, content: bytes) -> bool:
        try:
            self._serial.write(content)
        except serial.SerialTimeoutException:
            return False
        return True

    def close(self) -> None:
        self._serial.close()


class TcpPort:
    """A serial port that another computer offers over TCP."""

    def __init__(self, address: str) -> None:
        """Connect to `host:number`; raise OSError, ValueError."""
        host, _, number = address.rstrip("/").rpartition(":")
        if not host or not number.isdecimal() or not 0 < int(number) < 65536:
            raise ValueError("write it as socket://HOST:NUMBER, with a number from 1 to 65535")
        self._socket = socket.create_connection((host.strip("[]"), int(number)), _CONNECT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def receive(self) -> bytes:
        self._socket.settimeout(_READ_S)
        try:
            received = self._socket.recv(_PIECE)
        except TimeoutError:
            return b""
        if not received:
            raise ConnectionResetError("the other side has closed the connection")
        return received

    def send(self, content: bytes) -> bool:
        self._socket.settimeout(_WRITE_S)
        try:
            self._socket.sendall(content)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self._socket.close()


def start_simulated(words: str) -> "SimulatedBoard":
    """Switch on a simulated board of the user's data folder; `words` are its surface, then faults, after commas.

    Raises OSError, ValueError for an unknown surface, SimulationError for an unknown fault or if another program has
    the board.
    """
    from treppe_sim.board import SimulatedBoard
    from treppe_sim.faults import break_named
    from treppe_sim.folders import data_folder

    surface, *faults = words.split(",")
    board = SimulatedBoard(surface, data_folder() / "boards" / surface)
    try:
        for fault in faults:
            break_named(board.world, fault)
        board.start()
    except BaseException:
        board.stop()
        raise
    return board


class SimulatedPort:
    """A simulated board in the user's data folder, switched on as long as the port is open."""

    def __init__(self, words: str) -> None:
        """Switch it on, see `start_simulated`."""
        self._board = start_simulated(words)
        try:
            self._port = _open_kind(self._board.port)
        except BaseException:
            self._board.stop()
            raise
        self.receive, self.send = self._port.receive, self._port.send

    def close(self) -> None:
        self._port.close()
        self._board.stop()


def open_port(name: str) -> Port:
    """Open a port to a board: a serial port, `socket://HOST:NUMBER`, or `sim:SURFACE`, with faults as in
    `sim:square7,open-hall:c4` (see treppe_sim.faults).

    Raises PortNotFound, PortBusy or PortError.
    """
    try:
        return _open_kind(name)
    except OSError as error:
        raise _explain(name, error) from error
    except (ValueError, SimulationError) as error:
        raise PortError({"code": "port_unusable", "port": name, "why": str(error)}) from error


def _open_kind(name: str) -> Port:
    if name.startswith(_TCP):
        return TcpPort(name.removeprefix(_TCP))
    if name.startswith(SIMULATED):
        return SimulatedPort(name.removeprefix(SIMULATED))
    return SerialPort(name)


def _explain(name: str, error: OSError) -> PortError:
    if error.errno == errno.ENOENT and not name.startswith(SIMULATED):
        return PortNotFound({"code": "port_missing", "port": name})
    if error.errno in (errno.EAGAIN, errno.EBUSY):
        return PortBusy({"code": "port_busy", "port": name, "holder": _holder_of(name)})
    if error.errno == errno.EACCES:
        return PortError({"code": "port_forbidden", "port": name})
    if error.errno == errno.ECONNREFUSED:
        return PortNotFound({"code": "port_refused", "port": name})
    if error.errno == errno.ENOTTY:
        return PortError({"code": "port_not_serial", "port": name})
    return PortError({"code": "port_unusable", "port": name, "why": in_words(error)})


def _holder_of(name: str) -> str:
    """Return in brackets which program has a port open, empty if this system does not tell."""
    device = os.path.realpath(name)
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        process = opened.parts[2]
        with contextlib.suppress(OSError):  # a process of another user, or one that has ended
            if os.readlink(opened) == device and int(process) != os.getpid():
                command = Path(f"/proc/{process}/cmdline").read_text("utf-8", "replace").split("\0")
                return f" ({_program_name(command)}, process {process})"
    return ""


def _program_name(command: Sequence[str]) -> str:
    """Return what a program calls itself, by the words that started it; a login shell has only "-bash"."""
    words = [Path(word).name for word in command if word and not word.startswith("-")]
    if len(words) > 1 and words[0].startswith("python"):
        words = words[1:]
    name = " ".join(words[:2]) or command[0] or "a program without a name"
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "..."
