"""Self-tests at the start and on demand: from some frames to a list of results.

Each kind of sensors begins its own by `begin_test()`: `update(frame) -> bool` takes frames, True when there are enough.
`results(is_empty)` then returns what was found; `is_empty`: people have said that the board is empty. A result is
(state, diagnostic): GOOD, LOOK or BROKEN, and what was found, as a code with its values.
"""

from treppe.sensing import BROKEN


def conclude(test, sensing, is_empty: bool = False) -> list[tuple[str, dict]]:
    """Return the results; sensing ignores the broken fields from now on, and believes mended ones again."""
    results = test.results(is_empty)
    sensing.leave_out(
        {diagnostic["field"]: diagnostic for state, diagnostic in results if state == BROKEN and "field" in diagnostic}
    )
    return results
