"""The bus of display and surface."""

import pins
from machine import I2C, Pin


def open_bus() -> I2C:
    """Return the bus; a chip that holds it is given up after 10 ms."""
    return I2C(0, scl=Pin(pins.I2C_SCL), sda=Pin(pins.I2C_SDA), freq=400_000, timeout=10_000)
