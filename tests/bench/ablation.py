"""Switches off the decisions of tracking, one at a time, over recorded streams: `make bench-hands ABLATE=...`.

A rule is a function that finds something: off, it finds nothing. A decision is the test of an `if`, or one side of an
`and` or an `or`: off, it is as if it were not there. Each is tried where it finds or decides anything: a game in which
it does not comes out the same without it. So all games count, and only those few are read again. Scripts of hands, and
tests of the table, come first: a decision that one of them holds stays, so no game is read for it; a rule is tried in
games all the same, for they say what it is worth. Constants are tried with other values over all games.
`ABLATE=rules`, `ABLATE=understand` or `ABLATE=all`; called again, it goes on.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import importlib
import importlib.util
import inspect
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import cache, partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2] / "firmware"
PACKAGE = "treppe.tracking."
KINDS = ("silent", "false", "asked", "led", "needless", "doubted")
MOST_GAMES = 30  # in which a decision is tried
ENOUGH = 4  # more of what is bad: then it is needed
LONGEST_S = 30  # without a guard a search may never end


class TakesTooLong(BaseException):
    """A script or a game without a decision; nothing that it tries may catch this."""


decisions: dict[str, str] = {}
"""All decisions: where they are, and their text."""
fired: set[str] = set()
"""Those that have decided something."""
_off: str = ""
_scales: dict[str, float] = {}


def switch(name: str, value: Any, neutral: bool) -> Any:
    """Return the value of a decision; off, the neutral one."""
    if bool(value) == neutral:
        return value
    fired.add(name)
    return neutral if name == _off else value


def switch_rule(name: str, found: Any, number: int) -> Any:
    """Return what a rule has found; off, nothing of the same kind, and `number` instead of a number."""
    nothing = number if type(found) is int else _nothing_like(found)
    if found is None or found == nothing:
        return found
    fired.add(name)
    return nothing if name == _off else found


def _nothing_like(found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(_nothing_like(each) for each in found)
    return type(found)() if isinstance(found, bool | int | list | dict | bytes) else None


def _give_up(*_: Any) -> None:
    raise TakesTooLong


def turn_off(name: str) -> None:
    """Turn a decision off, and all others on."""
    global _off
    _off = name
    fired.clear()


class _Switches(ast.NodeTransformer):
    """Puts a switch into each decision of a module."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._function = ""
        self._nothing = 0  # the number by which a function says that it has found nothing

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before = self._function, self._nothing
        self._function = node.name
        self._nothing = -1 if "-1" in (ast.get_docstring(node) or "") else 0
        self.generic_visit(node)
        self._function, self._nothing = before
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None and self._function:
            name = f"{self.module}.{self._function}()"
            decisions[name] = "rule"
            arguments = [ast.Constant(name), node.value, ast.Constant(self._nothing)]
            call = ast.Call(ast.Name("ablation_rule_switch", ast.Load()), arguments, [])
            node.value = ast.copy_location(call, node.value)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        text = ast.unparse(node.test)
        self.generic_visit(node)
        if text != "TYPE_CHECKING":
            node.test = self._switch(node.test, f"if {text}", neutral=False)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        texts = [ast.unparse(value) for value in node.values]
        self.generic_visit(node)
        is_and = isinstance(node.op, ast.And)
        word = "and" if is_and else "or"
        node.values = [
            self._switch(value, f"{word} {text}", neutral=is_and)
            for value, text in zip(node.values, texts, strict=True)
        ]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node.value:
            case ast.Call(ast.Name("const"), [ast.Constant(int(value))]) if not self._function:
                name = f"{self.module}.{ast.unparse(node.targets[0])}"
                decisions[name] = f"= {value}"
                node.value = ast.copy_location(ast.Constant(round(value * _scales.get(name, 1))), node.value)
        return node

    def _switch(self, node: ast.expr, text: str, *, neutral: bool) -> ast.expr:
        name = f"{self.module}:{node.lineno}.{node.col_offset} {self._function}"
        name += "" if text.startswith("if ") else "'"
        decisions[name] = text
        call = ast.Call(ast.Name("ablation_switch", ast.Load()), [ast.Constant(name), node, ast.Constant(neutral)], [])
        return ast.copy_location(call, node)


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        tree = _Switches(fullname.removeprefix(PACKAGE)).visit(ast.parse(self.get_data(path)))
        return compile(ast.fix_missing_locations(tree), path, "exec")


class _Finder:
    @staticmethod
    def find_spec(fullname: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        if not fullname.startswith(PACKAGE):
            return None
        path = str(ROOT / fullname.replace(".", "/")) + ".py"
        return importlib.util.spec_from_file_location(fullname, path, loader=_Loader(fullname, path))


def install(scales: dict[str, float] | None = None) -> None:
    """Let tracking be loaded with switches, and constants scaled; before anything imports it."""
    assert not any(name.startswith(PACKAGE) for name in sys.modules)
    _scales.update(scales or {})
    signal.signal(signal.SIGALRM, _give_up)
    builtins.ablation_switch = switch  # type: ignore[attr-defined]
    builtins.ablation_rule_switch = switch_rule  # type: ignore[attr-defined]
    sys.meta_path.insert(0, _Finder)  # type: ignore[arg-type]


def play(folder: Path, name: str, hands: str, seed: int) -> None:
    """Record a game once, and read it with all decisions; keep what came of it, and what decided."""
    from event_streams import record
    from stream_tally import HANDS

    path, results = folder / f"{hands} {name} {seed}.stream", folder / f"{hands} {name} {seed}.pickle"
    if not path.exists():
        path.write_bytes(pickle.dumps(record(name, seed, HANDS[hands])))
    if not results.exists():
        turn_off("")
        counts = counts_of(pickle.loads(path.read_bytes()))
        results.write_bytes(pickle.dumps((counts, frozenset(fired))))


def counts_of(stream: Any) -> Counter:
    """Return what comes of a stream."""
    from stream_tally import judge

    tally = judge(stream)
    tally.counts["late_ms"] = sum(tally.delays_ms)
    return tally.counts


@cache
def _scripts() -> dict[str, Callable[[], Any]]:
    """Return all scripts of hands and tests of the table, by name."""
    import physical
    from scripts import read

    tests = ROOT.parent / "tests"
    found: dict[str, Callable[[], Any]] = {}
    for title, position, lines in read(tests / "data/hands.txt"):
        found["hands: " + title] = partial(_check_hands, position, lines)
    for path in sorted((tests / "data/table").glob("*.txt")):
        if path.stem != "weights":
            for title, position, lines in read(path):
                found[f"{path.stem}: {title}"] = partial(_check_table, title, position, lines)
    for path in sorted((tests / "data/physical").glob("*.txt")):
        for script in read(path):
            found[f"physical/{path.stem}: {script[0]}"] = partial(physical.check_script, *script)
    for path in sorted((tests / "table").glob("test_*.py")):
        functions = vars(importlib.import_module(path.stem)).items() if path.stem != "test_hand_scripts" else ()
        for name, function in functions:
            if name.startswith("test_") and not inspect.signature(function).parameters:
                found[f"{path.stem}.{name}"] = function
    return found


def _check_table(title: str, position: str, lines: Any) -> None:
    import table_scripts

    table_scripts.check(table_scripts.lay_out(position), title, lines)


def _check_hands(position: str, lines: Any) -> None:
    from table_scripts import do, lay_out, outcome

    table = lay_out(position)
    for words, expected in lines:
        table = do(table, words.split())
        assert outcome(table) == expected


def run_script(folder: Path, title: str) -> None:
    """Run a script with all decisions, and keep which of them decided."""
    path = folder / "scripts" / f"{list(_scripts()).index(title)}.pickle"
    if not path.exists():
        turn_off("")
        try:
            _scripts()[title]()
        except Exception as error:
            print("fails by itself:", title, repr(error)[:200], file=sys.stderr)
            fired.clear()
        path.write_bytes(pickle.dumps((title, frozenset(fired))))


@cache
def _script_index(folder: Path) -> dict[str, frozenset[str]]:
    return dict(pickle.loads(path.read_bytes()) for path in sorted((folder / "scripts").glob("*.pickle")))


def script_that_holds(folder: Path, name: str) -> str:
    """Return the first script that comes to something else without a decision, and empty if none does."""
    for title, names in _script_index(folder).items():
        if name in names:
            turn_off(name)
            signal.alarm(LONGEST_S)
            try:
                _scripts()[title]()
            except (Exception, TakesTooLong):
                return title
            finally:
                signal.alarm(0)
                turn_off("")
    return ""


def ablate(folder: Path, name: str) -> str:
    """Try a decision; return a line about it."""
    held = script_that_holds(folder, name)
    if held and not name.endswith("()"):
        return f"{name:70} {'':32} {'script: ' + held:60} {decisions[name]}"
    games = [path for path, names in _index(folder) if name in names]
    Random(name).shuffle(games)
    change: Counter = Counter()
    actions, broken = 0, ""
    for path in games[:MOST_GAMES]:
        before, _ = pickle.loads(path.read_bytes())
        turn_off(name)
        signal.alarm(LONGEST_S)
        try:
            without = counts_of(pickle.loads(path.with_suffix(".stream").read_bytes()))
        except (Exception, TakesTooLong) as error:  # a guard: nothing goes without it
            broken = type(error).__name__
            break
        finally:
            signal.alarm(0)
        actions += before["actions"]
        for kind in KINDS:
            change[kind] += without[kind] - before[kind]
        if change["silent"] + change["false"] + change["led"] >= ENOUGH or change["asked"] + change["needless"] >= 12:
            break
    turn_off("")
    changed = "  ".join(f"{change[kind]:+} {kind}" for kind in KINDS if change[kind])
    found = (broken or changed or "nothing") + ("  script: " + held if held else "")
    return f"{name:70} {len(games):5} games  {actions:6} actions  {found:60} {decisions[name]}"


@cache
def _index(folder: Path) -> list[tuple[Path, frozenset[str]]]:
    return [(path, pickle.loads(path.read_bytes())[1]) for path in sorted(folder.glob("*.pickle"))]


def main() -> None:
    """Record games and try decisions for so long; called again, it goes on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ablate", help="how the names of the decisions begin, or `all`")
    parser.add_argument("--folder", type=Path, default=Path("build/ablation"))
    parser.add_argument("--games", type=int, default=40, help="of each kind, with each kind of hands")
    parser.add_argument("--seed", type=int, default=90_001, help="of the first game of each kind")
    parser.add_argument("--seconds", type=float, default=330)
    parser.add_argument("--scales", default="", help="of constants: understand.LEAD_MS=0.1,...")
    chosen = parser.parse_args()
    until_s = time.monotonic() + chosen.seconds
    install(
        {name: float(scale) for name, _, scale in [each.partition("=") for each in chosen.scales.split(",")] if scale}
    )
    from stream_tally import HANDS
    from treppe.games import catalogue

    (chosen.folder / "scripts").mkdir(parents=True, exist_ok=True)
    results = chosen.folder / "results.txt"
    done = {line[:70].rstrip() for line in results.read_text().splitlines()} if results.exists() else set()
    names = [name for name in decisions if name not in done and (":" in name or name.endswith("()"))]
    if chosen.ablate == "rules":
        names = [name for name in names if name.endswith("()")]
    elif chosen.ablate != "all":
        names = [name for start in chosen.ablate.split(",") for name in names if name.startswith(start)]
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    with ProcessPoolExecutor(2) as pool:
        games = [
            (play, chosen.folder, name, hands, seed) for seed in seeds for hands in HANDS for name in catalogue.names()
        ]
        for _ in _each(pool, [(run_script, chosen.folder, title) for title in _scripts()] + games, until_s):
            pass
        if time.monotonic() < until_s and not chosen.scales:
            with results.open("a") as file:
                for line in _each(pool, [(ablate, chosen.folder, name) for name in names], until_s):
                    print(line, file=file, flush=True)
    if chosen.scales:
        total: Counter = Counter()
        for path in chosen.folder.glob("*.pickle"):
            total += pickle.loads(path.read_bytes())[0]
        print(chosen.scales, dict(total))


def _each(pool: ProcessPoolExecutor, calls: Iterable[Any], until_s: float) -> Iterator[Any]:
    """Yield what comes of calls, as long as there is time to begin one."""
    left = iter(calls)
    running: set[Any] = set()
    while True:
        while len(running) < 3 and time.monotonic() < until_s:
            call = next(left, None)
            if call is None:
                break
            running.add(pool.submit(*call))
        if not running:
            return
        ended, running = wait(running, return_when=FIRST_COMPLETED)
        yield from [future.result() for future in ended]


if __name__ == "__main__":
    for room in ("support", "worlds", "table"):
        sys.path.insert(0, str(Path(__file__).resolve().parents[1] / room))
    main()
