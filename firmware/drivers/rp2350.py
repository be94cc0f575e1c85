"""Registers of the RP2350, by its data sheet. Nobody has run Treppe on one yet."""

OUTPUTS_SET = 0xD0000018  # 3.1.11
OUTPUTS_CLEAR = 0xD0000020
NOW_US = 0x400B0028  # 12.8.5
CONVERTER = 0x400A0000  # 12.4.7
EDGES = 0x40028230  # 9.11.1, INTR0: edges that pins 0 to 7 have seen, latched until written back; four bits a pin
WATCHDOG_CLEAR = 0x400DB000  # 12.9.7 with 2.1.3: bits to clear in CTRL
SCRATCH0 = 0x400D800C  # 12.9.7
