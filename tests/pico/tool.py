"""Runs `treppe` by the clock of an emulated board: `python tool.py CLOCK COMMAND...`, see `EmulatedBoard.open_port`."""

import mmap
import struct
import sys
import time
from pathlib import Path


class Clock:
    """In the place of `time.monotonic`: an object, so that a class that takes it over makes no method of it."""

    def __init__(self, path: Path):
        """Watch a file with seconds, a double."""
        with path.open("rb") as file:
            self._seconds = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)

    def __call__(self) -> float:
        """Return them."""
        return struct.unpack("<d", self._seconds)[0]


time.monotonic = Clock(Path(sys.argv[1]))

from treppe_host.cli import main  # noqa: E402  after the clock, which other modules take over as they are imported

sys.argv = ["treppe", *sys.argv[2:]]
main()
