"""Which tests run a line, and how long each takes: measured by coverage, kept, measured anew where a file has changed.

What tests run in programs that they start counts as well, but for MicroPython's, into which coverage cannot look.
"""

import contextlib
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

_AT_A_TIME = 24  # files: what is measured is kept where a run ends early
_OPTIONS = ("--cov", "--cov-context=test", "--cov-report=", "--durations=0", "-vv", "-rfE")


@dataclass
class TestFile:
    """What the tests of a file run: for each source the tests of each line, with the source's hash at that time."""

    hashes: dict[str, str]
    seconds: dict[str, float]
    failing: list[str] = field(default_factory=list)
    lines: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    set_up: dict[str, list[str]] = field(default_factory=dict)
    """For each source the lines that run before a test begins: what they leave may be for other tests, too."""


class Measured:
    """Which tests run a line, by test files; `run` runs pytest with arguments and returns what it has printed."""

    def __init__(self, root: Path, kept: Path, run: Callable[[list[str], Path], str]):
        self._root = root
        self._kept = kept
        self._run = run
        self._files: dict[str, TestFile] = {}
        kept.mkdir(parents=True, exist_ok=True)

    def measure(self, test_files: Iterable[str], sources: Iterable[str]) -> None:
        """Measure each test file that is new, has changed, or runs a source that has changed."""
        stale = []
        sources = list(sources)
        for name in sorted(test_files):
            if name not in self._files and self._kept_as(name).exists():
                self._files[name] = TestFile(**json.loads(self._kept_as(name).read_text()))
            if name not in self._files or self._is_stale(self._files[name], [name, *sources]):
                stale.append(name)
        for place in range(0, len(stale), _AT_A_TIME):
            print(f"measures what test files run: {place} of {len(stale)}", flush=True)
            data = self._root.with_suffix(".coverage")
            for old in data.parent.glob(f"{data.name}*"):
                old.unlink()
            part = stale[place : place + _AT_A_TIME]
            self._note(part, self._run([*_OPTIONS, *part], data), data)

    def tests_of(self, path: str, line: int) -> list[str]:
        """Return the tests that run a line and pass, the quickest first."""
        return self._sorted(
            test
            for each in self._files.values()
            for test in each.lines.get(path, {}).get(str(line), ())
            if test not in each.failing
        )

    def tests_near(self, path: str, line: int) -> list[str]:
        """Return the other tests of files that run a line to set something up: they may use what it has left."""
        direct = set(self.tests_of(path, line))
        return self._sorted(
            test
            for each in self._files.values()
            if str(line) in each.set_up.get(path, ())
            for test in each.seconds
            if test not in direct and test not in each.failing
        )

    def seconds(self, test: str) -> float:
        """Return how long a test took; pytest does not tell of the quickest."""
        return self._files[test.partition("::")[0]].seconds.get(test, 0.005)

    def failing(self) -> list[str]:
        """Return the tests that fail without any fault."""
        return sorted(test for each in self._files.values() for test in each.failing)

    def _sorted(self, tests: Iterable[str]) -> list[str]:
        return sorted(set(tests), key=lambda test: (self.seconds(test), test))

    def _kept_as(self, name: str) -> Path:
        return self._kept / f"{name.replace('/', '.')}.json"

    def _is_stale(self, file: TestFile, paths: list[str]) -> bool:
        return any(path in file.hashes and file.hashes[path] != self._hash(path) for path in paths)

    def _hash(self, path: str) -> str:
        file = self._root / path
        return sha256(file.read_bytes()).hexdigest() if file.exists() else ""

    def _note(self, names: list[str], output: str, data: Path) -> None:
        failing = set(re.findall(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", output, re.MULTILINE))
        seconds: dict[str, float] = defaultdict(float)
        for spent, test in re.findall(r"^([0-9.]+)s (?:call|setup) +(.+)$", output, re.MULTILINE):
            seconds[test] += float(spent)
        runs = list(_runs(data, self._root)) if data.exists() else []
        for name in names:
            lines, set_up = _by_line(run for run in runs if run.test.partition("::")[0] == name)
            self._files[name] = TestFile(
                {path: self._hash(path) for path in [name, *lines]},
                {test: spent for test, spent in seconds.items() if test.startswith(name + "::")},
                sorted(test for test in failing if test.partition("::")[0] == name),
                lines,
                set_up,
            )
            self._kept_as(name).write_text(json.dumps(vars(self._files[name])))


@dataclass(frozen=True)
class _Run:
    """Lines of a source that a test runs; `sets_up` if it has not begun yet."""

    test: str
    sets_up: bool
    path: str
    lines: list[str]


def _by_line(runs: Iterable[_Run]) -> tuple[dict[str, dict[str, list[str]]], dict[str, list[str]]]:
    """Return the tests of each source's lines, and the lines that set something up."""
    tests: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    set_up: dict[str, set[str]] = defaultdict(set)
    for run in runs:
        for line in run.lines:
            if run.test not in tests[run.path][line]:
                tests[run.path][line].append(run.test)
        if run.sets_up:
            set_up[run.path].update(run.lines)
    return tests, {path: sorted(lines) for path, lines in set_up.items()}


def _runs(data: Path, root: Path) -> Iterator[_Run]:
    """Yield what coverage has written of tests, but for what runs while modules are imported."""
    with contextlib.closing(sqlite3.connect(data)) as base:
        rows = base.execute(
            "SELECT context.context, file.path, line_bits.numbits FROM line_bits"
            " JOIN context ON context.id = context_id JOIN file ON file.id = file_id"
        )
        for context, path, bits in rows:
            # A context ends with the test's phase: as coverage writes it, or in programs as pytest does.
            named = re.fullmatch(r"(.+?)(?:\|(\w+)| \((setup|call|teardown)\))", context)
            if named:
                lines = [str(8 * place + bit) for place, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1]
                yield _Run(named[1], "setup" in named.groups(), Path(path).relative_to(root).as_posix(), lines)
