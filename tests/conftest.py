"""How all tests are run."""

import os


def pytest_xdist_auto_num_workers() -> int:
    """Return how many tests run at a time: those of the page wait for a browser or a board half of the time."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)
