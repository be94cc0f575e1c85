"""The search for boards at USB."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from serial.tools import list_ports  # type: ignore[import-untyped]

from treppe_host.errors import PortNotFound

USB_IDS = frozenset({(0x2E8A, 0x0005)})
"""Vendor and product of a Pico that runs MicroPython."""


@dataclass(frozen=True, slots=True)
class UsbBoard:
    """A plugged-in board: its port and its id, which is its USB serial number."""

    port: str
    board: str


def find_boards(ports: Iterable[Any] | None = None) -> list[UsbBoard]:
    """Return the boards at USB, found by vendor and product; `ports` are pyserial's descriptions, by default all."""
    found = list_ports.comports() if ports is None else ports
    return [
        UsbBoard(port.device, (port.serial_number or "").lower()) for port in found if (port.vid, port.pid) in USB_IDS
    ]


def choose_port(boards: Iterable[UsbBoard], names: dict[str, str], wanted: str | None = None) -> str:
    """Return the port of a board, chosen by its name or the beginning of its id; by default of the only one.

    `names` maps ids to the names that people gave. Raises PortNotFound.
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
    listed = ", ".join(f"{name} at {port}" for port, name in called.items()) or "none"
    if not fitting:
        simulated = "" if called else "; --port sim:square7 simulates one"
        raise PortNotFound(
            f"no board {wanted or 'found'} at USB; there are: {listed} (or choose with --port){simulated}"
        )
    raise PortNotFound(f"which board? There are: {listed} (choose with --board or --port, or all with --all)")
