"""The first program that the host sends to a Pico: a firmware that was interrupted leaves its watchdog running."""

import machine

_WATCHDOG_CONTROL = 0x4005B000  # register CTRL with the address of "clear bits" (RP2040 data sheet, 2.1.2 and 4.7.6)
_ENABLE = 1 << 30

machine.mem32[_WATCHDOG_CONTROL] = _ENABLE
