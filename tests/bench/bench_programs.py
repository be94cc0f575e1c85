"""How well programs play, game by game: `make bench-programs`.

Parts (`--parts`), each with its goal: `rival`, level 6 against plain UCT, which knows nothing of a game: of 1,000
simulations (90 % of the points, a draw is half of one) and at equal processor time (60 %); `evaluation`, what the
evaluation is worth by itself, and with the search of 6,000 simulations, on the games of `self_play`: AUC in their
middle third (0.70; 0.5 knows nothing), Brier (below 0.25, which knows nothing), and what the mover won in the whole
games where it gave him 0 to 20, 20 to 40, ... %; `ladder`, each
level against the next lower one (65 to 85 %); `random`, level 1 against random play (80 %); `greedy`, one who looks
one action ahead with the evaluation against level 1 (70 %); `change`, level 6 against that of another checkout,
`--against FOLDER` (50 %); each match stops as soon as it is clear whether the goal is reached. `hidden`, choices in
pairs of positions that differ only in what the player cannot know (none does); `times`, the longest wait for levels 4
to 6 (3 s) and for advice (1 s); `rate`, simulations a second of processor (20,000 in STEP BY STEP); `analysis`, planted
blunders that are named (95 %) and other actions that are (2 % at most). `truth`, thrown wins of Aufstellen that the
analysis names (92 %), and other actions (1 %). In Wetteifern two players play the same shuffled board, and
whoever leaves fewer pieces has won.

Seats change from game to game, and everything but the times is seeded. Exit status 1 if a goal is missed.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from treppe.games import catalogue
from treppe_host.programs import compiled, levels
from treppe_host.programs.levels import LAST

HERE = Path(__file__).parent
PARTS = {"rival": 60, "evaluation": 1, "ladder": 60, "random": 60, "greedy": 60, "change": 200, "hidden": 10_000}
PARTS |= {"times": 20, "rate": 1, "analysis": 100, "truth": 40}
"""How many games a pair, pairs of positions, waits of each kind, games with blunders, unless `--count` says."""

MATCHES = {"random": ("level 1", "random", 0.8), "greedy": ("greedy", "level 1", 0.7)}
BATCH = 5  # games, in a process
DOUBT = 0.05  # what lies so near to a goal need not be distinguished from it
HIDDEN_GAMES = ("seven", "cubes")
HIDDEN_BATCH = 250
THINKER = "measure_thinker.py"
AUC = 0.7
RATE = 20_000
RATE_S = 3
MOST_S = {"level 4": 3.0, "level 5": 3.0, "level 6": 3.0, "advice": 1.0}
NAMED, WRONGLY = 0.95, 0.02
NAMED_THROWN, WRONGLY_THROWN = 0.92, 0.01
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
        self.table: dict[str, dict[str, str]] = {}

    def measure(self, *words: object, script: str = "measure_programs.py") -> Future:
        """Run a script, when one of the processes is free; the future holds its lines of JSON."""
        path = [] if script == THINKER else [str(self.folder)]  # a thinker finds what is compiled by itself
        command = [sys.executable, str(HERE / script), *map(str, words)]
        return self.pool.submit(self._run, command, os.environ | {"PYTHONPATH": os.pathsep.join(path)})

    def _run(self, command: list[str], environment: dict[str, str]) -> list[dict]:
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(f"{' '.join(command)}: {run.stderr}")
        return [json.loads(line) for line in run.stdout.splitlines()]

    def say(self, name: str, what: str, text: str, is_reached: bool, short: str = "") -> None:
        """Print a line about a goal; `short` of it stands in the table of all games."""
        self.missed += not is_reached
        print(f"{name:11} {what:12} {text}{'' if is_reached else '   MISSED'}", flush=True)
        if short:
            self.table.setdefault(what, {})[name] = short if is_reached else f"**{short}**"

    def print_table(self, names: list[str]) -> None:
        """Print what was measured as one table, a column a game; what misses its goal is bold."""
        if self.table:
            print("\n| | " + " | ".join(names) + " |\n|---" * 1 + "|---" * len(names) + "|")
        for what, row in self.table.items():
            print(f"| {what} | " + " | ".join(row.get(name, "") for name in names) + " |")


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


def start_match(
    bench: Bench, name: str, one: str, other: str, goal: float, count: int, most: float = 1.0
) -> Callable[[], None]:
    """Play at most so many games; return what waits for them and says how many points the first had.

    The goal is missed by less than `goal` of the points, and by more than `most`.
    """
    starts = range(0, count, BATCH)
    runs = [bench.measure("play", name, one, other, bench.seed + first, min(BATCH, count - first)) for first in starts]

    def finish() -> None:
        games: list[dict] = []
        played, verdict = 0, None
        for run in runs:
            if verdict is None:
                games += run.result()
                played, verdict = judge_match([game["points"] for game in games], goal, most)
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
        text += "" if verdict is None else f", {'within' if verdict else 'off'} the goal"
        is_reached = goal <= share <= most if verdict is None else verdict
        bench.say(name, f"{_short(one)}-{_short(other)}", text, is_reached, f"{100 * share:.0f} ({played})")

    return finish


def judge_match(points: list[float], goal: float, most: float) -> tuple[int, bool | None]:
    """Return after how many games it was clear whether the points lie between `goal` and `most`; None if it is not."""
    low, above = decide(points, goal)
    if most >= 1 or above is False:
        return low, above
    high, is_much = decide(points, most)
    if is_much is None or (above is None and not is_much):
        return len(points), None
    return (high, False) if is_much else (max(low, high), True)


def _short(kind: str) -> str:
    return kind.removeprefix("level ")


def ladder(bench: Bench, names: list[str], pairs: list[int], count: int) -> None:
    """Play each level against the next lower one."""
    matches = [(name, number) for number in pairs for name in names]
    waiting = [start_match(bench, name, f"level {n}", f"level {n - 1}", 0.65, count, 0.85) for name, n in matches]
    for finish in waiting:
        finish()


def rival(bench: Bench, names: list[str], count: int) -> None:
    """Play the best level against plain UCT, in games for two."""
    kinds = (("uct 1000", 0.9), ("uct even", 0.6))
    matches = [(name, *kind) for kind in kinds for name in names if name != "wetteifern"]
    for finish in [start_match(bench, name, f"level {LAST}", kind, goal, count) for name, kind, goal in matches]:
        finish()


def evaluation(bench: Bench, names: list[str]) -> None:
    """Judge stored games by the evaluation alone."""
    for name in names:
        if not (HERE / "self_play" / f"{name}.txt").exists():
            continue
        for kind, simulations in (("evaluation", 0), ("search", 6000)):
            [found] = bench.measure("judge", name, simulations).result()
            middle = [(chance, points) for part, chance, points in found["judged"] if 1 / 3 <= part < 2 / 3]
            auc, brier = area(middle), sum((chance - points) ** 2 for chance, points in middle) / len(middle)
            text = f"AUC {auc:.2f}, Brier {brier:.3f} of {len(middle)} positions; won where it says"
            for fifth in range(5):
                points = [points for _, chance, points in found["judged"] if min(4, int(5 * chance)) == fifth]
                won = f"{100 * sum(points) / len(points):.0f}" if points else "-"
                text += f" {20 * fifth}-{20 * fifth + 20}: {won} ({len(points)})"
            bench.say(name, kind, text, auc >= AUC and brier < 0.25, f"{auc:.2f}, {brier:.3f}")


def area(pairs: list[tuple[float, float]]) -> float:
    """Return how often the chance of one who won is higher than that of one who lost, of equal ones half: the AUC."""
    won = sorted(chance for chance, points in pairs if points > 0.5)
    lost = [chance for chance, points in pairs if points < 0.5]
    above = sum(2 * len(won) - bisect_left(won, chance) - bisect_right(won, chance) for chance in lost)
    return above / (2 * len(won) * len(lost)) if won and lost else 0.5


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


def rate(bench: Bench, names: list[str]) -> None:
    """Count simulations a second."""
    for name in names:
        [found] = bench.measure("rate", name, RATE_S).result()
        text = "simulations a second: " + ", ".join(f"{each} {place}" for place, each in found.items())
        start = found["at the start"]
        bench.say(name, "rate", text, name != "step" or start >= RATE, f"{start:,}")


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


def truth(bench: Bench, count: int) -> None:
    """Compare the analysis of stored games of Aufstellen, which is solved, with the wins that were thrown away."""
    runs = [bench.measure("truth", "aufstellen", number, script=THINKER) for number in range(count)]
    lines = [line for run in runs for line in run.result()]
    keys = ("thrown", "named", "others", "wrongly")
    thrown, named, others, wrongly = (sum(line[key] for line in lines) for key in keys)
    is_reached = named >= NAMED_THROWN * thrown and wrongly <= WRONGLY_THROWN * others
    text = f"{named} of {thrown} thrown wins named, {wrongly} of {others} other actions"
    bench.say("aufstellen", "truth", text, is_reached, f"{named} of {thrown}, {wrongly}")


def compile_all(names: list[str]) -> Path:
    """Return the folder with the rules, the search and plain UCT, compiled."""
    folder = compiled.build_games(*names)
    for name in ("plain_uct.py", "plain_uct.pxd"):
        shutil.copy2(HERE / name, folder)
    shutil.copy2(levels.__file__, folder / "treppe_host/programs")
    compiled.compile_modules(folder, ["plain_uct"])
    return folder


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all nine unless named")
    parser.add_argument("--parts", default=",".join(part for part in PARTS if part != "change"))
    parser.add_argument("--against", default="", help="another checkout, for the part `change`")
    parser.add_argument("--levels", default="2,3,4,5,6", help="which ones play against the next lower one")
    parser.add_argument(
        "--count", type=int, help="games, pairs, waits: " + ", ".join(f"{p} {n}" for p, n in PARTS.items())
    )
    parser.add_argument("--seed", type=int, default=0, help="of a match's first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    names = given.names or catalogue.names()
    wrong = set(names) - set(catalogue.names()) | set(given.parts.split(",")) - PARTS.keys()
    if wrong:
        parser.error(f"no game or part {', '.join(sorted(wrong))}")
    bench = Bench(given.jobs, compile_all(names), given.seed)
    for part in given.parts.split(","):
        count = given.count or PARTS[part]
        if part == "ladder":
            ladder(bench, names, [int(number) for number in given.levels.split(",")], count)
        elif part == "rival":
            rival(bench, names, count)
        elif part == "evaluation":
            evaluation(bench, names)
        elif part in MATCHES:
            for finish in [start_match(bench, name, *MATCHES[part], count) for name in names]:
                finish()
        elif part == "change":
            for finish in [
                start_match(bench, name, f"level {LAST}", f"engine {given.against}", 0.5, count) for name in names
            ]:
                finish()
        elif part == "hidden":
            hidden(bench, names, count)
        elif part == "times":
            times(bench, names, count)
        elif part == "rate":
            rate(bench, names)
        elif part == "truth":
            truth(bench, count)
        else:
            analysis(bench, names, count)
    bench.print_table(names)
    return int(bench.missed > 0)


if __name__ == "__main__":
    sys.exit(main())
