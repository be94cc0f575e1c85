"""Self-tests at boot and on demand: from some frames to findings, each naming part, fault, and what still works.

A finding is a tuple of three plain texts. What a lamp or the supply does is not sensing's to see.
"""

from array import array

from treppe.runtime import const

FRAMES = const(64)
CHATTER_FRAMES = const(200)

_OPEN = const(100)  # codes
_SHORT = const(4000)
_JAMMED = const(3800)
_NO_FIELD = const(2048)
_NO_FIELD_REACH = const(80)
_EMPTY_REACH = const(60)
_DEAD_NOISE16 = const(10)  # variance of a sum of four samples, in sixteenths: 0.2 codes a sample
_LOUD_NOISE16 = const(1600)  # 2.5 codes a sample
_REFERENCES = ((0, 778), (15, 1024))
_REFERENCE_REACH = const(22)
_HALF_SUPPLY = const(57)  # multiplexer 3, channel 9
_HALF_SUPPLY_REACH = const(60)
_THERMISTOR = const(56)
_CHATTER_EDGES = const(20)  # in 2 s
_CHIPS = const(18)


class CellSelfTest:
    """Looks at FRAMES frames of a tower surface on which nothing moves."""

    def __init__(self, surface, calibration):
        self._surface = surface
        self._calibration = calibration
        self._first = array("H", [0] * 64)
        self._sums = array("i", [0] * 64)
        self._squares = array("i", [0] * 64)
        self._frames = 0

    def update(self, frame) -> bool:
        """Take one frame; True when there are enough."""
        if not self._frames:
            self._first[:] = frame
        for place in range(64):
            off = max(-2000, min(2000, frame[place] - self._first[place]))
            self._sums[place] += off
            self._squares[place] += off * off
        self._frames += 1
        return self._frames >= FRAMES

    def findings(self, is_empty: bool = False) -> list[tuple[str, str, str]]:
        """Return what is wrong; `is_empty`: somebody has said that nothing stands on the board."""
        found = self._muxes()
        dead_muxes = [part for part, _, _ in found]
        for field, place in enumerate(self._surface.CHANNELS):
            fault = self._field_fault(field, place, is_empty)
            if fault and f"multiplexer M{place >> 4}" not in dead_muxes:
                rest = "its value is asked for; all other fields work"
                found.append(("field " + self._surface.NAMES[field], fault, rest))
        return found + self._supply()

    def _code(self, place: int) -> int:
        return (self._first[place] + self._sums[place] // self._frames) >> 2

    def _variance16(self, place: int) -> int:
        """Return the variance of a sum of four samples, in sixteenths."""
        mean16 = 16 * self._sums[place] // self._frames
        return 16 * self._squares[place] // self._frames - mean16 * mean16 // 16

    def _field_fault(self, field: int, place: int, is_empty: bool) -> str:
        code = self._code(place)
        if code < _OPEN:
            return "Hall output open"
        if code > _SHORT:
            return "Hall output shorted to the supply"
        if self._variance16(place) < _DEAD_NOISE16:
            return f"the Hall is dead: it reads {code} without any noise"
        if -_NO_FIELD_REACH <= code - _NO_FIELD <= _NO_FIELD_REACH:
            return f"the magnet is lost: the Hall reads {code}, as without a field"
        if code > _JAMMED:
            return "overloaded or jammed: lift what lies there"
        off = code - (self._calibration.code16(field, 0) >> 4)
        if is_empty and not -_EMPTY_REACH <= off <= _EMPTY_REACH:
            return f"the empty platform reads {off:+d} codes off its calibration: jammed, or to be calibrated anew"
        return ""

    def _muxes(self):
        """Hold both references of each multiplexer against what they must read."""
        found = []
        for mux in range(4):
            for channel, wanted in _REFERENCES:
                code = self._code(16 * mux + channel)
                if not -_REFERENCE_REACH <= code - wanted <= _REFERENCE_REACH:
                    fault = f"channel {channel} reads {code} instead of {wanted}: a select line, its enable or its plug"
                    rest = "the fields of the other multiplexers work; its own are asked for"
                    found.append((f"multiplexer M{mux}", fault, rest))
                    break
        if len(found) == 4:
            rest = "games for reeds, and those without a board"
            found = [("select lines", "no multiplexer reads its references: a line is stuck or HALL_EN is off", rest)]
        return found

    def _supply(self):
        found = []
        code = self._code(_HALF_SUPPLY)
        if not -_HALF_SUPPLY_REACH <= code - _NO_FIELD <= _HALF_SUPPLY_REACH:
            fault = f"half of it reads {code} instead of {_NO_FIELD}"
            found.append(("supply 3V3A", fault, "weights may be wrong; calibrate after the repair"))
        code = self._code(_THERMISTOR)
        if not 400 <= code <= 3700:
            fault = f"reads {code}: open or shorted"
            found.append(("thermistor", fault, "all fields work, without the correction of heat"))
        if self._variance16(15) > _LOUD_NOISE16:
            found.append(("converter", "its references are noisy", "all fields work, more of them unsure"))
        return found


class ReedSelfTest:
    """Looks at frames of a reed surface: FRAMES for the chain and what is stuck, CHATTER_FRAMES for chatter.

    Keep it while somebody moves a magnet over all fields, and `unseen` tells which never closed.
    """

    def __init__(self, surface):
        self._surface = surface
        self._seen = bytearray(_CHIPS)
        self._always = bytearray([255] * _CHIPS)
        self._before = bytearray(_CHIPS)
        self._edges = bytearray(surface.FIELDS)
        self._echoes = [0, 0]  # scans whose echo was 0x00, 0xFF
        self._silent = bytearray([255] * _CHIPS)  # chips that have shown nothing but the chain's silence
        self._frames = 0

    def update(self, frame) -> bool:
        """Take one scan; True when there are enough for all but chatter."""
        echo = frame[_CHIPS]
        if echo == frame[_CHIPS + 1] and echo in (0, 255):
            self._echoes[echo & 1] += 1
        for chip in range(_CHIPS):
            closed = frame[chip] ^ 255
            self._seen[chip] |= closed
            self._always[chip] &= closed
            if frame[chip] != frame[_CHIPS + 1]:
                self._silent[chip] = 0
            if self._frames and closed != self._before[chip]:
                self._count_edges(chip, closed ^ self._before[chip])
            self._before[chip] = closed
        self._frames += 1
        return self._frames >= FRAMES

    def _count_edges(self, chip: int, changed: int):
        for field, place in enumerate(self._surface.CHANNELS):
            if place >> 3 == chip and changed >> (place & 7) & 1:
                self._edges[field] = min(255, self._edges[field] + 1)

    def findings(self, is_empty: bool = False) -> list[tuple[str, str, str]]:
        """Return what is wrong; `is_empty`: somebody has said that nothing stands on the board."""
        if min(self._echoes) * 3 < self._frames:
            return [self._chain()]
        found = []
        for field, place in enumerate(self._surface.CHANNELS):
            part = "field " + self._surface.NAMES[field]
            if self._edges[field] * CHATTER_FRAMES > _CHATTER_EDGES * max(self._frames, CHATTER_FRAMES):
                found.append((part, "the reed chatters", "it works with a longer debounce: reed_place_scans"))
            elif is_empty and self._always[place >> 3] >> (place & 7) & 1:
                rest = "mask it (reed_masked): the field is asked for, all others work"
                found.append((part, "the reed is stuck closed", rest))
        return found

    def unseen(self) -> list[int]:
        """Return the fields whose reed has not closed since the test began."""
        return [
            field for field, place in enumerate(self._surface.CHANNELS) if not self._seen[place >> 3] >> (place & 7) & 1
        ]

    def _chain(self):
        first = _CHIPS
        while first > 0 and self._silent[first - 1]:
            first -= 1
        if not first:
            return ("reed chain", "nothing answers: MISO, /PL or the first plug", "games without this surface")
        tile = min(first, _CHIPS - 1) // 2 + 1
        rest = f"the fields of the tiles before tile {tile} work" if tile > 1 else "games without this surface"
        return (f"tile {tile} of the reed chain", "does not answer: its plug, or the one before", rest)
