"""Plants small faults, one at a time, and prints those that no test notices: `make mutants WHERE=... TESTS=...`.

A seeded sample of a folder or file, or all faults of a line (`file.py:66`). Each is tried in a copy of the project, by
the tests that are named. Two at a time, for two copies do not know of each other. Write a test for a survivor, or see
that it changes nothing that anyone could notice.
"""

import argparse
import ast
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random

ROOT = Path(__file__).parents[1]
GOAL_PERCENT = 90
_LIMIT_S = 300  # a fault may let tests hang
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_ROOMS = ("firmware", "host", "host/club", "host/together", "host/alone", "hardware", "tests/support")
_TYPES_ONLY = ("annotation", "returns", "decorator_list")


@dataclass(frozen=True)
class Mutation:
    """Text of a file, from `start` to `end`, and what takes its place."""

    line: int
    start: int
    end: int
    old: str
    new: str

    def apply(self, source: bytes) -> bytes:
        """Return the source with this fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutations(source: bytes) -> list[Mutation]:
    """Return all small faults of a file.

    Figures at the top of a file are left out: they are tuned, and benches hold them. So is whatever makes messages.
    """
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node, replacement in _in(ast.parse(source), is_top=True):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        new = replacement if isinstance(replacement, str) else f"({ast.unparse(replacement)})"
        found.append(Mutation(node.lineno, start, end, source[start:end].decode(), new))
    return found


def _in(node: ast.AST, *, is_top: bool) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | str]]:
    for name, value in ast.iter_fields(node):
        if name in _TYPES_ONLY:
            continue
        for child in value if isinstance(value, list) else [value]:
            if (
                not isinstance(child, ast.AST)
                or _is_figure(child, is_top)
                or isinstance(child, ast.JoinedStr | ast.Raise)
            ):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield from ((child, new) for new in _faults(child))
            yield from _in(child, is_top=is_top and isinstance(child, ast.ClassDef))


def _is_figure(node: ast.AST, is_top: bool) -> bool:
    return is_top and isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef)


def _faults(node: ast.expr | ast.stmt) -> Iterator[ast.expr | str]:
    match node:
        case ast.Compare(left, [operator, *others], comparators) if type(operator) in _COMPARISONS:
            yield ast.Compare(left, [_COMPARISONS[type(operator)](), *others], comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS and not _is_text(left):
            yield ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1 if value < 100 else 2 * value)  # a millisecond more is no fault
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "pass"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr) and not isinstance(getattr(node, "value", ""), int | float)


def draw(where: str, count: int, seed: str) -> list[tuple[str, Mutation]]:
    """Return faults with their files: all of a line, or a sample of a file or a folder."""
    name, _, line = where.partition(":")
    files = sorted((ROOT / name).rglob("*.py")) if (ROOT / name).is_dir() else [ROOT / name]
    found = [(str(file.relative_to(ROOT)), each) for file in files for each in mutations(file.read_bytes())]
    if line:
        return [(path, each) for path, each in found if each.line == int(line)]
    return Random(f"{seed} {name}").sample(found, min(count, len(found)))


def copy_project(tree: Path) -> None:
    """Copy what git knows, with its changes: a fault that deletes files deletes no other ones."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)
    (tree / ".venv").symlink_to(ROOT / ".venv")


def is_noticed(tree: Path, path: str, mutation: Mutation, tests: list[str]) -> bool:
    """Tell whether one of the tests fails with a fault in the copy of the project."""
    file = tree / path
    source = file.read_bytes()
    file.write_bytes(mutation.apply(source))
    folders = os.pathsep.join(str(tree / name) for name in _ROOMS)
    more = {"PYTHONPATH": folders, "PYTHONDONTWRITEBYTECODE": "1", "TREPPE_DATA": str(tree / "build/data")}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:xdist", *tests]
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=os.environ | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(_LIMIT_S) != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # what tests have started, too
        process.wait()
        file.write_bytes(source)


def main() -> int:
    """Try a sample; return 0 if as many are noticed as shall be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("where", help="folder, file.py or file.py:LINE")
    parser.add_argument("tests", nargs="+", help="files or folders of tests that are asked")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    faults = draw(given.where, given.count, given.seed)
    trees: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(2) as pool:
        for name in ("one", "two"):
            copy_project(Path(work, name))
            trees.put(Path(work, name))

        def try_one(fault: tuple[str, Mutation]) -> bool:
            tree = trees.get()
            try:
                return is_noticed(tree, *fault, given.tests)
            finally:
                trees.put(tree)

        results = list(pool.map(try_one, faults))
    for (path, mutation), noticed in zip(faults, results, strict=True):
        if not noticed:
            old, new = " ".join(mutation.old.split()), " ".join(mutation.new.split())
            print(f"survived: {path}:{mutation.line}: {old} -> {new}")
    print(f"{sum(results)} of {len(faults)} noticed")
    return int(100 * sum(results) < GOAL_PERCENT * len(faults))


if __name__ == "__main__":
    sys.exit(main())
