"""An event loop of a test's own, in a thread: the driver of the browser keeps one running in the tests' own thread."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run(scene: Coroutine[Any, Any, Any]) -> Any:
    """Return what a coroutine returns."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()


def alone(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], Any]:
    """Make a test of a coroutine."""
    return lambda: run(test())
