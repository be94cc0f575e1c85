"""MicroPython's `os`, and what a Pico's says of itself besides."""

from collections import namedtuple

from uos import *  # noqa: F403

_Name = namedtuple("uname_result", ("sysname", "nodename", "release", "version", "machine"))


def uname():
    return _Name("rp2", "rp2", "1.26.1", "simulated", "Raspberry Pi Pico with RP2040")
