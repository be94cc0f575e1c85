"""Starts the firmware of a simulated board: in MicroPython where there is one, else in CPython.

Either way the process has two sockets: its line to the world, and its USB. MicroPython inherits them, as its standard
streams the second; CPython, which Windows has, too, opens them as connections, with a password.
"""

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from treppe import games
from treppe.games import more

from treppe_sim.compiled import LAUNCHER, NotCompiled, compiled_folder, compiler
from treppe_sim.controller import Controller, Supplies
from treppe_sim.errors import BoardDied, SimulationError
from treppe_sim.interpreter import InterpreterMissing, find_micropython, firmware_folder

CHOICE = "TREPPE_RUNTIME"
"""The environment's variable that names a runtime: `micropython` or `cpython`."""
MICROPYTHON, CPYTHON = "micropython", "cpython"
_HEAP = "heapsize=4m"  # what a Pico has is measured on an emulated one: `make bench-pico`
_START_S = 30.0


class NoSuchRuntime(SimulationError):
    """The environment names an unknown runtime."""


class NotOnCPython(SimulationError):
    """Only MicroPython can do this."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What runs a simulated board. `why` says why it is not MicroPython; empty if it is."""

    name: str
    start: Callable[[Supplies], Controller]
    why: str = ""


def choose_runtime() -> Runtime:
    """Return the runtime that TREPPE_RUNTIME names, else MicroPython where it can run; raise SimulationError."""
    wanted = os.environ.get(CHOICE, "")
    if wanted not in ("", MICROPYTHON, CPYTHON):
        raise NoSuchRuntime(f"{CHOICE} is {MICROPYTHON} or {CPYTHON}, not {wanted}")
    why = f"{CHOICE} wants it" if wanted == CPYTHON else _missing()
    if why and wanted == MICROPYTHON:
        raise InterpreterMissing(why)
    return Runtime(CPYTHON, start_cpython, why) if why else Runtime(MICROPYTHON, start_micropython)


def _missing() -> str:
    """Return the missing requirement of boards under MicroPython, empty if there is none."""
    if sys.platform == "win32":
        return "there is no MicroPython for Windows"
    if not os.environ.get("TREPPE_MICROPYTHON"):  # who names one reads what is wrong with it
        try:
            find_micropython()
            compiler()
        except (InterpreterMissing, NotCompiled) as missing:
            return str(missing)
    return ""


def start_micropython(supplies: Supplies) -> Controller:
    """Switch on, in MicroPython."""
    compiled = compiled_folder()
    ours, world = socket.socketpair()
    line, console = socket.socketpair()
    command = [find_micropython(), "-X", _HEAP, *(["-i"] if supplies.end == "prompt" else [])]
    command += [str(compiled / LAUNCHER), str(compiled), str(supplies.flash)]
    command += [str(supplies.memory or "-"), str(supplies.display or "-"), supplies.end]
    command += ["virtual" if supplies.is_virtual else "real", str(supplies.seed), supplies.identity]
    command += [str(world.fileno()), str(supplies.operations_left), str(supplies.scratch)]
    command.append(str(supplies.erase_ms))
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MICROPY")}
    with world, console, supplies.errors.open("wb") as errors:
        process = subprocess.Popen(
            command,
            stdin=console.fileno(),
            stdout=console.fileno(),
            stderr=errors,
            pass_fds=(world.fileno(),),
            env=environment,
            start_new_session=True,  # the terminal's Ctrl-C is for the parent
        )
    supplies.wire.connect(line)
    return Controller(process, ours, supplies.errors)


def start_cpython(supplies: Supplies) -> Controller:
    """Switch on, in CPython; raise NotOnCPython if the power is to go in the midst of a write."""
    if supplies.operations_left >= 0:
        raise NotOnCPython("power cuts in the midst of a write need MicroPython")
    password = secrets.token_hex(16)
    with socket.create_server(("127.0.0.1", 0), backlog=2) as listener:
        given = {
            "port": listener.getsockname()[1],
            "password": password,
            "firmware": str(firmware_folder()),
            "flash": str(supplies.flash.with_suffix("")),
            "memory": str(supplies.memory or ""),
            "display": str(supplies.display or ""),
            "is_virtual": supplies.is_virtual,
            "seed": supplies.seed,
            "identity": supplies.identity,
            "scratch": supplies.scratch,
            "games": list(games.__path__)[1:],
            "more": [more.GAMES, more.WORDS],
        }
        with supplies.errors.open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "treppe_sim.on_cpython", json.dumps(given)],
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                **_apart(),
            )
        lines = _await_calls(listener, password, process)
    if len(lines) < 2:
        process.kill()
        process.wait()
        raise BoardDied(supplies.errors.read_text("utf-8", "replace").strip() or "The firmware did not start.")
    supplies.wire.connect(lines["C"])
    return Controller(process, lines["W"], supplies.errors)


def _await_calls(
    listener: socket.socket, password: str, process: "subprocess.Popen[bytes]"
) -> dict[str, socket.socket]:
    """Wait until the firmware has opened both connections; close those that do not send the password."""
    lines: dict[str, socket.socket] = {}
    listener.settimeout(0.2)
    tries = int(_START_S / 0.2)
    while len(lines) < 2 and tries and process.poll() is None:
        tries -= 1
        with contextlib.suppress(TimeoutError):
            line, _ = listener.accept()
            line.settimeout(1.0)
            received = b""
            while len(received) <= len(password) and (more := line.recv(len(password) + 1 - len(received))):
                received += more
            if secrets.compare_digest(received[:-1], password.encode()):
                line.settimeout(None)
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                lines[received[-1:].decode()] = line
            else:
                line.close()
    return lines


def _apart() -> dict[str, Any]:
    """Return what keeps the terminal's Ctrl-C from the firmware's process: it is for the parent."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
