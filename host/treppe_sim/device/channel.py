"""The line to the simulated world: what the pins say goes out, what the sensors feel comes back.

One exchange a sleep, never one a reading; Ctrl-C comes with an answer. `treppe_sim/wire.py` is the other end and has
the same layout.
"""

import struct
import sys

SLEEP = 0
FLASH_CUT = 1  # the power went in the middle of a flash operation: the world ends this process
RESET = 2
END = 3  # of the firmware: the interpreter's prompt reads on, or nobody does

# Request: number, kind, now_us, wait_us; then pin levels, piezo frequency and duty, bytes of the lamp strip.
PINS = 16
PIEZO = 48
STRIP = 52
outputs = bytearray(STRIP + 3 * 160)

# Answer: number, buttons held (a bit each), supplies, with Ctrl-C in the highest bit; ID voltage and VSYS/3 in 1/16 of
# a code; the sensors.
BUTTONS = 2
SUPPLIES = 3
IDENTITY = 4
SUPPLY_THIRD = 6
SENSORS = 8
inputs = bytearray(SENSORS + 2 * 64)

_line = []
scratch = [0]  # the word that outlives a reset, but not the power; a reset hands it to the world, which keeps it


def open_line(descriptor):
    """Use an inherited socket as the line."""
    _line[:] = [open(descriptor, "rb"), open(descriptor, "wb"), 0]


def exchange(kind, now_us, wait_us):
    """Show the world the outputs and let `wait_us` pass; afterwards `inputs` holds what is felt then."""
    if kind == RESET:
        wait_us = scratch[0]
    number = _line[2] = (_line[2] + 1) & 0xFFFF
    struct.pack_into("<HBBIQ", outputs, 0, number, kind, 0, wait_us, now_us)
    try:
        _line[1].write(outputs)
        is_there = _line[0].readinto(inputs) == len(inputs)
    except OSError:
        is_there = False
    if not is_there:
        sys.exit()  # the world has gone, and the power with it
    if inputs[SUPPLIES] & 128:
        raise KeyboardInterrupt
