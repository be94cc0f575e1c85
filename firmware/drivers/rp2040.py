"""Registers of the RP2040, by its data sheet."""

OUTPUTS_SET = 0xD0000014  # 2.3.1.7
OUTPUTS_CLEAR = 0xD0000018
NOW_US = 0x40054028  # 4.6.5
CONVERTER = 0x4004C000  # 4.9.6
EDGES = 0x400140F0  # 2.19.6, INTR0: edges that pins 0 to 7 have seen, latched until written back; four bits a pin
WATCHDOG_CLEAR = 0x4005B000  # 4.7.6 with 2.1.2: bits to clear in CTRL
SCRATCH0 = 0x4005800C  # 4.7.6; MicroPython leaves it alone
