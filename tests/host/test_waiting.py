"""No test of `make test` waits by the clock: it waits for what it sees (`waiting.py`), or is one of the long ones."""

import ast
from collections.abc import Iterator
from pathlib import Path

from spread import marks_of

TESTS = Path(__file__).parents[1]
FOLDERS = ("games", "host", "link", "sensing", "support", "system", "table")
CLOCKS = {"sleep", "monotonic", "perf_counter", "perf_counter_ns", "wait_for_timeout"}
PACES = {
    "support/waiting.py": "the one that looks again and again",
    "support/fakes_board.py": "a board at a port that goes on beside the test",
    "support/leftovers.py": "the guard beside pytest",
    "support/page_driver.py": "pictures for people",
    "support/stream_tally.py": "what a bench measures",
    "support/store_troubles.py": "long tests, which kill at any moment",
    "support/troubles.py": "likewise",
    "support/port_troubles.py": "likewise",
    "host/test_sim_device.py": "the simulated clock of a Pico",
    "host/test_third_kind.py": "a board at a port that goes on beside the test",
}


def waits_in(node: ast.AST) -> Iterator[str]:
    """Yield where a test asks a clock or sleeps; giving way to others is neither."""
    if "pytest.mark.long" in [ast.unparse(mark) for mark in getattr(node, "decorator_list", ())]:
        return
    is_clock = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS
    if is_clock and not ast.unparse(node).endswith(".sleep(0)"):
        yield f"line {node.lineno}: {ast.unparse(node)}"
    for child in ast.iter_child_nodes(node):
        yield from waits_in(child)


def test_no_quick_test_waits_by_the_clock() -> None:
    files = [path for name in FOLDERS for path in (TESTS / name).rglob("*.py")]
    quick = {
        str(path.relative_to(TESTS)): ast.parse(path.read_bytes()) for path in files if "long" not in marks_of(path)
    }
    found = {name: waits for name, tree in quick.items() if name not in PACES and (waits := list(waits_in(tree)))}
    assert found == {}
