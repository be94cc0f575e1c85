"""The part of a Pico's `machine` that the firmware above the drivers uses."""

identity = bytearray(8)


def unique_id():
    """Return the eight bytes by which a board is told from others."""
    return bytes(identity)
