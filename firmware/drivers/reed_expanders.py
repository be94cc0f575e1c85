"""144 reeds on eleven port expanders MCP23017, read over two I2C buses.

Fourteen a chip: since 2022 the highest pin of each port is an output only (data sheet, revision D).
"""

from treppe.runtime import const

_FIRST_ADDRESS = const(0x20)
_CHIPS_A_BUS = const(8)
_CHIPS = const(11)
_BYTES = const(18)  # of 144 reeds
_PULL_UPS = const(0x0C)
_PORTS = const(0x12)


class ReedExpanders:
    """Fills the same frames as the shift registers: a bit a reed, a closed one is 0, two bytes of echo."""

    def __init__(self, near, far):
        """Take the bus of the first eight chips and that of the other three; switch their pull-ups on."""
        self._buses = (near, far)
        self._ports = bytearray(2)
        self._turn = 0
        for chip in range(_CHIPS):
            try:
                self._buses[chip // _CHIPS_A_BUS].writeto_mem(_address(chip), _PULL_UPS, b"\xff\xff")
            except OSError:
                pass  # each scan reports it

    def frame(self):
        """Return an empty frame: what `scan` fills."""
        return bytearray(_BYTES + 2)

    @property
    def pattern(self) -> int:
        """The echo of a good scan: 0x00 and 0xFF alternate."""
        return 0xFF if self._turn else 0x00

    def scan(self, frame) -> None:
        """Read all chips. If one does not answer, the two bytes of echo differ."""
        self._turn ^= 1
        are_all_here = True
        ports = self._ports
        bits = place = count = 0
        for chip in range(_CHIPS):
            try:
                self._buses[chip // _CHIPS_A_BUS].readfrom_mem_into(_address(chip), _PORTS, ports)
            except OSError:
                ports[0] = ports[1] = 0xFF
                are_all_here = False
            bits |= (ports[0] & 0x7F | (ports[1] & 0x7F) << 7) << count
            count += 14
            while count >= 8 and place < _BYTES:
                frame[place] = bits & 0xFF
                place += 1
                bits >>= 8
                count -= 8
        frame[_BYTES] = self.pattern if are_all_here else 0x00
        frame[_BYTES + 1] = self.pattern if are_all_here else 0xFF


def _address(chip: int) -> int:
    return _FIRST_ADDRESS + chip % _CHIPS_A_BUS
