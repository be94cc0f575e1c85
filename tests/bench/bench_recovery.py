"""Hands that follow the lights put disturbed boards right, take games back, and go on after power cuts.

`make bench-recovery`: 200 disturbed positions of each game, 100 games of each taken back from the end to the start,
100 power cuts in each; before that, in a second, what a refresh of the lamps costs (`--kinds lamps`: that alone). The
exit status is not 0 if a board was not restored, if hands needed more than 1.2 times the fewest possible movements on
average, if a lamp frame drew more than its supply gives (all lamps are as bright as they go, fed from USB, and the
bytes of every frame are summed up), or if a refresh costs too much, or any memory.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import recovery_games
from recovery_games import Restored
from treppe import games, surfaces
from treppe.games import catalogue
from treppe_sim.compiled import compiled_folder
from treppe_sim.interpreter import find_micropython

_BENCH = Path(__file__).resolve().parent
_BATCH = 5
_MORE_SEEDS = 1000
_MOST_PER_FEWEST = 1.2
_MOST_REFRESH = 0.2
KINDS: dict[str, tuple[int, Callable[[str, int], Restored]]] = {
    "restored": (200, recovery_games.restore),
    "taken back": (100, recovery_games.take_back),
    "power cut": (100, recovery_games.cut_power),
}


def run_batch(kind: str, name: str, seeds: range) -> Restored:
    """Do it for these seeds."""
    total = Restored()
    for seed in seeds:
        result = KINDS[kind][1](name, seed)
        while not result.boards:  # what was meant as a disturbance was a move, or the game was over: another one
            seed += _MORE_SEEDS
            result = KINDS[kind][1](name, seed)
        total.add(result)
    return total


def most_light_ma(name: str) -> int:
    """Return what the lamps of a game's surface may draw from USB."""
    return surfaces.load(games.start(name).surface).LIGHT_MA


def report(name: str, kind: str, total: Restored, seconds: float) -> str:
    """Return one line about a game."""
    ratio = total.movements / max(1, total.fewest)
    of_fewest = f"{ratio:.3f} of the fewest possible" if total.fewest else ""
    return (
        f"{name:10} {kind:10} {total.boards:4}  {len(total.failures)} failures  {total.movements:6} movements "
        f"{of_fewest}  lamps at most {total.light_ma:.0f} mA  {seconds:.0f} s"
    )


def main() -> int:
    """Run; return 1 on a miss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=catalogue.names(), metavar="GAME")
    parser.add_argument("--kinds", default=",".join(("lamps", *KINDS)))
    parser.add_argument("--scale", type=float, default=1.0, help="part of the full number")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    kinds = chosen.kinds.split(",")
    for name in chosen.names:
        if name not in catalogue.names():
            parser.error(f"no game {name!r}; there are {', '.join(catalogue.names())}")
    for kind in kinds:
        if kind not in ("lamps", *KINDS):
            parser.error(f"no kind {kind!r}; there are lamps, {', '.join(KINDS)}")
    has_failed = "lamps" in kinds and is_refresh_dear()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for kind in [kind for kind in kinds if kind != "lamps"]:
            count = max(1, round(KINDS[kind][0] * chosen.scale))
            for name in chosen.names:
                began = time.monotonic()
                batches = [range(seed, min(seed + _BATCH, count + 1)) for seed in range(1, count + 1, _BATCH)]
                total = Restored()
                for future in [pool.submit(run_batch, kind, name, batch) for batch in batches]:
                    total.add(future.result())
                print(report(name, kind, total, time.monotonic() - began), flush=True)
                for failure in total.failures[:20]:
                    print("  " + failure)
                has_failed = has_failed or bool(total.failures) or total.light_ma > most_light_ma(name)
                has_failed = has_failed or (total.fewest and total.movements > _MOST_PER_FEWEST * total.fewest)
    return int(has_failed)


def is_refresh_dear() -> bool:
    """Measure under MicroPython, its heap locked, what computing a frame of all lamps costs; tell if it is too much."""
    folder = compiled_folder(programs=[_BENCH / "measure_lights.py", _BENCH / "yardstick.py"])
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); import measure_lights"
    measure = [find_micropython(), "-c", program]
    refresh = float(subprocess.run(measure, capture_output=True, check=True).stdout)
    print(f"a full refresh of 144 lamps costs {refresh:.3f} of the yardstick (goal {_MOST_REFRESH})", flush=True)
    return refresh > _MOST_REFRESH


if __name__ == "__main__":
    sys.exit(main())
