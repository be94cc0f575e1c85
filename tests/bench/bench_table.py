"""Simulated hands play whole games; every record is held against what was meant.

`make bench-table` plays 500 games of each of the nine, one line a game; the exit status is not 0 if a record is
wrong in the end, if the table asked too often, was too slow, or if too much was put right only by people: what was
recorded late, after four seconds without a word, what they had to move back though it was right (led), and what they
took back by UNDO and did again (undone).

Times are virtual, without computation: from the lift of a piece to its lit target, and from when the last hand is off
to the record, where one action is done without a detour; on towers apart for pieces that are put gently, and for those
that are pressed down and let go abruptly.

What the table computes is timed under MicroPython, see measure_table.py; `--cost` does nothing but that.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from recorded_frames import record
from table_games import RecentMove, play
from treppe import games, surfaces
from treppe.games import catalogue
from treppe_sim.compiled import compiled_folder
from treppe_sim.hands import CLEAN, RATES
from treppe_sim.interpreter import find_micropython

_TESTS = Path(__file__).resolve().parents[1]
_ON_BOARD = (
    "bench/measure_table.py",
    "bench/yardstick.py",
    *(f"support/fakes_{part}.py" for part in ("link", "sensing", "table")),
)
_BATCH = 5
_MOST_ASKED = 0.005  # of all actions, beside what is asked as a part of a game
_MOST_LED = 0.001
_MOST_SILENT = {"cubes": 0.0003}  # of all actions; elsewhere:
_SILENT = 0.0001
# By sensor, in ms: from a lift to lights; from hands off to the record, after a gentle and after an abrupt put.
_LIGHT_MS = {"reed": 50, "cell": 100}
_COMMIT_MS = {"reed": 250, "cell": 500}
_ABRUPT_MS = 570
# At most, in multiples of the yardstick: what a change of the image costs, and once each position.
_CHANGE_COST, _POSITION_COST = 0.3, 1.0
_COST_SEED = 2


def play_batch(
    name: str, seeds: range, rates: dict[str, float], think_ms: int, is_verbose: bool
) -> tuple[RecentMove, float]:
    """Play the games of these seeds; return what came of them, and the seconds of the processor that it took."""
    began = time.process_time()
    total = RecentMove()
    for seed in seeds:
        total.add(play(name, seed, rates, think_ms=think_ms, is_verbose=is_verbose))
    return total, time.process_time() - began


def report(name: str, total: RecentMove, num_games: int, seconds: float) -> str:
    """Return one line about a game."""
    kinds = " ".join(f"{total.kinds[kind]} {kind}" for kind in ("wrong", "missing", "extra", "stuck", "crash"))
    kinds += f"  {total.silent} silent: {total.late} late {total.undone} undone, {total.led} led"
    asked = 100 * total.asked / max(1, total.actions)
    abrupt = f", abrupt {distribution(total.abrupt_ms)}" if total.abrupt_ms else ""
    times = f"light {distribution(total.light_ms)}  commit {distribution(total.commit_ms)}{abrupt}"
    return (
        f"{name:10} {num_games:4} games {total.actions:6} actions  {kinds}  {asked:.2f} % asked  "
        f"{times}  {seconds:.0f} s of a core"
    )


def distribution(counts: Counter) -> str:
    """Return median, 99th per cent and maximum in ms."""
    values = sorted(counts.elements())
    if not values:
        return "-"
    return f"{values[len(values) // 2]}/{values[len(values) * 99 // 100]}/{values[-1]} ms"


def is_good(name: str, total: RecentMove) -> bool:
    """Tell whether every record was right, and quick, and little was asked."""
    sensor = surfaces.load(games.start(name).surface).SENSOR
    is_quick = max(total.light_ms, default=0) <= _LIGHT_MS[sensor]
    is_quick = is_quick and max(total.commit_ms, default=0) <= _COMMIT_MS[sensor]
    is_quick = is_quick and max(total.abrupt_ms, default=0) <= _ABRUPT_MS
    is_silent = total.silent > _MOST_SILENT.get(name, _SILENT) * total.actions
    is_led = total.led > _MOST_LED * total.actions
    return is_quick and not (total.failures or is_silent or is_led) and total.asked <= _MOST_ASKED * total.actions


def is_cheap(name: str) -> bool:
    """Time the table under MicroPython, and say what it costs; tell whether that is within the goals.

    With clean hands, and with people's, of whom the longest frame is reported, too: it may work out many positions.
    """
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        record(name, _COST_SEED, file)
        costs = {"clean hands": _measure(name), "people": _measure(name, file.name)}
    for who, (change, worst_change, position, worst_position, longest) in costs.items():
        print(
            f"{name:10} {who:11} a change costs {change:.2f} of the yardstick, the worst {worst_change:.2f} "
            f"(goal {_CHANGE_COST}), a position {position:.2f}, the worst {worst_position:.2f} (goal {_POSITION_COST}),"
            f" the longest frame {longest:.2f}",
            flush=True,
        )
    return all(cost[1] <= _CHANGE_COST and cost[3] <= _POSITION_COST for cost in costs.values())


def _measure(*arguments: str) -> list[float]:
    """Return mean and worst cost of a change of the image, of a position, and the longest frame, in yardsticks."""
    folder = compiled_folder(programs=[_TESTS / name for name in _ON_BOARD])
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); import measure_table"
    command = [find_micropython(), "-X", "heapsize=16m", "-c", program, *arguments]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    runs = [[tuple(map(int, line.split())) for line in run.splitlines()] for run in said.split("\n\n") if run]
    changes, positions, longest = [], [], 0.0
    for frame in zip(*runs, strict=True):  # the same in all runs
        cost = min(frame)[0] / 1000
        _, num_positions, is_change = frame[0]
        longest = max(longest, cost)
        if num_positions:
            positions.append(cost / num_positions)
        elif is_change:
            changes.append(cost)
    return [mean(changes), max(changes), mean(positions), max(positions), longest]


def main() -> int:
    """Play; return 1 if a record is wrong, late, asked for too often, or costs too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=catalogue.names(), metavar="GAME")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--clean", action="store_true", help="hands that make no mistakes")
    parser.add_argument("--only", default="", metavar="TRAIT,TRAIT", help="traits of the hands, see hands/traits.py")
    parser.add_argument("--rate", type=float, default=0.0, help="of these traits")
    parser.add_argument("--think-ms", type=int, default=0, help="that the controller takes for a piece of its thoughts")
    parser.add_argument("--cost", action="store_true", help="only what the table costs under MicroPython")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in catalogue.names():
            parser.error(f"no game {name!r}; there are {', '.join(catalogue.names())}")
    rates = CLEAN if chosen.clean else RATES
    if chosen.only:
        rates = CLEAN | {trait: chosen.rate or RATES[trait] for trait in chosen.only.split(",")}
    has_failed = not all([is_cheap(name) for name in chosen.names])
    if chosen.cost:
        return has_failed
    how = (rates, chosen.think_ms, chosen.verbose)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        last = chosen.seed + chosen.games
        batches = [range(seed, min(seed + _BATCH, last)) for seed in range(chosen.seed, last, _BATCH)]
        played = {name: [pool.submit(play_batch, name, batch, *how) for batch in batches] for name in chosen.names}
        for name, futures in played.items():
            total = RecentMove()
            seconds = 0.0
            for future in futures:
                part, took = future.result()
                total.add(part)
                seconds += took
            print(report(name, total, chosen.games, seconds), flush=True)
            for failure in total.failures[:20]:
                print("  " + failure)
            has_failed = has_failed or not is_good(name, total)
    return has_failed


if __name__ == "__main__":
    sys.exit(main())
