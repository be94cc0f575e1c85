"""A strip of WS2812 lamps, fed by PIO and DMA: the processor does not wait for it."""

import _rp2

from drivers.lamp_program import HERTZ, SEND_BITS


class Lamps:
    """Shows three bytes a lamp, green, red, blue, in the order of the strip.

    The DMA writes single bytes: the RP2040 repeats a byte in all four lanes of the state machine's register,
    whose top one the program shifts out.
    """

    def __init__(self, count: int, data_pin, supply_pin):
        """Take the strip's pin and the pin that switches the lamps' 5 V; all lamps begin dark."""
        # One pixel more, always dark: the last lamp passes it on to the return line.
        self.grb = bytearray(3 * count + 3)
        self._machine = _rp2.StateMachine(0, SEND_BITS, freq=HERTZ, sideset_base=data_pin)
        self._machine.active(1)
        self._dma = _rp2.DMA()
        # Request 0 is the transmit queue of state machine 0 of PIO 0; size 0 means bytes.
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0)
        self._dma.config(read=self.grb, write=self._machine, count=len(self.grb), ctrl=control)
        supply_pin(1)
        self.show()

    def is_busy(self) -> bool:
        """Tell whether the strip is still being sent: `grb` must not change then."""
        return self._dma.active()

    def show(self):
        """Begin to send `grb` and return at once. Does nothing while the strip is still being sent."""
        if not self.is_busy():
            self._dma.config(read=self.grb, count=len(self.grb), trigger=True)
