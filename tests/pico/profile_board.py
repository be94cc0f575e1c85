"""Runs on the emulated Pico: the firmware's own loop with a clock around each of its parts."""

import gc
import json
import time

import board

figures = {}


def timed(owner, name, label):
    original = getattr(owner, name)
    record = figures[label] = [0, 0, 0]

    def call(*args):
        begun = time.ticks_us()
        result = original(*args)
        took = time.ticks_diff(time.ticks_us(), begun)
        record[0] += 1
        record[1] += took
        if took > record[2]:
            record[2] = took
        return result

    setattr(owner, name, call)


b = board.Board()
gc.collect()
free = [gc.mem_free()]
timed(b._scanner, "scan", "scan")
timed(b._sensing, "update", "decode")
timed(b._session, "tick", "table")
timed(b._link, "tick", "link")
timed(b, "_light", "lamps")
try:
    b._loop(lambda: None, None)
except KeyboardInterrupt:
    pass
gc.collect()
free.append(gc.mem_free())
print("\nFIGURES", json.dumps({"free": free, "parts": figures}))
