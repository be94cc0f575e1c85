"""How all tests are run: the longest first, for one that is begun last leaves the other workers idle."""

import os

import pytest

os.environ.setdefault("TREPPE_COMPILE", "no")  # no test starts a compiler that outlives it

LONGEST = (
    "system/test_compiled_rules.py",
    "system/test_page_games.py",
    "system/test_deploy.py",
    "system/test_page_play.py",
    "system/test_page_tune.py",
    "system/test_page_looks.py",
    "test_on_micropython.py",
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
    """Order the tests; `make test` keeps this order, and a file's tests together, for they share what they set up."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    path = item.path.as_posix()
    return next((place for place, file in enumerate(LONGEST) if path.endswith(file)), len(LONGEST))
