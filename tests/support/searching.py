"""How Hypothesis searches: the same runs each time, or with TREPPE_SEARCH=NUMBER so many new ones.

It keeps what a search has found below build/hypothesis, and tries that first the next time; it prints the shortest run
of steps that breaks a promise, and that becomes a test of its own.
"""

import os

from hypothesis import HealthCheck, configuration, settings

configuration.set_hypothesis_home_dir("build/hypothesis")


def search(runs: int, steps: int) -> settings:
    """Return how a state machine is searched: so many runs of so many steps."""
    wanted = int(os.environ.get("TREPPE_SEARCH", "0"))
    return settings(
        max_examples=wanted or runs,
        stateful_step_count=steps,
        derandomize=not wanted,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=bool(wanted),
    )
