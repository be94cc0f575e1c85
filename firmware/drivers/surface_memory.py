"""The surface's own memory, a 24C32 on the I2C bus: two copies of each kind of record, each behind its length."""

from treppe.runtime import const

_ADDRESS = const(0x50)
# Where the two copies of a record begin; the first byte of the next kind ends them.
_PLACES = {"calibration": (0, 2048), "learned": (1024, 3072), "unfinished": (1536, 3584)}
_ROOMS = {"calibration": 1024, "learned": 512, "unfinished": 512}
_PAGE = const(32)
_PIECE = const(256)  # 6 ms of the bus, which gives up a transfer after 10 ms (see bus.py)
_LOOKS = const(5)  # attempts to read a page back: while it is burnt in, 5 to 10 ms, the chip does not answer


class SurfaceMemory:
    """Reads and writes the two copies of a kind of record: "calibration", "learned" or "unfinished"."""

    def __init__(self, i2c, kind: str = "calibration"):
        self._i2c = i2c
        self._places = _PLACES[kind]
        self._longest = _ROOMS[kind] - 2

    def copies(self) -> list[bytes]:
        """Return the copies of the record that have a sensible length; none if the memory does not answer."""
        found = []
        try:
            for place in self._places:
                length = int.from_bytes(self._read(place, 2), "little")
                if length <= self._longest:
                    found.append(self._read(place + 2, length))
        except OSError:
            pass
        return found

    def write(self, number: int, record: bytes):
        """Write copy 0 or 1: a generator. Each step writes a page of 32 bytes, which takes a millisecond of the bus.

        The caller lets some milliseconds pass between two steps, while the chip burns the page in. Each page is read
        back. Raises ValueError if the record is too long, OSError if the memory does not answer or keep a page.
        """
        if len(record) > self._longest:
            raise ValueError({"code": "record_length", "length": len(record), "most": self._longest})
        content = len(record).to_bytes(2, "little") + record
        for at in range(0, len(content), _PAGE):
            place, page = self._places[number] + at, content[at : at + _PAGE]
            try:
                self._i2c.writeto_mem(_ADDRESS, place, page, addrsize=16)
            except OSError:
                raise OSError({"code": "memory_silent"})
            for _ in range(_LOOKS):
                yield
                if self._holds(place, page):
                    break
            else:
                raise OSError({"code": "memory_forgets"})

    def _holds(self, place, page) -> bool:
        """Tell whether the memory holds the page."""
        try:
            return self._read(place, len(page)) == page
        except OSError:
            return False

    def _read(self, place, size):
        content = bytearray(size)
        pieces = memoryview(content)
        for at in range(0, size, _PIECE):
            self._i2c.readfrom_mem_into(_ADDRESS, place + at, pieces[at : at + _PIECE], addrsize=16)
        return bytes(content)
