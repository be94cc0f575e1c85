"""Compares boards: a byte a field."""

from typing import TYPE_CHECKING

from treppe.runtime import micropython, ptr8
from treppe.sensing import FAULTY

if TYPE_CHECKING:
    pass


@micropython.viper  # several times a change: a plain loop over 144 fields takes a Pico 1 ms
def difference(image, expected, activity):  # type: ignore[no-untyped-def]
    """Return by how much each field differs from what is expected; a faulty field never does."""
    found: dict[int, int] = {}
    ours = ptr8(image)
    theirs = ptr8(expected)
    now = ptr8(activity)
    faulty = int(FAULTY)
    for field in range(int(len(expected))):  # noqa: RUF046 - viper needs the type
        if ours[field] != theirs[field] and now[field] != faulty:
            found[field] = ours[field] - theirs[field]
    return found


@micropython.viper  # likewise
def next_difference(start: int, ours, theirs) -> int:  # type: ignore[no-untyped-def]
    """Return the next place, from `start` on, at which two boards differ; behind the last if there is none."""
    one = ptr8(ours)
    other = ptr8(theirs)
    count = int(len(ours))  # noqa: RUF046 - viper needs the type
    for place in range(start, count):
        if one[place] != other[place]:
            return place
    return count


@micropython.viper  # likewise
def largest(numbers) -> int:  # type: ignore[no-untyped-def]
    """Return the largest of some bytes."""
    number = ptr8(numbers)
    found = 0
    for place in range(int(len(numbers))):  # noqa: RUF046 - viper needs the type
        if number[place] > found:
            found = number[place]
    return found
