"""The Pico's own supply VSYS, from USB or from 5 V."""

from machine import ADC, Pin

_THIRD_OF_VSYS = 29  # inside the Pico; on a Pico W this pin belongs to the radio
_FULL_SCALE_MV = 9900


def read_supply_mv() -> int:
    """Return the voltage of VSYS in millivolts."""
    return ADC(Pin(_THIRD_OF_VSYS)).read_u16() * _FULL_SCALE_MV // 65535
