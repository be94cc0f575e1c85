"""Runs at the prompt of an emulated or simulated board; tells which parts of an idle loop allocate, and how much.

`threshold`: how much may be allocated, for a call or for good, until the collector comes by itself; -1: any. `calls`:
what calls with many variables take of the heap in a frame and give back, which the collector counts, too.
"""

import gc
import json

import board

WARM_UP, FRAMES = 150, 40
LITTER = 20_000
count = before = 0
names = ["frame", "scan", "decode", "buttons", "table", "link", "sounds", "piezo", "lamps", "display", "quiet"]
names += ["threshold", "calls"]
used = [0] * len(names)


def feed():
    """Count frames; from one to the next nothing may have been allocated. Then see when the collector comes."""
    global count, before
    count += 1
    if count == WARM_UP:
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
    if count == WARM_UP + FRAMES:
        used[-2] = gc.threshold()
        used[0] = (gc.mem_alloc() - before) // FRAMES
        gc.enable()
        gc.collect()
        gc.threshold(2 * LITTER)
        bytearray(LITTER)
        before = gc.mem_alloc()
    if not used[-1] and count > WARM_UP + FRAMES and gc.mem_alloc() < before - LITTER // 2:
        used[-1] = LITTER // (count - WARM_UP - FRAMES)
        gc.threshold(-1)
        raise KeyboardInterrupt


def meter(place, work):
    """Do one part of a frame a few times; keep what it has allocated."""
    work()
    begun = gc.mem_alloc()
    for _ in range(8):
        work()
    used[place] = (gc.mem_alloc() - begun) // 8


def meter_parts(b, now_ms):
    meter(1, lambda: b._scanner.scan(b._frame))
    meter(2, lambda: b._sensing.update(b._frame))
    meter(3, lambda: b._buttons.scan())
    meter(4, lambda: b._table.tick(now_ms, 0))
    meter(5, lambda: b._link.tick(now_ms))
    meter(6, lambda: b._sounds.due())
    meter(7, lambda: b._piezo.tick(now_ms))
    meter(8, lambda: b._light(now_ms, True))
    meter(9, lambda: b._show_display())
    meter(10, lambda: b._collect(now_ms))


b = board.Board("", lambda: None)
try:
    b.run(feed)
except KeyboardInterrupt:
    pass
meter_parts(b, 3000)
gc.enable()
print("IDLE", json.dumps(dict(zip(names, used))))
