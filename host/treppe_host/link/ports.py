"""What carries bytes to a board: a serial port, a TCP connection, a simulated board; and which ports have boards."""

import contextlib
import errno
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import serial  # type: ignore[import-untyped]
from serial.tools import list_ports  # type: ignore[import-untyped]
from treppe_sim.errors import SimulationError

from treppe_host.errors import PortBusy, PortError, PortNotFound, in_words

USB_IDS = frozenset({(0x2E8A, 0x0005)})
"""Vendor and product of a Pico that runs MicroPython."""
SIMULATED = "sim:"
"""How the name of a simulated board's port begins."""

_READ_S = 0.05
_WRITE_S = 1.0
_CONNECT_S = 5.0
_PIECE = 4096


class Port(Protocol):
    """An open line to a board. What is wrong with it is an OSError."""

    def receive(self) -> bytes:
        """Return what has come, after a twentieth of a second at most."""

    def send(self, content: bytes) -> bool:
        """Send; return False if the board's side has not taken all of it within a second."""

    def close(self) -> None:
        """Give the line back."""


class SerialPort:
    """A serial port that no other program may open meanwhile."""

    def __init__(self, name: str) -> None:
        """Open it; raise SerialException. Control lines are left as they are: a pseudo-terminal has none."""
        self._serial = serial.Serial(name, 115200, timeout=_READ_S, write_timeout=_WRITE_S, exclusive=True)

    def receive(self) -> bytes:
        """See Port."""
        received: bytes = self._serial.read(1)
        if received:
            received += self._serial.read(self._serial.in_waiting)
        return received

    def send(self, content: bytes) -> bool:
        """See Port."""
        try:
            self._serial.write(content)
        except serial.SerialTimeoutException:
            return False
        return True

    def close(self) -> None:
        """See Port."""
        self._serial.close()


class TcpPort:
    """A serial port that another computer offers over TCP."""

    def __init__(self, address: str) -> None:
        """Connect to `host:number`; raise OSError, ValueError."""
        host, _, number = address.rstrip("/").rpartition(":")
        if not host or not number.isdecimal() or not 0 < int(number) < 65536:
            raise ValueError("it is written socket://HOST:NUMBER, the number from 1 to 65535")
        self._socket = socket.create_connection((host.strip("[]"), int(number)), _CONNECT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def receive(self) -> bytes:
        """See Port."""
        self._socket.settimeout(_READ_S)
        try:
            received = self._socket.recv(_PIECE)
        except TimeoutError:
            return b""
        if not received:
            raise ConnectionResetError("the other side has closed the connection")
        return received

    def send(self, content: bytes) -> bool:
        """See Port."""
        self._socket.settimeout(_WRITE_S)
        try:
            self._socket.sendall(content)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """See Port."""
        self._socket.close()


class SimulatedPort(SerialPort):
    """A simulated board in the user's data folder, switched on as long as the port is open."""

    def __init__(self, words: str) -> None:
        """Switch it on: the surface's name, and what is broken behind commas.

        Raises OSError, ValueError for no surface, SimulationError for no such fault or if another program has it.
        """
        from treppe_sim.board import SimulatedBoard
        from treppe_sim.faults import break_named
        from treppe_sim.folders import data_folder

        surface, *faults = words.split(",")
        self._board = SimulatedBoard(surface, data_folder() / "boards" / surface)
        try:
            for fault in faults:
                break_named(self._board.world, fault)
            self._board.start()
            super().__init__(self._board.port)
        except BaseException:
            self._board.stop()
            raise

    def close(self) -> None:
        """Close the port and switch off."""
        super().close()
        self._board.stop()


def open_port(name: str) -> Port:
    """Open a line to a board: a serial port, `socket://HOST:NUMBER`, or `sim:SURFACE`, with faults as in
    `sim:square7,open-hall:c4` (see treppe_sim.faults).

    Raises PortNotFound, PortBusy or PortError.
    """
    try:
        if name.startswith("socket://"):
            return TcpPort(name.removeprefix("socket://"))
        if name.startswith(SIMULATED):
            return SimulatedPort(name.removeprefix(SIMULATED))
        return SerialPort(name)
    except OSError as error:
        raise _explain(name, error) from error
    except (ValueError, SimulationError) as error:
        raise PortError(f"port {name} cannot be used: {error}") from error


def _explain(name: str, error: OSError) -> PortError:
    if error.errno == errno.ENOENT and not name.startswith(SIMULATED):
        return PortNotFound(f"no port {name}: is the board plugged in?")
    if error.errno in (errno.EAGAIN, errno.EBUSY):
        return PortBusy(f"port {name} is in use by another program{_holder_of(name)}")
    if error.errno == errno.EACCES:
        return PortError(f"port {name} may not be opened: is the user in the group dialout?")
    if error.errno == errno.ECONNREFUSED:
        return PortNotFound(f"nobody answers at {name}")
    if "Could not configure port" in str(error):
        return PortError(f"port {name} cannot be used: it is no serial port")
    return PortError(f"port {name} cannot be used: {in_words(error)}")


def _holder_of(name: str) -> str:
    """Return which program has a port open, in brackets; nothing where this system does not tell."""
    device = os.path.realpath(name)
    for opened in Path("/proc").glob("[0-9]*/fd/*"):
        process = opened.parts[2]
        with contextlib.suppress(OSError):  # of another user, or gone meanwhile
            if os.readlink(opened) == device and int(process) != os.getpid():
                command = Path(f"/proc/{process}/cmdline").read_text("utf-8", "replace").split("\0")
                said = [Path(word).name for word in command if word and not word.startswith("-")]
                return f" ({' '.join(said[said[0].startswith('python') :][:2])}, process {process})"
    return ""


# Which port has a board.


@dataclass(frozen=True, slots=True)
class UsbBoard:
    """A board that is plugged in: its port and its id, which is its USB serial number."""

    port: str
    board: str


def find_boards(ports: Iterable[Any] | None = None) -> list[UsbBoard]:
    """Return the boards at this computer, told by their USB ids (or among `ports`, as pyserial describes them)."""
    found = list_ports.comports() if ports is None else ports
    return [
        UsbBoard(port.device, (port.serial_number or "").lower()) for port in found if (port.vid, port.pid) in USB_IDS
    ]


def choose_port(boards: Iterable[UsbBoard], names: dict[str, str], wanted: str | None = None) -> str:
    """Return the port of the board that is wanted: by its name, or the beginning of its id; the only one by default.

    `names` maps ids to what people call the boards. Raises PortNotFound.
    """
    called = {each.port: names.get(each.board, each.board) for each in boards}
    if wanted is None:
        fitting = list(called)
    else:
        with contextlib.suppress(StopIteration):
            return next(port for port, name in called.items() if name.lower() == wanted.lower())
        fitting = [each.port for each in boards if each.board.startswith(wanted.lower())]
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(f"{name} at {port}" for port, name in called.items()) or "none"
    if not fitting:
        raise PortNotFound(f"no board {wanted or 'found'} at USB; there are: {known} (or choose with --port)")
    raise PortNotFound(f"which board? There are: {known} (choose with --board or --port, or all with --all)")
