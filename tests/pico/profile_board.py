"""Runs on the emulated Pico in the launcher's place: the firmware's own loop, with a clock around each of its parts.

The command `profile` answers free heap, the collector's pause, and of each part how often it ran, how long altogether
and at worst (us) since the last command `forget`.
"""

import gc
import sys
import time

sys.path.insert(0, "/a")

import board
import games

figures = {}


def timed(owner, name, label):
    original = getattr(owner, name)
    figures[label] = [0, 0, 0]

    def call(*args):
        begun = time.ticks_us()
        result = original(*args)
        took = time.ticks_diff(time.ticks_us(), begun)
        record = figures[label]
        record[0] += 1
        record[1] += took
        record[2] = max(record[2], took)
        return result

    setattr(owner, name, call)


def start(*given, **options):
    state = start_game(*given, **options)
    kind = type(state)
    if not hasattr(kind, "is_timed"):
        kind.is_timed = True
        timed(kind, "legal_actions", "legal")
    return state


class ProfiledBoard(board.Board):
    def _command(self, name, fields):
        if name == "forget":
            for label in figures:
                figures[label] = [0, 0, 0]
            return {}
        if name != "profile":
            return super()._command(name, fields)
        begun = time.ticks_us()
        gc.collect()
        pause_us = time.ticks_diff(time.ticks_us(), begun)
        return {"free": gc.mem_free(), "used": gc.mem_alloc(), "pause_us": pause_us, "parts": figures}


start_game = games.start
games.start = start
b = ProfiledBoard()
timed(b._scanner, "scan", "scan")
timed(b._sensing, "update", "decode")
timed(b._table, "tick", "table")
timed(b._link, "obey", "commands")
timed(b._link, "talk", "link")
timed(b, "_light", "lamps")
timed(b, "_collect", "collect")
b.run(lambda: None)
