"""Up to 144 contacts on up to 18 shift registers 74HC165 in one chain, read over SPI."""

from treppe.runtime import const

# 18 bytes of reeds, then two bytes of echo: what MOSI sent into the far end of the chain comes out last.
_CHIPS = const(18)
_FRAME_BYTES = const(20)


class ReedChain:
    """Reads the chain: SPI mode 2 at 1 MHz, MOSI on the serial input of the far chip.

    Mode 2 samples on the falling edge while the registers shift on the rising one: half a clock of margin.
    """

    def __init__(self, spi, load_pin, chips: int = _CHIPS):
        """Take the bus and the /PL pin, high; inputs beyond the `chips` of the chain read as open contacts."""
        self._chips = chips
        self._spi = spi
        self._load = load_pin
        self._sent = (bytearray(_FRAME_BYTES), bytearray(b"\xff" * _FRAME_BYTES))
        self._turn = 0
        self._looked = self.frame()

    def frame(self):
        """Return an empty frame: what `scan` fills."""
        return bytearray(_FRAME_BYTES)

    @property
    def pattern(self) -> int:
        """The byte that the last scan sent through the chain: 0x00 and 0xFF alternate."""
        return self._sent[self._turn][0]

    def scan(self, frame) -> None:
        """Latch all contacts, then shift them in: bit 7 of byte 0 first; a closed reed is 0."""
        self._turn ^= 1
        self._read(frame)

    def has_changed(self, frame) -> bool:
        """Tell whether a contact reads otherwise than in the last scan, `frame`. Takes 0.3 ms."""
        self._read(self._looked)
        return self._looked != frame

    def _read(self, frame):
        self._load(0)  # a Python call lasts longer than the microsecond that /PL must be low
        self._load(1)
        self._spi.write_readinto(self._sent[self._turn], frame)
        for missing in range(self._chips, _CHIPS):
            frame[missing] = 0xFF  # the echo has already come through
