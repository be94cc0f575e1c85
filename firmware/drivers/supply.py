"""The Pico's own supply VSYS, from USB or from 5 V, and whether the 5 V supply of the lamps is plugged in."""

from machine import ADC, Pin
from treppe.runtime import const

_THIRD_OF_VSYS = const(29)  # inside the Pico
# On a Pico W the radio has that pin while this one is low; a plain Pico has its LED there. Nobody has run a W yet.
_RADIO_AWAY = const(25)
_USB = const(24)  # inside the Pico: high while USB brings a voltage
_FULL_SCALE_MV = const(9900)


class Supply:
    """Reads the supply; quick enough for every frame."""

    def __init__(self, external, revision):
        """Take what tells whether the lamps' 5 V supply is plugged in, and the revision's pin: low from B on."""
        self.is_external = external
        self._revision = revision
        self._is_usb = Pin(_USB, Pin.IN)
        Pin(_RADIO_AWAY, Pin.OUT, value=1)
        self._read = ADC(Pin(_THIRD_OF_VSYS)).read_u16

    def feeds_lamps(self) -> bool:
        """Tell whether all of the lamps' current comes from their supply.

        On a controller of revision A the higher voltage wins: with both plugged in, USB may give half of it.
        """
        return self.is_external() and not (self._is_usb() and self._revision())

    def read_mv(self) -> int:
        """Return the voltage of VSYS in millivolts."""
        return self._read() * _FULL_SCALE_MV // 65535
