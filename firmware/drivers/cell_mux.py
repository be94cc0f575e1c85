"""49 Hall sensors behind four multiplexers CD74HC4067, and the surface's identity, over three ADC inputs."""

import time
from array import array

# One select line changes at each step, and at the last one back to the first.
_GRAY = (0, 1, 3, 2, 6, 7, 5, 4, 12, 13, 15, 14, 10, 11, 9, 8)
# 100 ohm and 100 nF at each sensor: 18 us until the channel has recovered to half a code.
_SETTLE_US = 20


class CellMux:
    """Reads 64 channels: multiplexers 0 to 2 together on three inputs, then number 3 on the last of them.

    Plain Python. Reading the converter's registers from viper would be five times quicker; it would replace
    `_read` and leave the rest.
    """

    def __init__(self, inputs, select_pins, enable_a, enable_b, supply_pin):
        """Take three ADCs, four select pins, two enable pins (low: on) and the pin that feeds the sensors."""
        self._inputs = inputs
        self._select = select_pins
        self._enable_a = enable_a
        self._enable_b = enable_b
        enable_a(1)
        enable_b(1)
        for pin in select_pins:
            pin(0)
        self._selected = 0
        supply_pin(1)

    def frame(self):
        """Return an empty frame: what `scan` fills."""
        return array("H", [0] * 64)

    def scan(self, frame) -> None:
        """Fill in multiplexer * 16 + channel with the sum of four 12-bit samples."""
        first, second, third = self._inputs
        self._enable_a(0)
        for channel in _GRAY:
            self._choose(channel)
            frame[channel] = _read(first)
            frame[16 + channel] = _read(second)
            frame[32 + channel] = _read(third)
        self._enable_a(1)  # never both on: they share the third input
        self._enable_b(0)
        for channel in _GRAY:
            self._choose(channel)
            frame[48 + channel] = _read(third)
        self._enable_b(1)

    def _choose(self, channel):
        changed = channel ^ self._selected
        self._selected = channel
        for line in range(4):
            if changed >> line & 1:
                self._select[line](channel >> line & 1)
        time.sleep_us(_SETTLE_US)


def _read(adc) -> int:
    # read_u16 repeats the 12 bits of the converter in the low ones.
    read = adc.read_u16
    return (read() >> 4) + (read() >> 4) + (read() >> 4) + (read() >> 4)
