"""Runs tests against mutants, in copies of the project: a fault that deletes files deletes no other ones."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

from mutations import Mutation
from planting import PLAN, RESULTS

_PLAIN = ("-p", "no:randomly", "-p", "no:cacheprovider")
_NOT_FOUND = 4  # pytest's status where a test of this name is missing


@dataclass(frozen=True)
class Mutant:
    """A fault in a file."""

    path: str
    mutation: Mutation

    def __str__(self) -> str:
        old, new = " ".join(self.mutation.old.split()), " ".join(self.mutation.new.split())
        return f"{self.path}:{self.mutation.line}: {old} -> {new}"


@dataclass(frozen=True)
class Trial:
    """A mutant, tests against it in their order, seconds after which they hang, and how many are left out."""

    mutant: Mutant
    tests: list[str]
    limit_s: float
    left_out: int = 0


class Trees:
    """Copies of the project, one for each mutant that is tried at the same time."""

    def __init__(self, root: Path, work: Path, count: int):
        self._paths = [work / f"tree{number}" for number in range(count)]
        self.first = self._paths[0]
        self._free: Queue[Path] = Queue()
        for path in self._paths:
            _copy(root, path)
            self._free.put(path)

    def unnoticed(self, trials: list[Trial]) -> set[int]:
        """Return the places of the trials whose tests pass, tried in forks and, if they pass there, afresh."""
        count = len(self._paths)
        with ThreadPoolExecutor(count) as pool:
            shares = [range(first, len(trials), count) for first in range(count)]
            again = sorted(set().union(*pool.map(lambda share: self._unnoticed_in_forks(trials, share), shares)))
            passing = pool.map(lambda number: self._passes_afresh(trials[number]), again)
            return {number for number, passes in zip(again, passing, strict=True) if passes}

    def measure(self, arguments: list[str], coverage: Path) -> str:
        """Run tests without mutants, measured by coverage; return what they have printed."""
        arguments = ["-n", str(len(self._paths)), "--dist", "loadfile", *arguments]
        _run(self.first, arguments, 3600, {"COVERAGE_FILE": str(coverage)})
        return self.first.with_suffix(".output").read_text()

    def _unnoticed_in_forks(self, trials: list[Trial], share: range) -> set[int]:
        """Return the places of the share's trials of which no fork has noticed anything."""
        files = sorted({test.partition("::")[0] for number in share for test in trials[number].tests})
        if not files:
            return set()
        tree = self._free.get()
        plan, results = tree.with_suffix(".plan"), tree.with_suffix(".results")
        plan.write_text(json.dumps([_planned(number, trials[number]) for number in share]))
        results.unlink(missing_ok=True)
        try:
            arguments = ["-p", "planting", "-p", "no:xdist", f"--basetemp={tree}.tmp", *files]
            _run(tree, arguments, 12 * 3600, {PLAN: str(plan), RESULTS: str(results)})
            return set(share) - set(map(int, results.read_text().split()))
        finally:
            self._free.put(tree)

    def _passes_afresh(self, trial: Trial) -> bool:
        tree = self._free.get()
        file = tree / trial.mutant.path
        source = file.read_bytes()
        file.write_bytes(trial.mutant.mutation.apply(source))
        try:
            status = _run(tree, ["-p", "no:xdist", "-x", *trial.tests], trial.limit_s)
            if status == _NOT_FOUND:  # the fault changes which tests there are
                files = sorted({test.partition("::")[0] for test in trial.tests})
                status = _run(tree, ["-p", "no:xdist", "-x", *files], trial.limit_s)
            return status == 0
        finally:
            file.write_bytes(source)
            self._free.put(tree)


def _planned(number: int, trial: Trial) -> dict[str, object]:
    mutation = trial.mutant.mutation
    missing = mutation.old.count("\n") - mutation.new.count("\n")  # the lines behind keep their numbers
    new = mutation.new[:-1] + "\n" * missing + ")" if mutation.new.endswith(")") else mutation.new + "\n" * missing
    return {
        "number": number, "path": trial.mutant.path, "start": mutation.start, "end": mutation.end, "new": new,
        "tests": trial.tests, "limit_s": trial.limit_s,
    }  # fmt: skip


def _copy(root: Path, tree: Path) -> None:
    """Copy what git knows, with its changes."""
    shutil.rmtree(tree, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=root, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, tree / name, follow_symlinks=False)
    (tree / ".venv").symlink_to(root / ".venv")


def _run(tree: Path, arguments: list[str], limit_s: float, more: dict[str, str] | None = None) -> int | None:
    """Run pytest in a copy; return its status, None if it had to be ended with all its children."""
    paths = os.pathsep.join(str(tree / name) for name in ("firmware", "host", "tests/support"))
    data = tree.with_suffix(".data")
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "TREPPE_DATA": str(data)}
    command = [sys.executable, "-m", "pytest", *_PLAIN, *arguments]
    with tree.with_suffix(".output").open("wb") as out:
        process = subprocess.Popen(
            command, cwd=tree, env=environment | (more or {}), stdin=subprocess.DEVNULL, stdout=out, stderr=out,
            start_new_session=True,
        )  # fmt: skip
        try:
            return process.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
