"""Plants small faults, one at a time, and tells which of them no test notices: `make mutants`.

A seeded sample of each folder. Against a mutant run the tests that run its line, the quickest first, then other tests
of their files. Which tests run a line is measured and kept (`support/measured.py`). Faults that change nothing that
anyone could see stand in tests/data/mutants.toml, with the reason.
"""

import argparse
import os
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))

from measured import Measured  # noqa: E402
from mutant_runs import Mutant, Trees, Trial  # noqa: E402
from mutations import Mutation, mutations  # noqa: E402

WORK = ROOT / "build/mutants"
KNOWN = tomllib.loads((ROOT / "tests/data/mutants.toml").read_text())
FOLDERS: list[str] = KNOWN["folders"]
UNSEEN: dict[str, list[str]] = KNOWN["unseen"]
EQUIVALENT = {(each["path"], each.get("line"), each["old"], each["new"]) for each in KNOWN["equivalent"]}
"""Paths of files, each with the text of a line; or of folders, without."""
PLANTED = tomllib.loads((ROOT / "tests/data/planted.toml").read_text())
"""Faults that no test noticed once, by file: each with the tests that must notice it."""
GOAL_PERCENT, GOAL_OF_FOLDER_PERCENT = 95, 90
_START_S = 60
_NEVER = {"bench", "pico", "parts", "micropython", "support", "data", "test_on_micropython.py"}  # are not asked


def test_files(within: list[str]) -> list[str]:
    """Return the files whose tests are asked: those that run firmware once more in MicroPython are not."""
    found = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    names = [path.as_posix() for path in found if not set(path.parts) & _NEVER]
    return [name for name in names if name.startswith(tuple(within))]


def drawn(name: str, count: int, seed: str) -> list[Mutant]:
    """Return all mutants of a line or file, or draw some of a folder, without folders in it that stand in the list."""
    path, _, line = name.partition(":")
    if path.endswith(".py"):
        of_file = mutations((ROOT / path).read_bytes())
        return [Mutant(path, each) for each in of_file if not line or each.line == int(line)]
    others = tuple(f"{other}/" for other in FOLDERS if other != name and other.startswith(name + "/"))
    mutants = []
    for file in sorted((ROOT / name).rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        if not path.startswith(others):
            mutants += [Mutant(path, each) for each in mutations(file.read_bytes())]
    return Random(f"{seed} {name}").sample(mutants, min(count, len(mutants)))


def is_equivalent(mutant: Mutant) -> bool:
    """Tell whether a mutant changes nothing that anyone could see, by its line, or wherever its folder has it."""
    line = (ROOT / mutant.path).read_text().splitlines()[mutant.mutation.line - 1].strip()
    texts = mutant.mutation.old, mutant.mutation.new
    folder = mutant.path.rpartition("/")[0]
    return (mutant.path, line, *texts) in EQUIVALENT or (folder, None, *texts) in EQUIVALENT


def trial(mutant: Mutant, measured: Measured, seconds: float) -> Trial:
    """Return a mutant with the tests against it, as many as end in a time: those of its line, then others."""
    path, line = mutant.path, mutant.mutation.line
    tests = measured.tests_of(path, line)
    if not tests:
        room = max((each for each in FOLDERS if path.startswith(each + "/")), key=len, default="")
        return Trial(mutant, [f"tests/{name}" for name in UNSEEN.get(room, ())], 300)
    tests += measured.tests_near(path, line)
    chosen, sum_s = [], 0.0
    for test in tests:
        sum_s += measured.seconds(test)
        if chosen and sum_s > seconds:
            break
        chosen.append(test)
    return Trial(mutant, chosen, _START_S + 5 * sum_s, len(tests) - len(chosen))


def try_folder(folder: str, trials: list[Trial], trees: Trees, equivalent: int) -> Counter[str]:
    """Try the mutants of a folder; print those that survive."""
    seen = [each for each in trials if each.tests]
    unnoticed = trees.unnoticed(seen)
    for number in sorted(unnoticed):
        left_out = seen[number].left_out
        print(f"  survived: {seen[number].mutant}" + (f" ({left_out} slower tests not asked)" if left_out else ""))
    for each in trials:
        if not each.tests:
            print(f"  no test: {each.mutant}")
    killed = len(seen) - len(unnoticed)
    percent = 100 * killed // max(1, len(trials))
    print(f"{folder}: {percent} % ({killed} of {len(trials)}, and {equivalent} equivalent)", flush=True)
    return Counter(killed=killed, tried=len(trials), equivalent=equivalent)


def try_planted(trees: Trees) -> Counter[str]:
    """Try the faults that were found once; print those that survive."""
    trials = []
    for path, faults in PLANTED.items():
        source = (ROOT / path).read_text()
        for fault in faults:
            start = len(source[: source.index(fault["old"])].encode())
            line = source[: source.index(fault["old"].lstrip("\n"))].count("\n") + 1
            mutation = Mutation(line, start, start + len(fault["old"].encode()), fault["old"], fault["new"])
            trials.append(Trial(Mutant(path, mutation), [f"tests/{name}" for name in fault["tests"]], 300))
    unnoticed = trees.unnoticed(trials)
    for number in sorted(unnoticed):
        print(f"  survived: {trials[number].mutant}")
    print(f"planted: {len(trials) - len(unnoticed)} of {len(trials)} noticed", flush=True)
    return Counter(killed=len(trials) - len(unnoticed), tried=len(trials), equivalent=0)


def main() -> int:
    """Try a sample; return 0 if as many are noticed as shall be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", default=["planted", *FOLDERS], help="or file.py:LINE, all of that line")
    parser.add_argument("--count", type=int, default=10, help="mutants of each folder")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--tests", nargs="*", default=["tests"], help="ask only those below: tests/host tests/link")
    parser.add_argument("--seconds", type=float, default=120, help="of tests for one mutant; slow ones are left out")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument(
        "--work", type=lambda name: Path(name).resolve(), default=WORK, help="where copies of the project lie"
    )
    given = parser.parse_args()
    trees = Trees(ROOT, given.work, given.jobs)
    measured = Measured(trees.first, WORK / "measured", trees.measure)
    begun_s = time.monotonic()
    by_folder = {}
    for folder in given.folders:
        if folder == "planted":
            by_folder[folder] = try_planted(trees)
            continue
        mutants = drawn(folder, given.count, given.seed)
        measured.measure(test_files(given.tests), {mutant.path for mutant in mutants})
        tried = [each for each in mutants if not is_equivalent(each)]
        trials = [trial(each, measured, given.seconds) for each in tried]
        by_folder[folder] = try_folder(folder, trials, trees, len(mutants) - len(tried))
    for test in measured.failing():
        print(f"fails without a mutant, and was not asked: {test}")
    total = sum(by_folder.values(), Counter())
    seconds = time.monotonic() - begun_s
    print(f"all: {total['killed']} of {total['tried']} noticed, {total['equivalent']} equivalent; {seconds:.0f} s")
    weak = [each for each in by_folder.values() if 100 * each["killed"] < GOAL_OF_FOLDER_PERCENT * each["tried"]]
    return int(bool(weak) or 100 * total["killed"] < GOAL_PERCENT * total["tried"])


if __name__ == "__main__":
    sys.exit(main())
