"""Self-test of a reed surface, see self_test.py."""

from treppe.runtime import const
from treppe.sensing import BROKEN, GOOD, LOOK

_FRAMES = const(200)
_CHATTER_EDGES = const(20)  # in 2 s
_CHIPS = const(18)


class ReedSelfTest:
    """Looks at 200 scans of a reed surface."""

    def __init__(self, surface):
        self._surface = surface
        self._always = bytearray([255] * _CHIPS)
        self._before = bytearray(_CHIPS)
        self._edges = bytearray(surface.FIELDS)
        self._echoes = [0, 0]  # scans whose echo was 0x00, 0xFF
        self._silent = bytearray([255] * _CHIPS)  # chips that have read as an open line all the time
        self._flips = 0  # scans in which the reeds read what was sent through the chain before: never loaded
        self._sent = 1
        self._frames = 0
        self._chips = (max(surface.CHANNELS) >> 3) + 1
        self._ones = 0  # bits that have been one in some scan, of any chip or the echo

    def update(self, frame) -> bool:
        """Take one scan; True when there are enough for all but chatter."""
        echo = frame[_CHIPS]
        if echo == frame[_CHIPS + 1] and echo in (0, 255):
            self._echoes[echo & 1] += 1
        self._flips += all([frame[chip] == self._sent for chip in range(self._chips)])
        self._ones |= echo
        self._sent = echo
        for chip in range(self._chips):
            closed = frame[chip] ^ 255
            self._ones |= frame[chip]
            self._always[chip] &= closed
            if frame[chip] != frame[_CHIPS + 1]:
                self._silent[chip] = 0
            if self._frames and closed != self._before[chip]:
                self._count_edges(chip, closed ^ self._before[chip])
            self._before[chip] = closed
        self._frames += 1
        return self._frames >= _FRAMES

    def _count_edges(self, chip: int, changed: int):
        for field, place in enumerate(self._surface.CHANNELS):
            if place >> 3 == chip and changed >> (place & 7) & 1:
                self._edges[field] = min(255, self._edges[field] + 1)

    def results(self, is_empty: bool = False) -> list[tuple[str, dict]]:
        """Return the results, see self_test.py."""
        if min(self._echoes) * 3 < self._frames:
            return [self._chain()]
        if self._flips * 3 > self._frames * 2:
            return [(BROKEN, {"code": "chain_unloaded"})]
        is_by_pins = self._surface.READER == "PICO"
        found = [(GOOD, {"code": "pins_good"} if is_by_pins else {"code": "chain_good", "chips": self._chips})]
        for field, place in enumerate(self._surface.CHANNELS):
            name = self._surface.NAMES[field]
            if self._edges[field] * _FRAMES > _CHATTER_EDGES * max(self._frames, _FRAMES):
                found.append((LOOK, {"code": "reed_chatters", "field": name}))
            elif is_empty and self._always[place >> 3] >> (place & 7) & 1:
                found.append((BROKEN, {"code": "reed_stuck", "field": name}))
        if len(found) == 1:
            closed = sum([self._always[place >> 3] >> (place & 7) & 1 for place in self._surface.CHANNELS])
            found.append((GOOD, {"code": "reeds_open"} if is_empty else {"code": "reeds_good", "closed": closed}))
        return found

    def _chain(self):
        if not self._ones:
            return BROKEN, {"code": "chain_grounded"}
        first = self._chips
        while first > 0 and self._silent[first - 1]:
            first -= 1
        chip = min(first, self._chips - 1)
        # An open line reads as reeds without a piece do.
        if self._chips > 2 and chip > 1:
            return BROKEN, {"code": "tile_silent", "tile": chip // 2 + 1}
        if self._chips == 2 and chip:
            return BROKEN, {"code": "chip_silent", "chip": chip + 1}
        return BROKEN, {"code": "chain_silent"}
