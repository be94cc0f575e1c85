"""The chip's watchdog restarts a board that hangs; this one can be stopped."""

from machine import WDT, mem32
from treppe.runtime import const

from drivers.chip import registers

_ENABLE = const(1 << 30)
_TIMEOUT_MS = const(8000)  # the chip knows at most 8,388; erasing a sector of the flash may take 400


class Watchdog:
    """Restarts the board unless it is fed in time. MicroPython's WDT alone cannot be stopped."""

    def __init__(self):
        self.feed = WDT(timeout=_TIMEOUT_MS).feed

    def stop(self) -> None:
        """Stop it: the firmware has ended and the interpreter's prompt is open."""
        mem32[registers.WATCHDOG_CLEAR] = _ENABLE
