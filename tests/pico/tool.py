"""Runs `treppe` by the clock of an emulated board: `python tool.py CLOCK COMMAND...`, see `EmulatedBoard.open_port`."""

import mmap
import struct
import sys
import time

with open(sys.argv[1], "rb") as file:
    clock = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)
time.monotonic = lambda: struct.unpack("<d", clock)[0]

from treppe_host.cli import main  # noqa: E402  after the clock, which other modules take on as they are imported

sys.argv = ["treppe", *sys.argv[2:]]
main()
