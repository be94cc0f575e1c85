"""KiCad's own library for Python, and numpy, which Debian installs with it: beside the project's environment.

Tried with KiCad 6 alone. From 7 on a name of the library differs, and from 8 on `kicad-cli` checks the design rules;
nobody has run that yet.
"""

import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from treppe_hardware.descriptions.source import InvalidDescription

_DEBIAN = "/usr/lib/python3/dist-packages"
KICAD_PYTHON = "/usr/bin/python3"
"""The interpreter that Debian builds KiCad's library for."""


_OLDEST, _CLI_CHECKS, _NEWEST = 6, 8, 10


class NewerKicad:
    """The library of KiCad 7 to 10, by the names of 6."""

    EDA_UNITS_MILLIMETRES = 1

    def __init__(self, library: Any, version: int):
        self._library = library
        self._version = version

    def __getattr__(self, name: str) -> Any:
        return getattr(self._library, name)

    def wxPointMM(self, x: float, y: float) -> Any:
        """Return a point in millimetres."""
        return self._library.VECTOR2I_MM(x, y)

    def WriteDRCReport(self, board: Any, report: str, units: int, reports_all: bool) -> None:
        """Check the design rules of a loaded board, and write what breaks them."""
        if self._version < _CLI_CHECKS:
            self._library.WriteDRCReport(board, report, self._library.EDA_UNITS_MILLIMETRES, reports_all)
            return
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, Path(board.GetFileName()).name)
            self._library.SaveBoard(str(file), board)
            command = ["kicad-cli", "pcb", "drc", "--units", "mm", "--output", report]
            subprocess.run([*command, *["--all-track-errors"] * reports_all, str(file)], check=True)


def load_kicad() -> Any:
    """Return the library of KiCad; raise InvalidDescription if it is not installed, or of another version."""
    library = _import_or_explain("pcbnew", "KiCad 6 to 10: apt install --no-install-recommends kicad")
    version = str(library.GetBuildVersion())
    number = int(version.partition(".")[0]) if version[:1].isdigit() else 0
    if not _OLDEST <= number <= _NEWEST:
        raise InvalidDescription(f"this needs KiCad {_OLDEST} to {_NEWEST}, and finds {version}")
    return library if number == _OLDEST else NewerKicad(library, number)


def load_numpy() -> Any:
    """Return numpy; raise InvalidDescription if it is not installed."""
    return _import_or_explain("numpy", "numpy, which comes with KiCad 6: apt install --no-install-recommends kicad")


def _import_or_explain(name: str, needed: str) -> Any:
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
