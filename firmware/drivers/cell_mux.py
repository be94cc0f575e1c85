"""49 Hall sensors behind four multiplexers CD74HC4067, and the surface's identity, over three ADC inputs."""

import time
from array import array

from treppe.runtime import const

# One byte per step: the channel, and << 4 the one select line that changes from the step before, to its bit of the
# channel. The first step follows the last.
STEPS = b"\x30\x01\x13\x02\x26\x07\x15\x04\x3c\x0d\x1f\x0e\x2a\x0b\x19\x08"
# 100 ohm and 100 nF at each sensor: 18 us until the channel has recovered to half a code.
_SETTLE_US = const(20)


class CellMux:
    """Reads 64 channels: multiplexers 0 to 2 together on three inputs, then multiplexer 3 on the third input.

    This is plain Python, for the simulation; a Pico uses `cell_registers`.
    """

    def __init__(self, inputs, select_pins, enable_a, enable_b, supply_pin):
        """Take three ADCs, four select pins, two enable pins (low: on) and the pin that feeds the sensors."""
        self._inputs = inputs
        self._select = select_pins
        self._enable_a = enable_a
        self._enable_b = enable_b
        self.supply = supply_pin
        enable_a(1)
        enable_b(1)
        for pin in select_pins:
            pin(0)
        supply_pin(1)

    def frame(self):
        """Return an empty frame for `scan` to fill."""
        return array("H", [0] * 64)

    def scan(self, frame) -> None:
        """Fill in multiplexer * 16 + channel with the sum of four 12-bit samples."""
        first, second, third = self._inputs
        select = self._select
        self._enable_a(0)
        for step in STEPS:
            channel = step & 15
            select[step >> 4](channel >> (step >> 4) & 1)
            time.sleep_us(_SETTLE_US)
            frame[channel] = _read(first)
            frame[16 + channel] = _read(second)
            frame[32 + channel] = _read(third)
        self._enable_a(1)  # never both on: multiplexers 2 and 3 share the third input
        self._enable_b(0)
        for step in STEPS:
            channel = step & 15
            select[step >> 4](channel >> (step >> 4) & 1)
            time.sleep_us(_SETTLE_US)
            frame[48 + channel] = _read(third)
        self._enable_b(1)


def _read(adc) -> int:
    # read_u16 repeats the converter's 12 bits below them.
    return (adc.read_u16() >> 4) + (adc.read_u16() >> 4) + (adc.read_u16() >> 4) + (adc.read_u16() >> 4)
