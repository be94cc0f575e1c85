"""The RP2040's watchdog restarts a board that hangs; this one can be stopped."""

from machine import WDT, mem32
from treppe.runtime import const

# The watchdog's register CTRL, at its address for clearing bits, and its enable bit (RP2040 data sheet, 4.7.6, 2.1.2).
_CLEAR_CONTROL = const(0x4005B000)
_ENABLE = const(1 << 30)


class Watchdog:
    """Restarts the board unless it is fed in time. MicroPython's WDT alone cannot be stopped."""

    def __init__(self, timeout_ms: int = 2000):
        """Start it."""
        self._timer = WDT(timeout=timeout_ms)
        self.feed = self._timer.feed

    def stop(self) -> None:
        """Stop it: the firmware has ended and the interpreter's prompt is open."""
        mem32[_CLEAR_CONTROL] = _ENABLE
