"""Four buttons to ground: END, UNDO, MENU, OK."""

from treppe.runtime import const

END, UNDO, MENU, OK = 1, 2, 4, 8
LONG = 16  # the button was held for 0.8 s

_PRESSED_SCANS = const(2)
_RELEASED_SCANS = const(3)  # a contact that opens for less bounces
_LONG_SCANS = const(80)


class Buttons:
    """Reports presses from 100 scans a second: a short one on release, a long one after 0.8 s."""

    def __init__(self, pins):
        """Take the four pins, pulled up, in the order above."""
        self._pins = pins
        self._held_scans = bytearray(len(pins))
        self._open_scans = bytearray(len(pins))

    def scan(self) -> int:
        """Return the presses that this scan completes, as a sum of bits; with LONG for long ones."""
        presses = 0
        for index in range(len(self._pins)):
            scans = self._held_scans[index]
            if not self._pins[index]():
                self._open_scans[index] = 0
                if scans <= _LONG_SCANS:
                    self._held_scans[index] = scans + 1
                if scans + 1 == _LONG_SCANS:
                    presses |= 1 << index | LONG
            elif scans:
                self._open_scans[index] += 1
                if self._open_scans[index] == _RELEASED_SCANS:
                    if _PRESSED_SCANS <= scans < _LONG_SCANS:
                        presses |= 1 << index
                    self._held_scans[index] = self._open_scans[index] = 0
        return presses
