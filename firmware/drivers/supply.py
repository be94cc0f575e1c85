"""The Pico's own supply VSYS, from USB or from 5 V, and whether the 5 V supply of the lamps is plugged in."""

from machine import ADC, Pin
from treppe.runtime import const

_THIRD_OF_VSYS = const(29)  # inside the Pico
# On a Pico W the radio has that pin while this one is low; a plain Pico has its LED there. Nobody has run a W yet.
_RADIO_AWAY = const(25)
_FULL_SCALE_MV = const(9900)


class Supply:
    """Reads the supply; quick enough for every frame."""

    def __init__(self, external_pin):
        """Take the pin that is high while the lamps' 5 V supply is plugged in."""
        self.is_external = external_pin.value
        Pin(_RADIO_AWAY, Pin.OUT, value=1)
        self._read = ADC(Pin(_THIRD_OF_VSYS)).read_u16

    def read_mv(self) -> int:
        """Return the voltage of VSYS in millivolts."""
        return self._read() * _FULL_SCALE_MV // 65535
