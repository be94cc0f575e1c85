"""Plants small faults, one at a time, and tells which of them no test notices: `make mutants`.

A seeded sample of each folder. Which tests run a line is measured first, by coverage, among those in
tests/data/mutants.toml; all others count too since the last `make coverage`. Against a mutant only those run, the quick
ones first, in a copy of the project: a fault that deletes files deletes no other ones. Faults that change
nothing that anyone could see stand in tests/data/mutants.toml, with the reason.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests/support"))

from mutations import Mutation, mutations  # noqa: E402

WORK = ROOT / "build/mutants"
TREE = WORK / "tree"
KNOWN = tomllib.loads((ROOT / "tests/data/mutants.toml").read_text())
TESTS: dict[str, list[str]] = KNOWN["tests"]
UNSEEN: dict[str, list[str]] = KNOWN["unseen"]
PLANTED = tomllib.loads((ROOT / "tests/data/planted.toml").read_text())
"""Faults that no test noticed once, by file: each with the tests that must notice it."""
GOAL_PERCENT, GOAL_OF_FOLDER_PERCENT = 95, 90
_SLOWEST_S = 60  # of tests for one mutant; the slow ones behind are left out
_START_S = 30
_UNKNOWN_S = 2.0  # for a test without a measured duration
_ALL = ROOT / "build/coverage"
_PLAIN = ("-q", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider")


@dataclass(frozen=True)
class Mutant:
    """A fault in a file."""

    path: str
    mutation: Mutation

    def __str__(self) -> str:
        old, new = " ".join(self.mutation.old.split()), self.mutation.new
        return f"{self.path}:{self.mutation.line}: {old} -> {new}"


class Measured:
    """Which tests of a folder run which line, and how long each takes; measured anew when either has changed."""

    def __init__(self, folder: str):
        self._folder = folder
        data = WORK / folder.replace("/", "_")
        durations = data.with_suffix(".durations")
        sources = [path for name in (folder, "tests") for path in (ROOT / name).rglob("*.py")]
        if not durations.exists() or durations.stat().st_mtime < max(path.stat().st_mtime for path in sources):
            data.unlink(missing_ok=True)
            tests = [f"tests/{name}" for name in TESTS[folder]]
            top = folder.partition("/")[0]
            if _run(
                [f"--cov={top}", "--cov-context=test", "--cov-report=", "--durations=0", "-vv", *tests], 3600, data
            ):
                raise SystemExit(f"the tests of {folder} fail without a mutant: {WORK / 'output'}")
            timed = re.findall(r"^([0-9.]+)s call +(.+)$", (WORK / "output").read_text(), re.MULTILINE)
            durations.write_text("".join(f"{test} {seconds}\n" for seconds, test in timed))
        self._data = data
        self._durations = dict(line.rsplit(" ", 1) for line in durations.read_text().splitlines())

    def tests_of(self, path: str, line: int) -> list[str]:
        """Return the tests that run a line, the quickest first, as many as end in a minute."""
        found = _tests_in(self._data, path, line)
        if _ALL.exists() and _ALL.stat().st_mtime > (ROOT / path).stat().st_mtime:
            found |= _tests_in(_ALL, path, line)
        if not found:
            return [f"tests/{name}" for name in UNSEEN.get(self._folder, ())]
        chosen, sum_s = [], 0.0
        for test in sorted(found, key=lambda test: (self.seconds(test), test)):
            sum_s += self.seconds(test)
            if chosen and sum_s > _SLOWEST_S:
                break
            chosen.append(test)
        return chosen

    def seconds(self, test: str) -> float:
        """Return how long a test took; a guess for a file, and for a test that only `make coverage` has run."""
        return float(self._durations.get(test, _UNKNOWN_S if "::" in test else 60))


def _tests_in(data: Path, path: str, line: int) -> set[str]:
    """Return the tests that ran a line, by what coverage has written."""
    with contextlib.closing(sqlite3.connect(data)) as base:
        rows = base.execute(
            "SELECT context.context, line_bits.numbits FROM line_bits JOIN context ON context.id = context_id"
            " JOIN file ON file.id = file_id WHERE file.path LIKE ?", ("%/" + path,),
        ).fetchall()  # fmt: skip
    return {
        context.partition("|")[0]
        for context, bits in rows
        if context and line // 8 < len(bits) and bits[line // 8] >> line % 8 & 1
    }


def copy_tree() -> None:
    """Copy what git knows, with its changes, to the folder in which mutants live."""
    shutil.rmtree(TREE, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, TREE / name, follow_symlinks=False)
    (TREE / ".venv").symlink_to(ROOT / ".venv")


def survives(mutant: Mutant, tests: list[str], limit_s: float) -> bool:
    """Plant a mutant and run tests; True if all pass. Tests that end too late have noticed it."""
    file = TREE / mutant.path
    source = file.read_bytes()
    file.write_bytes(mutant.mutation.apply(source))
    try:
        return _run(["-x", *tests], limit_s) == 0
    finally:
        file.write_bytes(source)


def _run(arguments: list[str], limit_s: float, coverage: Path | None = None) -> int | None:
    """Run pytest in the copy; return its status, None if it had to be ended with all its children."""
    paths = os.pathsep.join(str(TREE / name) for name in ("firmware", "host"))
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "TREPPE_DATA": str(WORK / "data")}
    environment |= {"COVERAGE_FILE": str(coverage)} if coverage else {}
    with (WORK / "output").open("wb") as out:
        command = [sys.executable, "-m", "pytest", *_PLAIN, *arguments]
        process = subprocess.Popen(command, cwd=TREE, env=environment, stdout=out, stderr=out, start_new_session=True)
        try:
            return process.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def sample(folder: str, count: int, seed: str) -> list[Mutant]:
    """Draw mutants from the files of a folder and the folders in it that are not listed themselves."""
    others = [other for other in TESTS if other != folder and other.startswith(folder + "/")]
    mutants = []
    for file in sorted((ROOT / folder).rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        if not any(path.startswith(other + "/") for other in others):
            mutants += [Mutant(path, each) for each in mutations(file.read_bytes())]
    return Random(f"{seed} {folder}").sample(mutants, min(count, len(mutants)))


def try_folder(folder: str, mutants: list[Mutant], measured: Measured) -> Counter[str]:
    """Try the mutants of a folder; print those that survive."""
    equivalent = {(each["path"], each["old"], each["new"]) for each in KNOWN.get("equivalent", ())}
    counts: Counter[str] = Counter()
    for mutant in mutants:
        if (mutant.path, mutant.mutation.old, mutant.mutation.new) in equivalent:
            counts["equivalent"] += 1
            continue
        tests = measured.tests_of(mutant.path, mutant.mutation.line)
        expected_s = sum(map(measured.seconds, tests))
        verdict = "no test" if not tests else "killed"
        if tests and survives(mutant, tests, _START_S + 5 * expected_s):
            verdict = "survived"
        counts[verdict] += 1
        if verdict != "killed":
            print(f"  {verdict}: {mutant}", flush=True)
    tried = sum(counts.values()) - counts["equivalent"]
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{folder}: {100 * counts['killed'] // max(1, tried)} % ({told})", flush=True)
    return counts


def try_planted() -> Counter[str]:
    """Try the faults that were found once; print those that survive."""
    counts: Counter[str] = Counter()
    for path, faults in PLANTED.items():
        source = (ROOT / path).read_text()
        for fault in faults:
            start = len(source[: source.index(fault["old"])].encode())
            line = source[: source.index(fault["old"].lstrip("\n"))].count("\n") + 1
            mutation = Mutation(line, start, start + len(fault["old"].encode()), fault["old"], fault["new"])
            verdict = (
                "survived"
                if survives(Mutant(path, mutation), [f"tests/{name}" for name in fault["tests"]], 120)
                else "killed"
            )
            counts[verdict] += 1
            if verdict != "killed":
                print(f"  {verdict}: {Mutant(path, mutation)}", flush=True)
    print(f"planted: {counts['killed']} of {sum(counts.values())} noticed", flush=True)
    return counts


def _room_of(path: str) -> str:
    """Return the folder in the table of tests to which a file or folder belongs."""
    return max((folder for folder in TESTS if f"{path}/".startswith(folder + "/")), key=len)


def main() -> int:
    """Try a sample; return 0 if as many are noticed as shall be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", default=["planted", *TESTS], help="or file.py:LINE, all of that line")
    parser.add_argument("--count", type=int, default=10, help="mutants of each folder")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    copy_tree()
    begun_s = time.monotonic()
    by_folder = {}
    for folder in given.folders:
        if folder == "planted":
            by_folder[folder] = try_planted()
            continue
        path, _, line = folder.partition(":")
        if path.endswith(".py"):
            all_of_file = [Mutant(path, each) for each in mutations((ROOT / path).read_bytes())]
            drawn = [each for each in all_of_file if not line or each.mutation.line == int(line)]
        else:
            drawn = sample(path, given.count, given.seed)
        by_folder[folder] = try_folder(folder, drawn, Measured(_room_of(path)))
    total = sum(by_folder.values(), Counter())
    tried = sum(total.values()) - total["equivalent"]
    seconds = time.monotonic() - begun_s
    print(f"all: {total['killed']} of {tried} noticed, {total['equivalent']} equivalent; {seconds:.0f} s")
    weak = [
        folder for folder, counts in by_folder.items()
        if 100 * counts["killed"] < GOAL_OF_FOLDER_PERCENT * (sum(counts.values()) - counts["equivalent"])
    ]  # fmt: skip
    return int(bool(weak) or 100 * total["killed"] < GOAL_PERCENT * tried)


if __name__ == "__main__":
    sys.exit(main())
