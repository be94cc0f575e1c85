"""People's hands play on an emulated Pico, `make bench-pico`: what a player might notice, and its goals.

The firmware is the image, without any change; what it takes is seen from outside of the chip: when it scans, when the
collector runs, when the flash is written, what the lamps are sent. Emulated time is that of a Pico at 125 MHz whose
flash cache never misses, with the flash's own times from its data sheet; with `--cache` it misses as a model says. A
real one lies between the two.

For each game so many lifts are made, as many games as that takes; then, for each surface, an evening: ten games in a
row, each with the menu, a take-back, a pause and a resume, a self-test and a calibration. Each runs in a process of its
own and is reported as soon as it is done. The exit status is 1 if a goal is missed.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "pico"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from chip_board import STACK_BYTES, find_places
from pico_player import IMAGE, Figures, play_evening, play_game
from treppe import games
from treppe.games import catalogue

# Goals: ms by sensor, median not reported; bytes.
_LIGHT_99_MS = {"reed": 40, "cell": 60}
_LIGHT_MS = {"reed": 60, "cell": 80}
_RECORD_GOAL_MS = {"reed": 220, "cell": 490}
_FRAME_MS = 60
_SET_UP_MS = 300
_PAUSE_MS = 15
_LEGAL_MS = 15
_STACK = 6144
_FREE = 150_000
_BLOCK = 40_000
_SAME = 1000  # what the end of an evening may differ from the time when all its games' modules were there
_AGAIN = 3  # games at its end that were played before
_EVENING_LIFTS = 6  # in each of its games
_MISS_CYCLES = 60
_MORE_WITH_CACHE = 1.15  # times that light and record may last longer then


def spread(values: Sequence[float], unit: str = "") -> str:
    """Return median, 99 per cent and worst."""
    if not values:
        return "-"
    ranked = sorted(values)
    percentiles = ranked[len(ranked) // 2], ranked[len(ranked) * 99 // 100], ranked[-1]
    return "/".join(f"{value:.1f}" if value < 10 else f"{value:.0f}" for value in percentiles) + unit


def misses(figures: Figures) -> list[str]:
    """Return the goals that are missed, each with its figure."""
    found = []

    def hold(what: str, value: float, goal: float, *, is_least: bool = False) -> None:
        if value < goal if is_least else value > goal:
            found.append(f"{what} {value:.0f} (goal {goal:.0f})")

    light, sensor = sorted(figures.light_ms), figures.sensor
    more = _MORE_WITH_CACHE if "CACHE_MISS_CYCLES" in os.environ else 1.0
    if light:
        hold("99 % of lights", light[len(light) * 99 // 100], more * _LIGHT_99_MS[sensor])
        hold("worst light", light[-1], more * _LIGHT_MS[sensor])
    if figures.record_ms:
        ranked = sorted(figures.record_ms)
        hold("99 % of records", ranked[len(ranked) * 99 // 100], more * _RECORD_GOAL_MS[sensor])
    for what, frames in figures.frames_ms.items():
        hold(f"frame in {what}", max(frames, default=0), _FRAME_MS)
    hold("set up", max(figures.set_up_ms, default=0), _SET_UP_MS)
    hold("collector's pause", max(figures.pauses_ms, default=0), _PAUSE_MS)
    hold("collector before a light", figures.pauses_before_light, 0)
    hold("flash with a piece in the air", figures.flash_in_air, 0)
    hold("legal actions", max(figures.parts_ms.get("legal actions", [0])), _LEGAL_MS)
    hold("stack", figures.stack, _STACK)
    hold("bytes an idle frame allocates", figures.idle_bytes, 0)
    hold("free heap", min(figures.free, default=_FREE), _FREE, is_least=True)
    if figures.rest:
        hold("free heap at an evening's end", figures.rest[-1], figures.rest[-_AGAIN] - _SAME, is_least=True)
    hold("largest free block", min(figures.block, default=_BLOCK), _BLOCK, is_least=True)
    return found


def report(figures: Figures) -> None:
    """Say what was measured, median / 99 per cent / worst, and what misses a goal."""
    frames = ", ".join(f"{what} {spread(values)}" for what, values in figures.frames_ms.items())
    free, block = figures.free or [0], figures.block or [0]
    print(
        f"{figures.name}: {figures.lifts} lifts; lift to light {spread(figures.light_ms, ' ms')}, "
        f"{len(figures.light_ms)} times; hands off to record {spread(figures.record_ms, ' ms')}; "
        f"set up {spread(figures.set_up_ms, ' ms')}\n"
        f"    frames without flash: {frames} ms\n"
        f"    collector {spread(figures.pauses_ms, ' ms')}, {len(figures.pauses_ms)} times, {figures.pauses_in_play} "
        f"in play, {figures.pauses_before_light} between lift and light; flash {len(figures.flash_ms)} erases, "
        f"{figures.flash_in_air} with a piece in the air, {figures.flash_off_board} with one that left the board, "
        f"at most {figures.flash_frame_ms:.0f} ms of one frame\n"
        f"    stack {figures.stack} of {STACK_BYTES}; an idle frame allocates {figures.idle_bytes} bytes; "
        f"free heap at first {free[0] // 1000}, least {min(free) // 1000}, "
        f"at last {free[-1] // 1000} kB; largest block at first {block[0] // 1000}, least {min(block) // 1000} kB"
    )
    if figures.parts_ms:
        percentiles = [f"{part} {spread(list(times.elements()))}" for part, times in figures.parts_ms.items()]
        print(f"    parts of frames without flash: {', '.join(percentiles)} ms")
    if figures.rest:
        print(f"    free heap between games: {', '.join(str(free // 1000) for free in figures.rest)} kB")
    for miss in misses(figures):
        print(f"    MISSED: {miss}")
    for failure in figures.failures[:5]:
        print(f"    begun anew after {failure}")
    sys.stdout.flush()


def main() -> int:
    """Play; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=catalogue.names(), metavar="GAME")
    parser.add_argument("--lifts", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--parts", nargs="+", default=["games", "evening"], choices=["games", "evening"])
    parser.add_argument("--cache", action="store_true", help="with a model of the flash's cache, see indexed_core.cjs")
    chosen = parser.parse_args()
    if chosen.cache:
        os.environ["CACHE_MISS_CYCLES"] = str(_MISS_CYCLES)
    with tempfile.TemporaryDirectory() as folder:
        places = find_places(IMAGE, Path(folder))
    # Towers take longest.
    surfaces = {name: games.start(name).surface for name in chosen.names}
    names = sorted(chosen.names, key=lambda name: surfaces[name] == "reed12")
    has_failed = False
    with ProcessPoolExecutor(chosen.jobs) as pool:
        runs = []
        if "evening" in chosen.parts:
            lifts = min(_EVENING_LIFTS, chosen.lifts)
            runs += [pool.submit(play_evening, kind, places, lifts, chosen.seed) for kind in set(surfaces.values())]
        if "games" in chosen.parts:
            runs += [pool.submit(play_game, name, places, chosen.lifts, chosen.seed) for name in names]
        for run in as_completed(runs):
            report(run.result())
            has_failed = has_failed or bool(misses(run.result()))
    return has_failed


if __name__ == "__main__":
    sys.exit(main())
