"""Waits until a test sees what it expects, however slow the machine is: its load says nothing about the code.

The limit only ends what will never come, with a place to look at.
"""

import asyncio
import time
from collections.abc import Callable

LIMIT_S = 300.0
"""For programs and sockets, too, that take a limit of their own."""

_LOOK_S = 0.01


def wait_until(is_so: Callable[[], object], act: Callable[[], object] = lambda: None) -> None:
    """Look again and again; before each look `act` does what has to go on meanwhile."""
    end_s = time.monotonic() + LIMIT_S
    while not is_so():
        assert time.monotonic() < end_s, "it does not come about"
        act()
        time.sleep(_LOOK_S)


async def until(is_so: Callable[[], object]) -> None:
    """The same within a loop of asyncio."""
    end_s = time.monotonic() + LIMIT_S
    while not is_so():
        assert time.monotonic() < end_s, "it does not come about"
        await asyncio.sleep(_LOOK_S)
