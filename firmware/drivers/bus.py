"""The I2C bus that display and surface memory share."""

import time

import pins
from machine import I2C, Pin

DISPLAY, MEMORY = 0x3C, 0x50
_HALF_US = 5


def open_bus() -> I2C:
    """Return the bus. A transfer that a chip holds up for 10 ms fails."""
    _free_data()
    return I2C(0, scl=Pin(pins.I2C_SCL), sda=Pin(pins.I2C_SDA), freq=400_000, timeout=10_000)


def answers(wires: I2C, address: int) -> bool:
    """Tell whether a chip answers at an address. All 112 of them would hold up the board for more than a second."""
    try:
        wires.writeto(address, b"")
    except OSError:
        return False
    return True


def _free_data():
    """Clock out the rest of a byte that a reset interrupted: until then its chip holds the data line low."""
    data = Pin(pins.I2C_SDA, Pin.IN, Pin.PULL_UP)
    for _ in range(9):
        if data():
            return
        Pin(pins.I2C_SCL, Pin.OUT, value=0)
        time.sleep_us(_HALF_US)
        Pin(pins.I2C_SCL, Pin.IN, Pin.PULL_UP)
        time.sleep_us(_HALF_US)
