"""Runs at the prompt of an emulated or simulated board; tells which parts of an idle loop allocate, and how much.

`threshold`: how much may be allocated, for a call or for good, until the collector comes by itself; -1: any. `calls`:
what calls with many variables take of the heap in a frame and give back, which the collector counts, too.
"""

import gc
import json

import board

WARM_UP, FRAMES = 150, 40
LITTER, ROUNDS = 20_000, 3  # the least of them counts: once in a while something happens on an idle board, too
count = before = begun = rounds = 0
names = ["frame", "scan", "decode", "buttons", "table", "link", "sounds", "piezo", "lamps", "display", "quiet"]
names += ["threshold", "calls"]
used = [0] * len(names)


def feed():
    """Count frames; from one to the next nothing may have been allocated. Then see when the collector comes."""
    global count, before, rounds
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
        litter()
    if begun and gc.mem_alloc() < before - LITTER // 2:
        calls = LITTER // (count - begun)
        used[-1] = min(calls, used[-1] or calls)
        rounds += 1
        if rounds == ROUNDS:
            gc.threshold(-1)
            raise KeyboardInterrupt
        litter()


def litter():
    """Leave so much to the collector that it comes after as much again."""
    global before, begun
    bytearray(LITTER)
    before, begun = gc.mem_alloc(), count


def meter(place, work):
    """Do one part of a frame a few times; keep what it has allocated."""
    work()
    begun = gc.mem_alloc()
    for _ in range(8):
        work()
    used[place] = (gc.mem_alloc() - begun) // 8


def meter_parts(b, now_ms):
    meter(1, lambda: b.scanner.scan(b.frame))
    meter(2, lambda: b.sensing.update(b.frame))
    meter(3, lambda: b.buttons.scan())
    meter(4, lambda: b.table.tick(now_ms, 0))
    meter(5, lambda: b.link.tick(now_ms))
    meter(6, lambda: b.sounds.due())
    meter(7, lambda: b.piezo.tick(now_ms))
    meter(8, lambda: b.show_lights(now_ms, True))
    meter(9, lambda: b.show_display())
    meter(10, lambda: b.collect_garbage(now_ms))


b = board.Board("", lambda: None)
try:
    b.run(feed)
except KeyboardInterrupt:
    pass
meter_parts(b, 3000)
gc.enable()
print("IDLE", json.dumps(dict(zip(names, used))))
