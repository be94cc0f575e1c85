"""Actions of 7 Steps that come by the hundred: compiled code lists them, and notes their ends."""

from treppe.alphabet.image import BEYOND
from treppe.runtime import const, micropython, ptr8

_CELLS = const(49)  # an action below is the cell to lay on
TAKE = const(4096)
"""One or two cells to take a disc from: this and first * 64 + second; a cell twice gives its two top discs."""
PUT = const(2097152)
"""The colours to put back: this and three bits of count for each."""
ALONE = const(63)
"""In place of a second cell."""


@micropython.viper  # over a thousand for four players: 17 ms of a Pico as bytecode
def list_takes(cells, heights: ptr8):  # type: ignore[no-untyped-def]
    """Return the ways to take one or two discs off these cells; the last cell is ALONE, for no second disc."""
    found: list[int] = []
    add = found.append
    cell = ptr8(cells)
    count = int(len(cells))  # noqa: RUF046 - viper needs the type
    for one in range(count - 1):
        first = TAKE + cell[one] * 64
        if heights[cell[one]] > 1:
            add(first + cell[one])
        for other in range(one + 1, count):
            add(first + cell[other])
    return found


@micropython.viper  # with each position that is worked out
def note_ends(actions, firsts: ptr8, lasts: ptr8):  # type: ignore[no-untyped-def]
    """Note the endpoints of some actions, see `State.endpoints` of rules.py."""
    for place in range(int(len(actions))):  # noqa: RUF046 - viper needs the type
        action = int(actions[place])
        first = last = int(BEYOND)
        if action < _CELLS:
            last = action
        elif TAKE <= action and action < PUT:  # noqa: SIM300 - viper compares two at a time
            first = action >> 6 & 63
            second = action & 63
            if second != ALONE and second != first:
                last = second
        firsts[place] = first
        lasts[place] = last
