"""The part of a Pico's `machine` that the firmware above the drivers uses."""

identity = bytearray(8)
mem32 = [0]
"""See drivers/chip.py."""


def unique_id():
    """Return the eight bytes by which a board is distinguished from others."""
    return bytes(identity)
