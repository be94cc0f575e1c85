"""A plugin of pytest that tries faults, one after the other: tests are collected once, each fault has its own fork.

There the fault takes the place of the code in memory; the changed file lies on the disk as well, for what is imported
or started later. What runs while a module is imported has run before: who finds no fault here looks again, afresh.
"""

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

PLAN, RESULTS = "TREPPE_MUTANTS_PLAN", "TREPPE_MUTANTS_RESULTS"


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Try the faults of the plan; write the number of each that a test notices."""
    items: dict[str, list[pytest.Item]] = {}
    for item in session.items:
        items[item.nodeid] = [item]
        items.setdefault(item.nodeid.partition("::")[0], []).append(item)
    with Path(os.environ[RESULTS]).open("w") as results:
        for fault in json.loads(Path(os.environ[PLAN]).read_text()):
            chosen = [item for name in fault["tests"] for item in items.get(name, ())]
            if _is_noticed(session, fault, chosen):
                results.write(f"{fault['number']}\n")
                results.flush()
    return True


def _is_noticed(session: pytest.Session, fault: dict[str, Any], items: list[pytest.Item]) -> bool:
    file = session.config.rootpath / fault["path"]
    source = file.read_bytes()
    changed = source[: fault["start"]] + fault["new"].encode() + source[fault["end"] :]
    file.write_bytes(changed)
    child = os.fork()
    if not child:
        status = 1
        try:
            os.setsid()
            plant(str(file), changed)
            status = int(_fails(session, items))
        finally:
            os._exit(status)
    try:
        return _status_of(child, fault["limit_s"]) != 0
    finally:
        file.write_bytes(source)


def _fails(session: pytest.Session, items: list[pytest.Item]) -> bool:
    for place, item in enumerate(items):
        following = items[(place + 1) % len(items)]  # never None: what all tests share is the parent's
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return True
    return False


def _status_of(child: int, limit_s: float) -> int | None:
    """Return the status of a process; None, after it has been ended, if it takes too long."""
    until_s = time.monotonic() + limit_s
    status = None
    while status is None and time.monotonic() < until_s:
        ended, word = os.waitpid(child, os.WNOHANG)
        if ended:
            status = os.waitstatus_to_exitcode(word)
        else:
            time.sleep(0.01)
    try:
        os.killpg(child, signal.SIGKILL)  # also what its tests have started
    except ProcessLookupError:
        pass
    if status is None:
        os.waitpid(child, 0)
    return status


def plant(file: str, changed: bytes) -> None:
    """Give all functions of a file that are in memory the code of its changed source, which has the same lines."""
    try:
        codes = {_key(code): code for code in _codes(compile(changed, file, "exec"))}
    except SyntaxError:
        sys.exit(1)
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == file:
            code = codes.get(_key(function.__code__))
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
