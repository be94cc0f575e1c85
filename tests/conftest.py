"""How all tests are run: the longest first, and those of a file by one worker, for they share what they set up."""

import os

import pytest

# Begun last, one of these would leave the other workers idle.
LONGEST = (
    "system/test_deploy.py",
    "system/test_page_games.py",
    "system/test_page_play.py",
    "system/test_page_looks.py",
    "system/test_page_tune.py",
    "system/test_recovery.py",
    "system/test_games_played.py",
    "test_on_micropython.py",
)
APART = ("test_on_micropython.py",)  # each of its tests stands for a file


def pytest_xdist_auto_num_workers() -> int:
    """Return how many tests run at a time: those of the page wait for a browser or a board half of the time."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests, and say to pytest-xdist which belong together."""
    items.sort(key=_place)
    for item in items:
        if not item.path.as_posix().endswith(APART):
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}/{item.path.stem}"))


def _place(item: pytest.Item) -> int:
    path = item.path.as_posix()
    return next((place for place, file in enumerate(LONGEST) if path.endswith(file)), len(LONGEST))
