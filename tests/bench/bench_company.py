"""How well programs play, game by game: `make bench-company`.

Parts (`--parts`), each with its goal: `ladder`, each level against the next lower one (75 % of the points, a draw is
half of one); `random`, level 6 against random play (99 %); `greedy`, one who looks one action ahead with the
evaluation against level 1 (60 %); each of these stops as soon as it is clear whether the goal is reached. `hidden`,
choices in pairs of positions that differ only in what the player cannot know (none does); `times`, the longest wait for
levels 4 to 6 (3 s) and for advice (1 s); `rate`, simulations a second of processor (20,000 in STEP BY STEP, with
OpenSpiel's search beside it where `--openspiel` names a Python that has it); `analysis`, planted blunders that are
named (95 %) and other actions that are (2 % at most). In Wetteifern two players play the same shuffled board, and
whoever leaves fewer pieces has won.

Seats change from game to game, and everything but the times is seeded. Exit status 1 if a goal is missed.
"""

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from treppe.games import catalogue
from treppe_host.company import compiled
from treppe_host.company.levels import LAST

HERE = Path(__file__).parent
PARTS = {"ladder": 200, "random": 200, "greedy": 200, "hidden": 10_000, "times": 20, "rate": 1, "analysis": 100}
"""How many games a pair, pairs of positions, waits of each kind, games with blunders, unless `--count` says."""

BATCH = 5  # games, in a process
DOUBT = 0.05  # what lies so near to a goal need not be told from it
HIDDEN_GAMES = ("seven", "cubes")
HIDDEN_BATCH = 250
SOURCES = [str(HERE.parents[1] / folder) for folder in ("firmware", "host")]
THINKER = "measure_thinker.py"
RATE = 20_000
RATE_S = 3
MOST_S = {"level 4": 3.0, "level 5": 3.0, "level 6": 3.0, "advice": 1.0}
NAMED, WRONGLY = 0.95, 0.02
ANALYSIS_S = 60.0  # for 100 actions
CORES = 2
LONG = 30  # actions of a game, from which on its time counts


class Bench:
    """The processes that measure, so many at a time, and whether a goal was missed."""

    def __init__(self, jobs: int, folder: Path, seed: int = 0) -> None:
        """Run with what is compiled in a folder; the first game of a match has a seed."""
        self.seed = seed
        self.pool = ThreadPoolExecutor(jobs)
        self.folder = folder
        self.missed = 0

    def measure(self, *words: object, script: str = "measure_company.py", python: str = sys.executable) -> Future:
        """Run a script, when one of the processes is free; the future holds its lines of JSON."""
        path = [] if script == THINKER else [str(self.folder)]  # a thinker finds what is compiled by itself
        if python != sys.executable:
            path += SOURCES
        command = [python, str(HERE / script), *map(str, words)]
        return self.pool.submit(self._run, command, os.environ | {"PYTHONPATH": os.pathsep.join(path)})

    def _run(self, command: list[str], environment: dict[str, str]) -> list[dict]:
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(f"{' '.join(command)}: {run.stderr}")
        return [json.loads(line) for line in run.stdout.splitlines()]

    def say(self, name: str, what: str, text: str, is_reached: bool) -> None:
        """Print a line about a goal."""
        self.missed += not is_reached
        print(f"{name:11} {what:12} {text}{'' if is_reached else '   MISSED'}", flush=True)


def decide(points: Iterable[float], goal: float) -> tuple[int, bool | None]:
    """Return after how many games it was clear whether the goal is reached; None if after none of them.

    Wald's sequential test of a mean of `goal` + DOUBT against `goal` - DOUBT, each wrong in one of 20 cases. It takes a
    draw for half a win and half a loss: that makes it slower, but not less sure.
    """
    doubt = min(DOUBT, (1 - goal) / 2)
    low, high = goal - doubt, goal + doubt
    won, lost = math.log(high / low), math.log((1 - high) / (1 - low))
    clear = math.log(19)
    evidence = 0.0
    count = 0
    for count, each in enumerate(points, 1):
        evidence += each * won + (1 - each) * lost
        if abs(evidence) > clear:
            return count, evidence > 0
    return count, None


def start_match(bench: Bench, name: str, one: str, other: str, goal: float, count: int) -> Callable[[], None]:
    """Play at most so many games; return what waits for them and says how many points the first had."""
    starts = range(0, count, BATCH)
    runs = [bench.measure("play", name, one, other, bench.seed + first, min(BATCH, count - first)) for first in starts]

    def finish() -> None:
        games: list[dict] = []
        played, verdict = 0, None
        for run in runs:
            if verdict is None:
                games += run.result()
                played, verdict = decide((game["points"] for game in games), goal)
            else:
                run.cancel()
        games = games[:played]
        share = sum(game["points"] for game in games) / played
        doubt = 1.96 * math.sqrt(max(share * (1 - share), 0.25 / played) / played)
        length = sum(game["length"] for game in games) / played
        open_games = sum(not game["is_over"] for game in games)
        seconds = [sum(game["rates"][place][1] for game in games) / played for place in (0, 1)]
        text = f"{100 * share:5.1f} % +- {100 * doubt:2.0f} of {played} games, {length:.0f} actions"
        text += f", {open_games} unfinished" if open_games else ""
        text += f", {seconds[0]:.1f} and {seconds[1]:.1f} s of processor a game" if sum(seconds) else ""
        text += "" if verdict is None else f", {'above' if verdict else 'below'} the goal"
        bench.say(name, f"{_short(one)}-{_short(other)}", text, share >= goal if verdict is None else verdict)

    return finish


def _short(kind: str) -> str:
    return kind.removeprefix("level ")


def ladder(bench: Bench, names: list[str], pairs: list[int], count: int) -> None:
    """Play each level against the next lower one."""
    matches = [(name, number) for number in pairs for name in names]
    waiting = [start_match(bench, name, f"level {n}", f"level {n - 1}", 0.75, count) for name, n in matches]
    for finish in waiting:
        finish()


def hidden(bench: Bench, names: list[str], count: int) -> None:
    """Compare choices in pairs of positions."""
    for name in names:
        if name in HIDDEN_GAMES:
            half = count // len(HIDDEN_GAMES)
            firsts = range(0, half, HIDDEN_BATCH)
            runs = [bench.measure("hidden", name, first, min(HIDDEN_BATCH, half - first)) for first in firsts]
            found = [line for run in runs for line in run.result()]
            differing = sum(line["differing"] for line in found)
            text = f"{differing} choices differ in {sum(line['pairs'] for line in found)} pairs"
            bench.say(name, "hidden", text, not differing)


def times(bench: Bench, names: list[str], count: int) -> None:
    """Measure how long people wait for an action or for advice, one game after the other."""
    for name in names:
        [found] = bench.measure("times", name, count, script=THINKER).result()
        for kind, most_s in MOST_S.items():
            bench.say(name, kind, f"{found[kind]:.2f} s at most of {count} times", found[kind] <= most_s)


def rate(bench: Bench, names: list[str], openspiel: str) -> None:
    """Count simulations a second, and in STEP BY STEP OpenSpiel's over the same rules."""
    for name in names:
        [found] = bench.measure("rate", name, RATE_S).result()
        text = "simulations a second: " + ", ".join(f"{each} {place}" for place, each in found.items())
        start = found["at the start"]
        bench.say(name, "rate", text, name != "step" or start >= RATE)
        if name == "step" and openspiel:
            [other] = bench.measure(RATE_S, script="measure_openspiel.py", python=openspiel).result()
            text = (
                f"{other['start']} simulations a second by OpenSpiel; ours {start / other['start']:.1f} times as many"
            )
            bench.say(name, "openspiel", text, start > other["start"])


def analysis(bench: Bench, names: list[str], count: int) -> None:
    """Plant blunders in so many games, from `bench.seed` on, and see whether they are named."""
    each = max(1, count // len(names))
    seeds = [(name, seed) for name in names for seed in range(bench.seed, bench.seed + each)]
    runs = [bench.measure("analysis", name, seed, script=THINKER) for name, seed in seeds]
    total = [0, 0, 0, 0]
    longest_s = 0.0
    found_out = 0
    for name in names:
        found = [line for (other, _), run in zip(seeds, runs) if other == name for line in run.result()]
        row = [sum(line[key] for line in found) for key in ("planted", "named", "others", "wrongly")]
        total = [one + other for one, other in zip(total, row)]
        found_out += sum(line["found out"] for line in found)
        worked_s = [100 * line["work seconds"] / CORES / line["actions"] for line in found if line["actions"] >= LONG]
        longest_s = max([longest_s, *worked_s])
        text = f"{row[1]} of {row[0]} blunders named, {row[3]} of {row[2]} other actions wrongly"
        print(f"{name:11} analysis     {text}, {max(worked_s, default=0):.0f} s for 100 actions", flush=True)
    planted, named, others, wrongly = total
    bench.say("all", "blunders", f"{named} of {planted} named", named >= NAMED * planted)
    bench.say("all", "other", f"{wrongly} of {others} named wrongly", wrongly <= WRONGLY * others)
    print(f"all         other        {found_out} mistakes of the strong player named", flush=True)
    text = f"{longest_s:.0f} s for 100 actions, the longest, if {CORES} cores have nothing else to do"
    bench.say("all", "time", text, longest_s <= ANALYSIS_S)


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all nine unless named")
    parser.add_argument("--parts", default=",".join(PARTS))
    parser.add_argument("--levels", default="2,3,4,5,6", help="which ones play against the next lower one")
    parser.add_argument(
        "--count", type=int, help="games, pairs, waits: " + ", ".join(f"{p} {n}" for p, n in PARTS.items())
    )
    parser.add_argument("--seed", type=int, default=0, help="of a match's first game")
    parser.add_argument("--openspiel", default="", help="a Python that has open_spiel 1.6.9")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    names = given.names or catalogue.names()
    wrong = set(names) - set(catalogue.names()) | set(given.parts.split(",")) - PARTS.keys()
    if wrong:
        parser.error(f"no game or part {', '.join(sorted(wrong))}")
    bench = Bench(given.jobs, compiled.build(*names), given.seed)
    for part in given.parts.split(","):
        count = given.count or PARTS[part]
        if part == "ladder":
            ladder(bench, names, [int(number) for number in given.levels.split(",")], count)
        elif part == "random" or part == "greedy":
            players = (f"level {LAST}", "random", 0.99) if part == "random" else ("greedy", "level 1", 0.6)
            for finish in [start_match(bench, name, *players, count) for name in names]:
                finish()
        elif part == "hidden":
            hidden(bench, names, count)
        elif part == "times":
            times(bench, names, count)
        elif part == "rate":
            rate(bench, names, given.openspiel)
        else:
            analysis(bench, names, count)
    return int(bench.missed > 0)


if __name__ == "__main__":
    sys.exit(main())
