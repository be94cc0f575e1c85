"""Nothing runs on its own without somebody who hears of its end: a search over all tasks, threads and processes."""

import ast
from collections.abc import Iterator
from pathlib import Path

from sources import nodes_of, parse

HOST = Path("host")
TASKS = {"create_task", "ensure_future", "run_coroutine_threadsafe", "TaskGroup"}
AWAITING = {"wait", "gather", "result", "shield"}
"""What a function calls that waits for the tasks which it has begun."""
ANSWERED = {"treppe_host/programs/worker.py": "_read_questions", "treppe_host/programs/process.py": "_collect_answers"}
"""Threads of programs that the main program asks: they say their end themselves."""
PROGRAMS = {"treppe_host/cli.py"}
"""Programs that last: they watch their threads before anything else begins one."""


def calls(*names: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef, ast.Call]]:
    """Yield file, function and call wherever the host calls something of these names, for each function around it."""
    for path in sorted(HOST.rglob("*.py")):
        if any(isinstance(node, ast.Call) and name_of(node) in names for node in nodes_of(path)):
            for function in nodes_of(path):
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
                    for node in ast.walk(function):
                        if isinstance(node, ast.Call) and name_of(node) in names:
                            yield str(path.relative_to(HOST)), function, node


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_tasks_begin_in_one_place_or_are_awaited_where_they_begin() -> None:
    for file, function, call in calls(*TASKS):
        if file != "treppe_host/supervision.py" and not isinstance(function, ast.Module):
            waits = {name_of(node) for node in ast.walk(function) if isinstance(node, ast.Call)} & AWAITING
            assert waits, f"{file}:{call.lineno}: a task that is left to itself; start_task or start_job?"


def test_threads_are_watched_by_the_program_or_say_their_end_themselves() -> None:
    for file, _, call in calls("Thread", "Timer"):
        is_daemon = any(each.arg == "daemon" for each in call.keywords) or name_of(call) == "Timer"
        assert is_daemon, f"{file}: a thread that keeps the program from ending"
    for file in PROGRAMS:
        tree = parse(HOST / file)
        main = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "main")
        named = [name_of(node) for node in ast.walk(main) if isinstance(node, ast.Call)]
        assert "watch_threads" in named
    for file, name in ANSWERED.items():
        tree = parse(HOST / file)
        reads = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name == name]
        assert reads and all(any(isinstance(node, ast.Try) and node.finalbody for node in each.body) for each in reads)


def test_whatever_is_caught_is_named() -> None:
    """No bare `except`, and whoever catches everything raises it again or hands it on."""
    for path in sorted(HOST.rglob("*.py")):
        for node in nodes_of(path):
            if not isinstance(node, ast.ExceptHandler):
                continue
            where = f"{path}:{node.lineno}"
            assert node.type, f"{where}: a bare except"
            if isinstance(node.type, ast.Name) and node.type.id in ("Exception", "BaseException"):
                uses = any(isinstance(each, ast.Name) and each.id == node.name for each in ast.walk(node))
                raises = any(isinstance(each, ast.Raise) for each in ast.walk(node))
                assert raises or (node.name and uses), f"{where}: a fault that nobody hears of"


def test_every_exchange_over_a_network_or_with_a_program_has_a_deadline() -> None:
    for file, _, call in calls("urlopen", "HTTPConnection", "HTTPSConnection", "create_connection"):
        is_limited = any(each.arg == "timeout" for each in call.keywords) or len(call.args) > 1
        assert is_limited or file.startswith("treppe_sim/"), f"{file}:{call.lineno}: no deadline"
    for file, _, call in calls("get"):
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "attr", "") == "_answers":
            assert any(each.arg == "timeout" for each in call.keywords), f"{file}:{call.lineno}: no deadline"
