"""Four buttons to ground: END, UNDO, MENU, OK."""

from treppe.alphabet.buttons import LONG
from treppe.runtime import const

_PRESSED_SCANS = const(2)
_RELEASED_SCANS = const(3)  # a contact that opens for less bounces
_LONG_SCANS = const(80)
_NO_PRESS = const(81)  # scans of a button whose release is no press
_LID = const(3)  # so many at once are no fingers, but a lid or a book


class Buttons:
    """Reports presses from 100 scans a second: a short one on release, a long one after 0.8 s of a button alone.

    What is down at the start, or under a lid, is no press.
    """

    def __init__(self, pins):
        """Take the four pins, pulled up, in the order above."""
        self._pins = pins
        self._held_scans = bytearray([0 if pin() else _NO_PRESS for pin in pins])
        self._open_scans = bytearray(len(pins))

    def scan(self) -> int:
        """Return the presses that this scan completes, as a sum of bits; with LONG for long ones."""
        presses = down = count = 0
        for index in range(len(self._pins)):
            if not self._pins[index]():
                down |= 1 << index
                count += 1
        for index in range(len(self._pins)):
            scans = self._held_scans[index]
            if down >> index & 1:
                self._open_scans[index] = 0
                self._held_scans[index] = _NO_PRESS if count >= _LID else min(scans + 1, _NO_PRESS)
                if scans + 1 == _LONG_SCANS and count == 1:
                    presses |= 1 << index | LONG
            elif scans:
                self._open_scans[index] += 1
                if self._open_scans[index] == _RELEASED_SCANS:
                    if _PRESSED_SCANS <= scans < _LONG_SCANS:
                        presses |= 1 << index
                    self._held_scans[index] = self._open_scans[index] = 0
        return presses
