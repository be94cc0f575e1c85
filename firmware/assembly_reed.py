"""Builds what a surface of reeds needs, see assembly.py."""

import pins
from drivers.bus import open_bus
from drivers.contacts import Contacts
from drivers.reed_chain import ReedChain
from drivers.reed_expanders import ReedExpanders
from machine import I2C, SPI, Pin
from treppe.sensing.reeds import ReedSensing

open_memory = None
"""Such a surface has no memory of its own."""


def build_parts(surface, values, supplies):
    """Return driver and sensing of a reed surface, and no diagnostic."""
    if surface.READER == "PICO":
        contacts = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins.CONTACTS]
        return Contacts(contacts), ReedSensing(surface, values), {}
    if surface.READER == "MCP23017":
        far = I2C(1, scl=Pin(pins.SPI_MOSI), sda=Pin(pins.SPI_SCK), freq=400_000)
        return ReedExpanders(open_bus(), far), ReedSensing(surface, values), {}
    clock, sent, received = Pin(pins.SPI_SCK), Pin(pins.SPI_MOSI), Pin(pins.SPI_MISO, Pin.IN, Pin.PULL_UP)
    bus = SPI(0, 1_000_000, polarity=1, phase=0, sck=clock, mosi=sent, miso=received)
    chips = (max(surface.CHANNELS) >> 3) + 1
    return ReedChain(bus, Pin(pins.REED_LOAD, Pin.OUT, value=1), chips), ReedSensing(surface, values), {}
