"""How boards differ, a byte a field, and whether the movements of a move, see `View.movements`, make it."""

from typing import TYPE_CHECKING

from treppe.runtime import micropython, ptr8
from treppe.sensing import FAULTY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.types import Bytes, Changes, Movements


@micropython.viper  # several times a change: a plain loop over 144 fields takes a Pico 1 ms
def difference(image, expected, activity):  # type: ignore[no-untyped-def]
    """Return by how much each field differs from what is expected; a faulty field never does.

    >>> image, expected = bytearray([2, 0, 1]), bytearray([1, 0, 2])
    >>> difference(image, expected, bytearray([0, 0, 0])) == {0: 1, 2: -1}
    True
    >>> difference(image, expected, bytearray([FAULTY, 0, 0]))
    {2: -1}
    """
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
def places_that_differ(ours, theirs):  # type: ignore[no-untyped-def]
    """Return the places at which two boards differ, in order.

    >>> places_that_differ(bytes([2, 0, 1]), bytes([1, 0, 2]))
    [0, 2]
    """
    found: list[int] = []
    add = found.append
    one = ptr8(ours)
    other = ptr8(theirs)
    for place in range(int(len(ours))):  # noqa: RUF046 - viper needs the type
        if one[place] != other[place]:
            add(place)
    return found


@micropython.viper  # likewise
def largest(numbers) -> int:  # type: ignore[no-untyped-def]
    """Return the largest of some bytes."""
    number = ptr8(numbers)
    found = 0
    for place in range(int(len(numbers))):  # noqa: RUF046 - viper needs the type
        if number[place] > found:
            found = number[place]
    return found


@micropython.native
def are_part(movements: "Movements", changes: "Changes") -> bool:
    """Tell whether all the changes are done with some of the movements, or a part of them."""
    matches = 0
    for field, wanted, net in movements:
        change = changes.get(field)
        # Or some discs of a stack have gone or come.
        if change and (change in (wanted, net) or 0 < change < wanted < 16 or 0 > change > wanted > -16):
            matches += 1
    return matches == len(changes)


def is_whole(movements: "Movements", changes: "Changes", activity: "Bytes") -> bool:
    """Tell whether the changes, with which the movements have begun, are all that can be seen of them."""
    for field, _, net in movements:
        if changes.get(field, 0) != net and activity[field] != FAULTY:
            return False
    return True


def is_proved(
    movements: "Movements", changes: "Changes", activity: "Bytes", stamps: "Bytes", put_on: "Sequence[int]" = ()
) -> bool:
    """Tell whether the end image, with the order in which fields changed, shows that the movements were done.

    A piece that is only gone may be in a hand; one taken where another now stands must have been seen to go and come
    again after the other had left, once more than other actions have `put_on` it; a faulty field shows nothing.
    """
    puts = False
    lifted = 0
    for field, change, net in movements:
        if activity[field] == FAULTY:
            return False
        if net < 0:
            lifted = stamps[field]
        puts = puts or change > 0
    for field, _, net in movements:
        if not net and (field in changes or not stamps[field] or stamps[field] < lifted or field in put_on):
            return False
    return puts


def leaves(movements: "Movements", changes: "Changes", stamps: "Bytes") -> int:
    """Return how many fields more differ from the position after the movements than from the one before.

    Balls and bricks of a tower count one by one. A field that has been emptied and filled again counts neither way; one
    that was never seen to change speaks against the movements.
    """
    more = 0
    for field, _, net in movements:
        change = changes.get(field, 0)
        if not change and net < 0 and not stamps[field]:
            return len(stamps)
        left = change - net
        if -8 < change < 8 and -8 < left < 8:  # no ball
            step = abs(left) - abs(change)
        else:
            step = size(left) - size(change)
        more += step if step < 0 or not stamps[field] else net > 0 and not change
    return more


def size(change: int) -> int:
    """Return of how many pieces a change of an image's byte consists: a ball counts as one, and so does each brick."""
    balls = num_balls(change)
    return abs(balls) + abs(change - 16 * balls)


def num_balls(change: int) -> int:
    """Return how many balls a change of an image's byte brings, below 0 how many it takes."""
    return (change + 8) >> 4


def is_ordered(movements: "Movements", changes: "Changes", stamps: "Bytes") -> bool:
    """Tell whether the piece was lifted before it was put; who knows when, if something stands there again."""
    lifted = 0
    for field, _, net in movements:
        if net < 0:
            lifted = stamps[field] if changes.get(field, 0) < 0 else 0
        elif net > 0 and stamps[field] < lifted:
            return False
    return True
