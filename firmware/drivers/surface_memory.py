"""The surface's own memory, a 24C32 on the I2C bus: its calibration, in two copies, each after its length."""

_ADDRESS = 0x50
_PLACES = (0, 2048)
_LONGEST = 2046


class SurfaceMemory:
    """Reads the copies of the surface's record."""

    def __init__(self, i2c):
        """Take the bus."""
        self._i2c = i2c

    def copies(self) -> list[bytes]:
        """Return the copies of the record that have a sensible length; none if the memory does not answer."""
        found = []
        try:
            for place in _PLACES:
                length = int.from_bytes(self._read(place, 2), "little")
                if length <= _LONGEST:
                    found.append(self._read(place + 2, length))
        except OSError:
            pass
        return found

    def _read(self, place, size):
        content = bytearray(size)
        self._i2c.readfrom_mem_into(_ADDRESS, place, content, addrsize=16)
        return bytes(content)
