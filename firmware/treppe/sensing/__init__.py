"""Frames of raw readings -> the settled image of the board; here what a field can be doing meanwhile."""

QUIET = 0  # nothing moves; the image holds
TOUCHED = 1  # something has just begun: the reading left its band
LIFTED = 2  # weight is going away
SETTLING = 3  # nearly steady: a value is about to be decided
UNSURE = 4  # steady, but the reading fits no value: ask
FAULTY = 5  # the sensor does not answer; the image keeps what was last known


def has_activity(activity, first: int, last: int) -> bool:
    """Tell whether some field's activity lies between the two."""
    for value in activity:
        if first <= value <= last:
            return True
    return False
