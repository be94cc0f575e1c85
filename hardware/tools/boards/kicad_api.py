"""KiCad's own library for Python, and numpy, which Debian installs with it: beside the project's environment."""

import sys
from importlib import import_module
from typing import Any

from hardware.tools.descriptions.source import InvalidDescription

_DEBIAN = "/usr/lib/python3/dist-packages"
KICAD_PYTHON = "/usr/bin/python3"
"""The interpreter that Debian builds KiCad's library for."""


def load_kicad() -> Any:
    """Return the module pcbnew of KiCad 6; raise InvalidDescription if it is not installed."""
    return _load("pcbnew", "KiCad 6: apt install --no-install-recommends kicad")


def load_numpy() -> Any:
    """Return numpy; raise InvalidDescription if it is not installed."""
    return _load("numpy", "numpy, which comes with KiCad 6: apt install --no-install-recommends kicad")


def _load(name: str, needed: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        pass
    if _DEBIAN not in sys.path:
        sys.path.append(_DEBIAN)  # last, so that it replaces no package of the environment
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InvalidDescription(f"this needs {needed}") from error
