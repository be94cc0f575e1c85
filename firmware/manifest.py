"""Freezes the firmware into a MicroPython of your own; in micropython/ports/rp2:

    make BOARD=RPI_PICO FROZEN_MANIFEST=/path/to/treppe/firmware/manifest.py

Then nothing is copied, and imports take flash instead of memory.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import os

include("$(PORT_DIR)/boards/manifest.py")

metadata(version="0.1.0")
module("main.py", opt=2)
module("assembly.py", opt=2)
module("board.py", opt=2)
module("figures.py", opt=2)
module("pins.py", opt=2)
module("settings.py", opt=2)
module("tuning.py", opt=2)
package("drivers", opt=2)
# A board loads nothing of what hosts alone know of a game, and some of that needs CPython.
files = [os.path.join(folder, name)[len("treppe/") :] for folder, _, names in os.walk("treppe") for name in names]
package("treppe", files=sorted(f for f in files if f.endswith(".py") and "host" not in f.split(os.sep)), opt=2)
