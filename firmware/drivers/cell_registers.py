"""The multiplexers' scan on the RP2040's registers, three times as fast as `cell_mux`. Only a Pico can import it."""
# mypy: ignore-errors
# pyright: reportUndefinedVariable=false

from array import array

import micropython
import pins
from micropython import const

from drivers.cell_mux import STEPS, CellMux

# Registers by words (RP2040 data sheet: SIO 2.3.1.7, timer 4.6.5, converter 4.9.6).
_SIO = const(0xD0000000)
_SET = const(5)
_CLEAR = const(6)
_TIMER = const(0x40054000)
_NOW_US = const(10)
_CONVERTER = const(0x4004C000)
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
        _scan(frame, _PATH, 0, _ENABLE_A)
        _scan(frame, _PATH, 2, _ENABLE_B)  # never both on: multiplexers 2 and 3 share the third input


@micropython.viper
def _scan(frame, path, first_input: int, enable: int):
    """Read the multiplexers behind one enable line: 0 to 2 on inputs 0 to 2, or number 3 on input 2."""
    sums = ptr16(frame)
    steps = ptr32(path)
    pin = ptr32(_SIO)
    timer = ptr32(_TIMER)
    converter = ptr32(_CONVERTER)
    pin[_CLEAR] = enable
    for index in range(16):
        step = steps[index]
        pin[_CLEAR - (step >> 4 & 1)] = step >> 8
        begun = timer[_NOW_US]
        while timer[_NOW_US] - begun < _SETTLE_US:
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
    pin[_SET] = enable
