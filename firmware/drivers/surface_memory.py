"""The surface's own memory, a 24C32 on the I2C bus: its calibration, in two copies."""

_ADDRESS = 0x50
_PLACES = (0, 2048)


class SurfaceMemory:
    """Reads the copies of the surface's record."""

    def __init__(self, i2c):
        """Take the bus."""
        self._i2c = i2c

    def is_there(self) -> bool:
        """Tell whether the surface has a memory."""
        return _ADDRESS in self._i2c.scan()

    def copies(self, size: int):
        """Yield each copy of the record, `size` bytes long."""
        for place in _PLACES:
            record = bytearray(size)
            self._i2c.readfrom_mem_into(_ADDRESS, place, record, addrsize=16)
            yield bytes(record)
