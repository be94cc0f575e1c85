"""The PIO program that sends bits to a strip of WS2812: 10 cycles a bit, 8 MHz for their 800 kHz."""
# mypy: ignore-errors
# pyright: reportUndefinedVariable=false
# ruff: noqa: F821

import rp2

HERTZ = 8_000_000


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8)
def send_bits():
    """High for 3 cycles, high or low by the bit for 4, low for 3; the line waits low for the next byte."""
    wrap_target()
    label("next_bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[2]
    jmp("next_bit").side(1)[3]
    label("zero")
    nop().side(0)[3]
    wrap()
