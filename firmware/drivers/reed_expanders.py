"""144 reeds on nine port expanders MCP23017, read over two I2C buses."""

from treppe.runtime import const

_FIRST_ADDRESS = const(0x20)
_CHIPS_A_BUS = const(8)
_CHIPS = const(9)
_PULL_UPS = const(0x0C)
_PORTS = const(0x12)


class ReedExpanders:
    """Fills the same frames as the shift registers: two bytes a chip, a closed reed is 0, two bytes of echo."""

    def __init__(self, near, far):
        """Take the bus of the first eight chips and that of the ninth; switch their pull-ups on."""
        self._buses = (near, far)
        self._ports = bytearray(2)
        self._turn = 0
        for chip in range(_CHIPS):
            try:
                self._buses[chip // _CHIPS_A_BUS].writeto_mem(_address(chip), _PULL_UPS, b"\xff\xff")
            except OSError:
                pass  # every scan finds it missing and says so

    def frame(self):
        """Return an empty frame: what `scan` fills."""
        return bytearray(2 * _CHIPS + 2)

    @property
    def pattern(self) -> int:
        """The echo of a good scan, 0x00 and 0xFF by turns."""
        return 0xFF if self._turn else 0x00

    def scan(self, frame) -> None:
        """Read all chips; without an answer from one of them the two bytes of echo differ."""
        self._turn ^= 1
        are_all_here = True
        ports = self._ports
        for chip in range(_CHIPS):
            try:
                self._buses[chip // _CHIPS_A_BUS].readfrom_mem_into(_address(chip), _PORTS, ports)
            except OSError:
                ports[0] = ports[1] = 0xFF
                are_all_here = False
            frame[2 * chip] = ports[0]
            frame[2 * chip + 1] = ports[1]
        frame[2 * _CHIPS] = self.pattern if are_all_here else 0x00
        frame[2 * _CHIPS + 1] = self.pattern if are_all_here else 0xFF


def _address(chip: int) -> int:
    return _FIRST_ADDRESS + chip % _CHIPS_A_BUS
