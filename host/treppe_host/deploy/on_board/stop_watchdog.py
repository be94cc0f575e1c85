"""The first program that the host sends to a prompt: a firmware that was interrupted leaves its watchdog running.

Starts that have failed are forgotten: whoever mends a board in safe mode wants it to start. Nothing is written before
the chip is known: elsewhere these addresses are other registers.
"""

import sys

import machine

_MACHINE = getattr(sys.implementation, "_machine", "")
_ENABLE = 1 << 30
# The watchdog's CTRL, at its address for clearing bits, and SCRATCH0 (data sheets: RP2040 4.7.6, RP2350 12.9.7).
if "RP2040" in _MACHINE or sys.platform == "linux":  # a PC simulates one
    machine.mem32[0x4005B000] = _ENABLE
    machine.mem32[0x4005800C] = 0
elif "RP2350" in _MACHINE:
    machine.mem32[0x400DB000] = _ENABLE
    machine.mem32[0x400D800C] = 0
