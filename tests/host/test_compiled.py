"""What is compiled for the search: which files it consists of."""

import gc
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from treppe_host.programs import compiled


@pytest.fixture
def _switching():
    """Threads take turns also in the midst of what they do in C, wherever the collector may run."""

    def yield_to_others(phase, info):
        time.sleep(0)

    thresholds = gc.get_threshold()
    gc.callbacks.append(yield_to_others)
    gc.set_threshold(50)
    yield
    gc.set_threshold(*thresholds)
    gc.callbacks.remove(yield_to_others)


def find_from(depth):
    """Look for a compiled game from a depth of calls."""
    return find_from(depth - 1) if depth else compiled.find_compiled("aufstellen")


@pytest.mark.usefixtures("_switching")
def test_several_programs_begin_to_think_at_once():
    """CPython 3.11 cannot make several syntax trees at the same time; it raises a SystemError."""
    for kept in (compiled._folder, compiled._files, compiled._imports):
        kept.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(find_from, range(4)))
    assert found == found[:1] * 4
