"""How all tests are run: the longest first, for one that is begun last leaves the other workers idle."""

import os
from collections.abc import Iterator

import leftovers
import pytest

_RUN = leftovers.begin()
os.environ.setdefault("TREPPE_COMPILE", "no")  # no test starts a compiler that outlives it

LONGEST = (
    "system/test_page_access.py",
    "system/test_compiled_rules.py",
    "system/test_page_games.py",
    "system/test_deploy.py",
    "system/test_page_play.py",
    "system/test_page_tune.py",
    "system/test_page_looks.py",
    "test_on_micropython.py",
    "hardware/test_boards.py",
    "system/test_recovery.py",
    "system/test_wheel.py",
    "system/test_page_boards.py",
    "system/test_page_troubles.py",
    "system/test_deploy_doctor.py",
    "system/test_games_played.py",
)


@pytest.hookimpl(optionalhook=True)  # without xdist nobody asks
def pytest_xdist_auto_num_workers() -> int:
    """Return how many tests run at a time: half of the time they wait for a browser, a board or a port."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests; `make test` keeps this order, and a file's tests together, for they share what they set up.

    The tests of a page stay as they are written: one program sees them as the visits of an evening.
    """
    items.sort(key=_place)
    for path in {item.path for item in items if item.path.name.startswith("test_page_")}:
        places = [place for place, item in enumerate(items) if item.path == path]
        for place, item in zip(places, sorted([items[place] for place in places], key=_line), strict=True):
            items[place] = item


def _line(item: pytest.Item) -> int:
    return item.location[1] or 0


def _place(item: pytest.Item) -> int:
    path = item.path.as_posix()
    return next((place for place, file in enumerate(LONGEST) if path.endswith(file)), len(LONGEST))


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    """After the last test, also a failed one: no process goes on, and nothing is in the home folder."""
    yield
    left = leftovers.end(_RUN)
    assert left == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell the order of a run that failed, so that it can be taken again."""
    if terminalreporter.stats.get("failed") and config.pluginmanager.hasplugin("randomly"):
        terminalreporter.write_line(f"the same order again: -p randomly --randomly-seed={config.option.randomly_seed}")
