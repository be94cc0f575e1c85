"""The multiplexers' scan on the chip's registers, three times as fast as `cell_mux`. Only a Pico can import it."""
# mypy: ignore-errors
# pyright: reportUndefinedVariable=false

from array import array

import micropython
import pins
from micropython import const

from drivers.cell_mux import STEPS, CellMux
from drivers.chip import registers

_OUTPUTS_SET = registers.OUTPUTS_SET
_OUTPUTS_CLEAR = registers.OUTPUTS_CLEAR
_NOW_US = registers.NOW_US
_CONVERTER = registers.CONVERTER
# The converter's registers, by words from there.
_CONTROL = const(0)
_RESULT = const(1)
_START = const(5)  # enabled, one conversion
_READY = const(256)
_SETTLE_US = const(20)

_SELECTS = (pins.MUX_SELECT0, pins.MUX_SELECT1, pins.MUX_SELECT2, pins.MUX_SELECT3)
# One word per step: channel, new level of the select line that changes << 4, that line's pin as a mask << 8.
_PATH = array("I", [step & 15 | (step & 15) >> (step >> 4) << 4 & 16 | 1 << 8 + _SELECTS[step >> 4] for step in STEPS])
_ENABLE_A = 1 << pins.MUX_ENABLE_A
_ENABLE_B = 1 << pins.MUX_ENABLE_B


class RegisterCellMux(CellMux):
    """Fills the same frames as a CellMux."""

    def scan(self, frame) -> None:
        """Fill in multiplexer * 16 + channel with the sum of four 12-bit samples."""
        _scan(frame, 0, _ENABLE_A)
        _scan(frame, 2, _ENABLE_B)  # never both on: multiplexers 2 and 3 share the third input


@micropython.viper
def _scan(frame, first_input: int, enable: int):
    """Read the multiplexers behind one enable line: 0 to 2 on inputs 0 to 2, or number 3 on input 2."""
    sums = ptr16(frame)
    steps = ptr32(_PATH)
    set_high = ptr32(_OUTPUTS_SET)
    set_low = ptr32(_OUTPUTS_CLEAR)
    now_us = ptr32(_NOW_US)
    converter = ptr32(_CONVERTER)
    set_low[0] = enable
    for index in range(16):
        step = steps[index]
        if step >> 4 & 1:
            set_high[0] = step >> 8
        else:
            set_low[0] = step >> 8
        begun_us = now_us[0]
        while now_us[0] - begun_us < _SETTLE_US:
            pass
        place = (step & 15) + 24 * first_input
        for source in range(first_input, 3):
            total = 0
            for _ in range(4):
                converter[_CONTROL] = _START | source << 12
                while not converter[_CONTROL] & _READY:
                    pass
                total += converter[_RESULT]
            sums[place] = total
            place += 16
    set_high[0] = enable
