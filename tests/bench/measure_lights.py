"""Time a full refresh of the lamps under MicroPython, the heap locked: prints the multiple of the yardstick.

`bench_recovery.py` compiles it with the firmware, and runs it.
"""

import micropython
from treppe import surfaces
from treppe.panel import light_bytes
from yardstick import ticks_diff, ticks_us, yardstick_us

_REFRESHES = 30


def refresh():
    """Return the time of a refresh of 144 lamps in which every lamp has another role, in microseconds.

    The current limit dims every other one.
    """
    surface = surfaces.load("reed12")
    frames = (bytearray(b"g0x!" * 36), bytearray(b"12br" * 36), bytearray(b"...." * 36))
    strip = light_bytes.Lights(surface, bytearray(3 * surface.FIELDS))
    strip.show(frames[0], -1, 0, 100, 3000)  # the palette is dimmed once a brightness
    best = 1e9
    for _ in range(40):
        micropython.heap_lock()
        start = ticks_us()
        for number in range(_REFRESHES):
            strip.show(frames[number % 3], number, number * 30, 100, 3000 if number & 1 else 265)
        took = ticks_diff(ticks_us(), start)
        micropython.heap_unlock()
        best = min(best, took / _REFRESHES)
    return best


print(refresh() / yardstick_us())
