"""Which chip runs: `registers` is the table of its addresses.

Nothing may write a register before the chip is known: where the RP2040 has its watchdog, the RP2350 has the divider of
its USB clock.
"""

import sys

_machine = getattr(sys.implementation, "_machine", "")
if sys.platform != "rp2" or "RP2040" in _machine:  # a PC simulates an RP2040
    from drivers import rp2040 as registers
elif "RP2350" in _machine:
    from drivers import rp2350 as registers  # type: ignore[no-redef]
else:
    raise ImportError("Treppe runs on an RP2040 or RP2350, not on " + _machine)

__all__ = ("registers",)
