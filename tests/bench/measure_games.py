"""Measure the rules core on the runtime that runs this: `measure_games.py GAME GAMES` prints one line of JSON.

Runs from the same file under CPython and MicroPython. Times are microseconds.
"""

import gc
import json
import random
import sys

from yardstick import ticks_diff, ticks_us, yardstick_us

IS_MICROPYTHON = sys.implementation.name == "micropython"
if IS_MICROPYTHON:
    sys.path[:0] = ["firmware"]

LONGEST = 200  # actions of a game
CHOICES = {
    "step": ({}, {"players": 4, "bricks": 200}, {"players": 3, "size": 9, "bricks": 200}),
    "seven": ({}, {"players": 4, "side": "mixed"}, {"players": 3, "seed": 5}),
    "blockade": ({},),
    "weltreich": ({}, {"players": 3}, {"players": 4, "teams": True}),
    "sprung": ({}, {"players": 4}, {"players": 4, "teams": True, "shapes": True}),
    "aufstellen": ({},),
    "wetteifern": ({}, {"seed": 3}),
    "tor": ({}, {"players": 3}, {"players": 4, "teams": True}),
    "cubes": ({}, {"players": 4}, {"players": 3, "seed": 5}),
}


def timed(function):
    start = ticks_us()
    function()
    return ticks_diff(ticks_us(), start)


def again(elapsed, worst, function):
    """Time once more what looks like a new worst case: the machine has other things to do as well."""
    if elapsed <= worst:
        return elapsed
    return min([elapsed] + [timed(function) for _ in range(5)])


def median(values):
    return sorted(values)[len(values) // 2]


def percent(values, share):
    return sorted(values)[len(values) * share // 100]


def memory():
    gc.collect()
    return gc.mem_alloc() if IS_MICROPYTHON else 0


def measure(name, count, longest=LONGEST, nodes=3000 if IS_MICROPYTHON else 30000):
    """Return the figures of a game as a dict; perft goes as deep as `nodes` allows."""
    before = memory()
    from treppe import games

    shared = memory()
    games.load(name)
    loaded = memory()
    state = games.start(name)
    started = memory()
    result = {"game": name, "games": count, "yardstick": yardstick_us()}
    result["bytes_shared"] = shared - before
    result["bytes_module"] = loaded - shared
    result["bytes_state"] = started - loaded
    result["start"] = min([timed(state.legal_actions) for _ in range(20)])
    if IS_MICROPYTHON:
        gc.collect()
        gc.disable()
        allocated = gc.mem_alloc()
        state.legal_actions()
        result["bytes_legal"] = gc.mem_alloc() - allocated
        gc.enable()
    over_games(games, name, count, longest, result)
    if IS_MICROPYTHON:
        gc.collect()
        result["bytes_free"] = gc.mem_free()
    from treppe.games.engine import perft  # not before free memory is measured

    depth = 1
    while depth < 4 and perft(state, depth) < nodes:
        depth += 1
    found = perft(state, depth)
    result["perft_per_s"] = int(found * 1e6 / timed(lambda: perft(state, depth)))
    return result


def over_games(games, name, count, longest, result):
    """Play `count` random games; time every `legal_actions` and `apply_action`, and undo at the end."""
    legal_times = []
    apply_times = []
    worst_legal = worst_apply = 0
    actions = 0
    undo = pairs = 0
    random.seed(1)
    for index in range(count):
        choices = CHOICES[name]
        choice = dict(choices[index % len(choices)])
        if "seed" in choice:
            choice["seed"] += index
        state = games.start(name, **choice)
        length = 0
        while not state.is_terminal() and length < longest:
            gc.collect() if length % 50 == 0 else None
            start = ticks_us()
            legal = state.legal_actions()
            elapsed = ticks_diff(ticks_us(), start)
            elapsed = again(elapsed, worst_legal, state.legal_actions)
            worst_legal = max(worst_legal, elapsed)
            legal_times.append(elapsed)
            actions += len(legal)
            action = legal[random.randrange(len(legal))]
            elapsed, worst_apply = apply_once(state, action, worst_apply)
            apply_times.append(elapsed)
            length += 1
        back = min(length, 20)
        start = ticks_us()
        for _ in range(back):
            state.undo_action()
        undo += ticks_diff(ticks_us(), start)
        pairs += back
    result["positions"] = len(legal_times)
    result["legal_median"] = median(legal_times)
    result["legal_99"] = percent(legal_times, 99)
    result["legal_worst"] = worst_legal
    result["apply_median"] = median(apply_times)
    result["apply_worst"] = worst_apply
    result["undo_mean"] = undo / pairs
    result["actions_per_position"] = actions / len(legal_times)
    result["us_per_action"] = sum(legal_times) / actions


def apply_once(state, action, worst):
    """Apply an action; return its time and the worst so far, timed again on a twin if it looks like a new one."""
    twin = state.clone()
    start = ticks_us()
    state.apply_action(action)
    elapsed = ticks_diff(ticks_us(), start)
    if elapsed > worst:
        for _ in range(5):
            third = twin.clone()
            start = ticks_us()
            third.apply_action(action)
            elapsed = min(elapsed, ticks_diff(ticks_us(), start))
    return elapsed, max(worst, elapsed)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
