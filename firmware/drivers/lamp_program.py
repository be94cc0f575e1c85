"""The PIO program that sends bits to a strip of WS2812: 10 cycles a bit, 8 MHz for their 800 kHz.

High for 3 cycles, high or low by the bit for 4, low for 3; the line waits low for the next byte. It is assembled
already: MicroPython's assembler, `rp2`, would stay in memory. `tests/pico/test_pico.py` assembles it again.
"""

from array import array

HERTZ = 8_000_000
_INSTRUCTIONS = (
    0x6221,  # next_bit: out(x, 1)          .side(0) [2]
    0x1223,  #           jmp(not_x, "zero") .side(1) [2]
    0x1300,  #           jmp("next_bit")    .side(1) [3]
    0xA342,  # zero:     nop()              .side(0) [3]
)
_WRAP = 3 << 12  # from the last instruction to the first
_SHIFT = 8 << 25 | 1 << 17  # to the left; the next byte is fetched when 8 bits have gone
_SIDE_PIN_LOW = 2
# As `rp2.asm_pio` returns it: where it lies in each PIO is not known yet, and it sets no other pins.
SEND_BITS = [array("H", _INSTRUCTIONS), -1, -1, -1, _WRAP, _SHIFT, None, None, _SIDE_PIN_LOW]
