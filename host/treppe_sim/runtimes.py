"""Chooses the interpreter for simulated boards' firmware: MicroPython behind pseudo-terminals, else CPython."""

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from treppe_sim.console import Controller
from treppe_sim.errors import SimulationError
from treppe_sim.interpreter import InterpreterMissing, find_micropython
from treppe_sim.sockets import PairPipes, SocketPipes, SocketRelay

if TYPE_CHECKING:
    from treppe_sim.relay import Relay  # not every system has pseudo-terminals

CHOICE = "TREPPE_RUNTIME"
"""The environment's variable that names a runtime: `micropython` or `cpython`."""
MICROPYTHON, CPYTHON = "micropython", "cpython"
_NEEDED = ("fcntl", "pty", "termios")  # of the system, for pseudo-terminals


class NoSuchRuntime(SimulationError):
    """The environment names an unknown runtime."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What runs a simulated board. `why` says why it is not MicroPython; empty if it is."""

    name: str
    controller: Callable[..., Controller]
    pipes: Callable[[], SocketPipes]
    relay: Callable[[Path], "Relay | SocketRelay"]
    why: str = ""


def choose_runtime() -> Runtime:
    """Return the runtime that TREPPE_RUNTIME names, else MicroPython where it can run; raise SimulationError."""
    wanted = os.environ.get(CHOICE, "")
    if wanted not in ("", MICROPYTHON, CPYTHON):
        raise NoSuchRuntime(f"{CHOICE} is {MICROPYTHON} or {CPYTHON}, not {wanted}")
    why = f"{CHOICE} wants it" if wanted == CPYTHON else _missing()
    if why and wanted != MICROPYTHON:
        from treppe_sim.socket_controller import SocketController

        return Runtime(CPYTHON, SocketController, SocketPipes, SocketRelay, why)
    if why:
        raise InterpreterMissing(why)
    from treppe_sim import controller, relay

    return Runtime(MICROPYTHON, controller.MicropythonController, PairPipes, relay.Relay)


def _missing() -> str:
    """Return the missing requirement of boards under MicroPython, empty if there is none."""
    for name in _NEEDED:
        try:
            importlib.import_module(name)
        except ImportError:
            return "this system has no pseudo-terminals"
    if not os.environ.get("TREPPE_MICROPYTHON"):  # who names one is told what is wrong with it
        try:
            find_micropython()
        except InterpreterMissing as missing:
            return str(missing)
    return ""
