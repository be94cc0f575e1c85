"""Frames of raw readings -> the settled image of the board. This file names the activities of a field."""

from treppe.runtime import micropython, ptr8

QUIET = 0  # nothing moves; the image holds
TOUCHED = 1  # the reading has just left its band
LIFTED = 2  # weight is going away
SETTLING = 3  # nearly steady: a value is about to be decided
UNSURE = 4  # steady, but the reading fits no value: ask
FAULTY = 5  # the sensor does not answer; the image keeps the last value

GOOD, LOOK, BROKEN = "good", "look", "broken"
"""What a self-test finds of a part."""


def has_activity(activity, first: int, last: int) -> bool:
    """Tell whether some field's activity lies between the two."""
    return next_active(0, activity, first, last) < len(activity)


@micropython.viper  # looked through with every change: a plain loop over 144 fields takes a Pico 1 ms
def next_active(start: int, activity, first: int, last: int) -> int:
    """Return the next field, from `start` on, whose activity lies between the two; behind the last if there is none."""
    now = ptr8(activity)
    count = int(len(activity))  # noqa: RUF046 - viper needs the type
    for field in range(start, count):
        if first <= now[field] and now[field] <= last:  # viper knows no chain
            return field
    return count
