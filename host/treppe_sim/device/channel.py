"""The line to the simulated world: what the pins say goes out, what the sensors feel comes back.

One exchange a sleep, never one a reading. Requests are numbered and an answer with another number is
dropped: a Ctrl-C inside an exchange leaves its answer in the pipe, and without the number every later
answer would be one behind. `treppe_sim/wire.py` is the other end and has the same layout.
"""

import struct
import sys

SLEEP = 0
FLASH_CUT = 1  # the power went in the middle of a flash operation: the world ends this process
RESET = 2

# Request: number, kind, now_us, wait_us; then pin levels, piezo frequency and duty, bytes of the lamp strip.
PINS = 16
PIEZO = 48
STRIP = 52
outputs = bytearray(STRIP + 3 * 160)

# Answer: number, buttons held (a bit each), supplies; ID voltage and VSYS/3 in 1/16 of a code; the sensors.
BUTTONS = 2
SUPPLIES = 3
IDENTITY = 4
SUPPLY_THIRD = 6
SENSORS = 8
inputs = bytearray(SENSORS + 2 * 64)

_line = []
scratch = [0]  # the word that outlives a reset, but not the power; a reset hands it to the world, which keeps it


def open_line(from_world_fd, to_world_fd):
    """Use two inherited file descriptors as the line."""
    _line[:] = [open(from_world_fd, "rb"), open(to_world_fd, "wb"), 0]


def exchange(kind, now_us, wait_us):
    """Show the world the outputs and let `wait_us` pass; afterwards `inputs` holds what is felt then."""
    if kind == RESET:
        wait_us = scratch[0]
    number = _line[2] = (_line[2] + 1) & 0xFFFF
    struct.pack_into("<HBBIQ", outputs, 0, number, kind, 0, wait_us, now_us)
    try:
        _line[1].write(outputs)
        while _line[0].readinto(inputs) == len(inputs):
            if inputs[0] | inputs[1] << 8 == number:
                return
    except OSError:
        pass
    sys.exit()  # the world has gone, and the power with it
