"""The image of MicroPython runs this before all else: it mounts the flash."""

import rp2
from drivers import file_system

file_system.mount(rp2.Flash())
