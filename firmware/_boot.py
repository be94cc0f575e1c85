"""The image of MicroPython runs this before all else: it mounts the flash."""

import sys

import _rp2
from drivers import file_system

file_system.mount(_rp2.Flash())
sys.path.remove("")  # files in the flash's root are no modules of ours
