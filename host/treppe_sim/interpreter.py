"""Finds the MicroPython that stands in for the Pico's, and the firmware that it runs."""

import os
import shutil
import sys
from pathlib import Path

from treppe_sim.errors import SimulationError
from treppe_sim.extras import command_to_add


class InterpreterMissing(SimulationError):
    """There is no MicroPython on this machine; the text says what to install."""


class FirmwareMissing(SimulationError):
    """The firmware's files are neither in a checkout nor in the installed package."""


def find_micropython() -> str:
    """Return the path of MicroPython: TREPPE_MICROPYTHON, beside this Python, or on PATH."""
    named = os.environ.get("TREPPE_MICROPYTHON")
    if named:
        if not os.access(named, os.X_OK):
            raise InterpreterMissing(f"TREPPE_MICROPYTHON names {named}, which cannot be run")
        return named
    beside = Path(sys.executable).with_name("micropython")
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise InterpreterMissing(f"no MicroPython: {command_to_add('micropython')}, or name one in TREPPE_MICROPYTHON")
    return found


def firmware_folder() -> Path:
    """Return the folder with main.py: `firmware` in a checkout, `treppe_firmware` beside an installed package."""
    packages = Path(__file__).resolve().parents[1]
    for folder in (packages.parent / "firmware", packages / "treppe_firmware"):
        if (folder / "main.py").exists():
            return folder
    raise FirmwareMissing(f"no firmware in {packages.parent / 'firmware'} or {packages / 'treppe_firmware'}")
