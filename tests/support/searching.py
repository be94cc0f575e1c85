"""How Hypothesis searches: the same examples in each run of the tests, new ones in `make search`.

A search ends with the first example that breaks a promise, and prints it: keep it as a test of its own, or above the
test that found it as `@example(...)`. It also lies below build/hypothesis, which the next search tries first.
"""

import os

from hypothesis import HealthCheck, configuration, settings

_RUNS = int(os.environ.get("TREPPE_SEARCH", "0"))


def search(runs: int, steps: int = 50) -> settings:
    """Settings of a test that looks at so many examples; a state machine takes so many steps in each of them.

    No example has a deadline: how quick a machine is at that moment says nothing about the code.
    """
    return settings(max_examples=_RUNS or runs, stateful_step_count=steps)


configuration.set_hypothesis_home_dir("build/hypothesis")
settings.register_profile(
    "treppe",
    max_examples=_RUNS or 100,
    derandomize=not _RUNS,
    database=settings().database if _RUNS else None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=bool(_RUNS),
)
settings.load_profile("treppe")
