"""Time sensing under MicroPython, with the heap locked: prints multiples of the yardstick as JSON.

Run it from the checkout.
"""

# ruff: noqa: E402

import json
import sys
from array import array

sys.path[:0] = ["firmware", "tests/support"]

import micropython
from fakes_sensing import CellBench, ReedBench, typical_calibration
from treppe import surfaces
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing
from yardstick import ticks_diff, ticks_us, yardstick_us

_FRAMES = 400
_RUNS = 15


def measure(sensing, frames):
    """Return mean and worst time of a frame, in microseconds, of each frame its best of some runs; none may allocate.

    What else the machine does meanwhile makes some frames of each run slow, and seldom the same ones.
    """
    update = sensing.update
    best = array("i", [1 << 29] * len(frames))
    for _ in range(_RUNS):
        micropython.heap_lock()
        try:
            for at in range(len(frames)):
                start = ticks_us()
                update(frames[at])
                best[at] = min(best[at], ticks_diff(ticks_us(), start))
        finally:
            micropython.heap_unlock()
    return sum(best) / len(frames), max(best)


def cells(is_busy):
    surface = surfaces.load("square7")
    bench = CellBench(surface, CellSensing(surface, typical_calibration(surface), {}))
    bench.run(20)
    frames = []
    for scan in range(_FRAMES):
        if is_busy and scan % 20 == 0:
            bench.put("c3", 12 * (scan // 20 % 5))
            bench.put("e5", 12 * (scan // 20 % 3))
        bench.fill()
        frames.append(bench.frame[:])
    return measure(bench.sensing, frames)


def reeds(is_busy):
    surface = surfaces.load("reed12")
    bench = ReedBench(surface, ReedSensing(surface, {}))
    bench.run(20)
    frames = []
    for scan in range(_FRAMES):
        if is_busy and scan % 20 == 0:
            for field in range(8):
                bench.close(surface.NAMES[(scan + 17 * field) % 144], scan % 40 == 0)
        frame = bytearray(bench.frame)
        frame[18] = frame[19] = 255 * (scan % 2)
        frames.append(frame)
    return measure(bench.sensing, frames)


x = yardstick_us()
found = {}
for name, function in (("cells", cells), ("reeds", reeds)):
    for manner in ("quiet", "busy"):
        mean, worst = function(manner == "busy")
        found[name + " " + manner] = (mean / x, worst / x)
print(json.dumps(found))
