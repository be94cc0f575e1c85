"""The surface's memory, a 24C32 at 0x50: pages of 32 bytes, silent while it burns one in. Runs in CPython too."""

_ADDRESS = 0x50
_SIZE = 4096
_PAGE = 32
_BURN_US = 5000  # 24C32 data sheets: 5 ms at most, older ones 10


class Eeprom:
    """The chip over a file; `writes_left` page writes succeed, then the power goes in the middle of one (-1: never).

    `now_us()` is the time, `cut()` is called when the power goes, with the page half written.
    """

    def __init__(self, file, now_us, writes_left=-1, cut=None):
        self._file = file
        self._now_us = now_us
        self._ready_us = 0
        self._left = writes_left
        self._cut = cut
        self.writes = 0

    def answers(self, address, addrsize=16):
        """Tell whether the chip acknowledges its address."""
        return address == _ADDRESS and addrsize == 16 and self._now_us() >= self._ready_us

    def read_into(self, place, buffer):
        """Read from a place on."""
        self._file.seek(place % _SIZE)
        self._file.readinto(buffer)

    def write(self, place, content):
        """Burn a page in; what goes beyond its end goes on at its beginning."""
        first = place % _SIZE // _PAGE * _PAGE
        page = bytearray(_PAGE)
        self.read_into(first, page)
        for at in range(len(content)):
            page[(place + at) % _PAGE] = content[at]
        self._file.seek(first)
        if self._left == 0:
            self._file.write(page[: _PAGE // 2])
            self._cut()
            return
        self._left -= 1
        self._file.write(page)
        self.writes += 1
        self._ready_us = self._now_us() + _BURN_US
