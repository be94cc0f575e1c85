"""Reed surface: raw bytes of the chain -> which fields carry a piece.

Debounce by vertical counters: the bits of four bytearrays are one 4-bit counter a reed, so eight reeds are counted at
once, and bytes in which nothing differs cost one comparison, as a whole scan does where nothing has differed in the one
before. A lift counts after few equal scans, a place after many.
A reed that chatters is a loose contact: it is named, and then a lift counts after many scans, a place after few. It
shows by more short openings or closings than any hand makes, ten a second, or by few longer ones that were believed and
came back sooner than a hand that drums with its piece puts it down again.
"""

from treppe.runtime import const
from treppe.sensing import FAULTY, QUIET, SETTLING, defaults
from treppe.sensing.self_test_reeds import ReedSelfTest

_CHIPS = const(18)
_ECHO = const(18)  # bytes 18 and 19 of a frame: what was sent into the far end of the chain
_CHATTER_SCANS = const(200)
_CHATTER_RETURNS = const(20)  # in as many scans a reed that went and came back so often chatters: hands drum at 8 Hz
_DROP_SCANS = const(4)  # an opening that was believed and lasts no longer is no hand's: these tap for 50 ms and more
_DROPS = const(3)  # in a minute: it chatters
_DROP_WINDOW = const(6000)
_WINDOW = const(3)  # a wrong echo in 2 of 3 scans is a fault, 3 right ones in a row end it


class ReedSensing:
    """Settled image of a reed surface: `update` takes each scan.

    Settings: `reed_lift_scans` (3) and `reed_place_scans` (15), both 1 to 15; `reed_masked`, names of fields whose reed
    is not to be believed.
    """

    FRAME_BYTES = 20
    PLACES, READING_BYTES, NOISE = 18, 1, 0
    HAS_WEIGHTS = IS_CALIBRATED = False
    SETTINGS, LIMITS = defaults.SETTINGS["reed"], defaults.LIMITS["reed"]
    frame_of = bytearray

    def __init__(self, surface, settings: dict):
        self._surface = surface
        self._chip_fields = _fields_by_bit(surface)
        self._closed = bytearray(_CHIPS)
        self._ignored = bytearray(_CHIPS)
        self._counts = [bytearray(_CHIPS) for _ in range(4)]
        self._counting = bytearray(_CHIPS)  # reeds whose counter is not nought
        self._slow = bytearray(_CHIPS)  # reeds that chatter
        self._returning = bytearray(_CHIPS)  # reeds that went and came back, and how often, since the window began
        self._returns = bytearray(_CHIPS)
        self._flickers = bytearray(surface.FIELDS)  # how often each reed went and came back since `felt` was asked
        self._scans = 0
        self._lifted = bytearray(_CHIPS)  # reeds whose lift has just been believed, and at which scan of the minute
        self._lifted_at = [0] * _CHIPS
        self._drops = bytearray(surface.FIELDS)  # of each field, how often its reed has dropped out in this minute
        self._scan = 0
        self._bad_scans = 0
        self._dead_from = _CHIPS
        self._is_first = True
        self._resting = bytearray(_CHIPS + 2)  # a scan in which no reed differed or was counted
        self._is_resting = False
        self._echo = -1
        self.image = bytearray(surface.FIELDS)
        self.activity = bytearray(surface.FIELDS)
        self.faults: list[dict] = []
        self.frame = b""
        self._left_out: list[str] = []
        self._doubted: list[int] = []  # fields that are masked until their reed changes
        self._doubted_raw: list[int] = []  # what it read then, and for how many scans it has read something else
        self._doubted_scans: list[int] = []
        self.apply(settings)

    def apply(self, settings: dict):
        """Use other settings from now on; raise ValueError for a field that does not exist."""
        names, masked = self._surface.NAMES, []
        for name in settings.get("reed_masked", ()):
            if name not in names:
                raise ValueError({"code": "no_field", "name": name})
            masked.append(names.index(name))
        self._lift_scans = settings.get("reed_lift_scans", 3)
        self._place_scans = settings.get("reed_place_scans", 15)
        self._slow = bytearray(_CHIPS)
        self._drops = bytearray(self._surface.FIELDS)
        self._forget("code", "reed_chatters")
        for field, channel in enumerate(self._surface.CHANNELS):
            is_masked = self._ignored[channel >> 3] >> (channel & 7) & 1
            if field in masked:
                if not is_masked:
                    self.mask(field)
            elif is_masked:
                self._unmask(field)

    @staticmethod
    def reading(frame, channel: int) -> int:
        """Return 1 for a closed contact, 0 for an open one."""
        return ~frame[channel >> 3] >> (channel & 7) & 1

    @classmethod
    def from_record(cls, surface, _record: bytes, settings: dict):
        """Return the sensing of a surface: reeds have no calibration."""
        return cls(surface, settings)

    def begin_test(self):
        """Return a self-test, see self_test.py."""
        return ReedSelfTest(self._surface)

    def use(self, kind: str = ""):
        """Take the kind of pieces: a reed sees no weight."""

    def expect(self, image):
        """Do nothing: a reed needs no expected value."""

    def open_values(self, field: int) -> bytes:
        """Return nothing: a reed is never unsure."""
        return b""

    @property
    def is_counting(self) -> bool:
        """Tell whether a reed differs from its field, and may soon be believed."""
        return not self._is_resting

    @property
    def num_known(self) -> int:
        """How many fields are known: a reed has nothing to be learned before it can be believed."""
        return self._surface.FIELDS

    @property
    def serial(self) -> int:
        """The calibration's number: reeds have none."""
        return 0

    def record(self) -> bytes:
        """Return nothing: reeds have no calibration."""
        return b""

    def leave_out(self, faults: dict):
        """Ignore the fields in `faults` ("c4": the fault, as a code); believe again those ignored before."""
        for name in self._left_out:
            if name not in faults:
                self._unmask(self._surface.NAMES.index(name))
        self._left_out = []
        for name, diagnostic in faults.items():
            field = self._surface.NAMES.index(name)
            if self.activity[field] != FAULTY:
                self.mask(field, diagnostic)
            self._left_out.append(name)

    def felt(self, fields) -> bytes:
        """Return three bytes for each field: its number, value, and how often its reed bounced since this was asked."""
        found = bytearray()
        for field in fields:
            found.extend((field, self.image[field], self._flickers[field]))
            self._flickers[field] = 0
        return bytes(found)

    def mask(self, field: int, diagnostic: dict | None = None):
        """Ignore this reed: its field is faulty and keeps its value until `assume`."""
        channel = self._surface.CHANNELS[field]
        self._ignored[channel >> 3] |= 1 << (channel & 7)
        self._is_resting = False
        self.activity[field] = FAULTY
        self.faults.append(diagnostic or {"code": "reed_masked", "field": self._surface.NAMES[field]})

    def doubt(self, field: int):
        """Ignore this reed until it changes: people have seen that it reads wrongly."""
        self.mask(field, {"code": "reed_wrong", "field": self._surface.NAMES[field]})
        self._doubted.append(field)
        self._doubted_raw.append(self._raw(field))
        self._doubted_scans.append(0)

    def _raw(self, field):
        channel = self._surface.CHANNELS[field]
        return self.frame[channel >> 3] >> (channel & 7) & 1

    def _hear_doubted(self):
        """Believe a reed again that reads something else than when it was doubted; True if there is one."""
        news = False
        for at in range(len(self._doubted) - 1, -1, -1):
            field = self._doubted[at]
            is_same = self._raw(field) == self._doubted_raw[at]
            self._doubted_scans[at] = 0 if is_same else self._doubted_scans[at] + 1
            if self._doubted_scans[at] >= self._place_scans:
                for kept in (self._doubted, self._doubted_raw, self._doubted_scans):
                    kept.pop(at)
                self._unmask(field)
                news = True
        return news

    def _unmask(self, field: int):
        channel = self._surface.CHANNELS[field]
        self._ignored[channel >> 3] &= ~(1 << (channel & 7))
        self._is_resting = False
        self.activity[field] = QUIET
        self._forget("field", self._surface.NAMES[field])

    def _forget(self, name: str, value: str):
        """Drop the faults that have this value."""
        self.faults = [fault for fault in self.faults if fault.get(name) != value]

    def assume(self, field: int, value: int):
        """Take `value` (0 or 1) for the field's content: people have looked at it."""
        channel = self._surface.CHANNELS[field]
        bit = 1 << (channel & 7)
        self._closed[channel >> 3] = (self._closed[channel >> 3] & ~bit) | (bit if value else 0)
        self.image[field] = value
        self._is_resting = False

    def update(self, frame) -> bool:
        """Take one scan, 18 bytes of reeds (a closed one reads 0) and 2 bytes of echo; True if there is news.

        The echo must be two equal bytes, 0x00 and 0xFF by turns: what the driver sends into the chain's far end.
        """
        self.frame = frame
        news = self._check_chain(frame)
        if self._bad_scans & 1:
            return news
        self._resting[_ECHO] = self._resting[_ECHO + 1] = frame[_ECHO]
        if not (self._is_resting and frame == self._resting):
            news = self._compare(frame) or news
        if self._doubted:
            news = self._hear_doubted() or news
        self._is_first = False
        self._scans += 1
        if self._scans == _CHATTER_SCANS:
            self._scans = 0
            for chip in range(_CHIPS):
                self._returns[chip] = 0
        self._scan += 1
        if self._scan == _DROP_WINDOW:
            self._scan = 0
            for field in range(len(self._drops)):
                self._drops[field] = 0
        return news

    def _compare(self, frame) -> bool:
        """Find reeds that differ from their believed state, or that are counted."""
        news = False
        is_resting = True
        closed, ignored, counting = self._closed, self._ignored, self._counting
        for chip in range(self._dead_from):
            differs = (frame[chip] ^ 0xFF ^ closed[chip]) & ~ignored[chip]
            if differs or counting[chip]:
                is_resting = False
                news = self._count(chip, differs) or news
        if is_resting:
            for chip in range(_CHIPS):
                self._resting[chip] = frame[chip]
        self._is_resting = is_resting
        return news

    def _count(self, chip: int, differs: int) -> bool:
        """Count a scan for the reeds that differ, none for the others; change those that have differed long enough."""
        carry = differs
        lift_due = place_due = differs
        bit = 1
        for plane in self._counts:
            value = plane[chip] & differs
            plane[chip] = value ^ carry
            carry &= value
            lift_due &= plane[chip] if self._lift_scans & bit else ~plane[chip]
            place_due &= plane[chip] if self._place_scans & bit else ~plane[chip]
            bit <<= 1
        closed = self._closed[chip]
        quick = closed ^ self._slow[chip]
        due = differs if self._is_first else (quick & lift_due) | (~quick & place_due)
        if self._lifted[chip] & differs:
            self._note_drop(chip, self._lifted[chip] & differs)
        if due & closed:
            is_recent = 0 <= self._scan - self._lifted_at[chip] <= _DROP_SCANS
            self._lifted[chip] = (due & closed) | (self._lifted[chip] if is_recent else 0)
            self._lifted_at[chip] = self._scan
        if due:
            self._closed[chip] = closed ^ due
            for plane in self._counts:
                plane[chip] &= ~due
        returned = self._counting[chip] & ~differs
        if returned:
            self._note_return(chip, returned)
        counting = differs & ~due
        moved = due | (counting ^ self._counting[chip])
        self._counting[chip] = counting
        return self._show(chip, moved, counting & ~self._slow[chip])

    def _note_return(self, chip: int, returned: int):
        """Some reeds went and came back before they were believed: find those that chatter.

        A reed that is known to chatter is counted like the others: its health is judged by that.
        """
        for bit in range(8):
            field = self._chip_fields[chip * 8 + bit]
            if returned >> bit & 1 and field != 255:
                self._flickers[field] = min(255, self._flickers[field] + 1)
        returned &= ~self._slow[chip]
        if not returned:
            return
        again = returned & self._returning[chip]
        self._returning[chip] = again or returned
        self._returns[chip] = self._returns[chip] + 1 if again else 1
        if self._returns[chip] < _CHATTER_RETURNS:
            return
        self._returns[chip] = 0
        self._name_chattering(chip, again)

    def _note_drop(self, chip: int, back: int):
        """Some reeds have closed again after their lift was believed: count those for which that was too soon."""
        self._lifted[chip] &= ~back
        if not 0 <= self._scan - self._lifted_at[chip] <= _DROP_SCANS + 1 - self._lift_scans:
            return
        chattering = 0
        for bit in range(8):
            field = self._chip_fields[chip * 8 + bit]
            if back & ~self._slow[chip] & 1 << bit and field != 255:
                self._flickers[field] = min(255, self._flickers[field] + 1)
                self._drops[field] = min(255, self._drops[field] + 1)
                if self._drops[field] >= _DROPS:
                    chattering |= 1 << bit
        self._name_chattering(chip, chattering)

    def _name_chattering(self, chip: int, reeds: int):
        """Believe these reeds of the chip later from now on, and name them."""
        self._slow[chip] |= reeds
        for bit in range(8):
            field = self._chip_fields[chip * 8 + bit]
            if reeds >> bit & 1 and field != 255 and self.activity[field] != FAULTY:
                self.faults.append({"code": "reed_chatters", "field": self._surface.NAMES[field]})

    def _show(self, chip: int, moved: int, counting: int) -> bool:
        """Bring image and activity of the chip's moved reeds up to date; True if one of them changed."""
        changed = False
        closed = self._closed[chip]
        place = chip * 8
        while moved:
            field = self._chip_fields[place]
            if moved & 1 and field != 255 and self.activity[field] != FAULTY:
                value = closed & 1
                activity = SETTLING if counting & 1 and not value else QUIET
                if self.image[field] != value or self.activity[field] != activity:
                    self.image[field] = value
                    self.activity[field] = activity
                    changed = True
            moved >>= 1
            closed >>= 1
            counting >>= 1
            place += 1
        return changed

    def _check_chain(self, frame) -> bool:
        """Compare the echo with the byte sent; True when the chain broke or works again."""
        echo = frame[_ECHO]
        is_right = echo == frame[_ECHO + 1] and (echo ^ self._echo == 0xFF or (self._echo < 0 and echo in (0, 0xFF)))
        self._echo = echo
        self._bad_scans = ((self._bad_scans << 1) | (not is_right)) & ((1 << _WINDOW) - 1)
        if self._dead_from < _CHIPS:
            if self._bad_scans == 0:
                self._revive()
                return True
            return False
        if self._bad_scans in (0, 1, 2, 4):
            return False
        self._bury(frame)
        return True

    def _bury(self, frame):
        """Name the first tile that does not answer: from there on all bytes are those of an open line."""
        silence = frame[_ECHO + 1]
        first = _CHIPS
        while first > 0 and frame[first - 1] == silence:
            first -= 1
        self._dead_from = min(first, _CHIPS - 1)
        for place in range(self._dead_from * 8, _CHIPS * 8):
            if self._chip_fields[place] != 255:
                self.activity[self._chip_fields[place]] = FAULTY
        self.faults.append({"code": "tile_silent", "tile": self._dead_from // 2 + 1})

    def _revive(self):
        for chip in range(self._dead_from, _CHIPS):
            self._counting[chip] = 0
        for place in range(self._dead_from * 8, _CHIPS * 8):
            field = self._chip_fields[place]
            if field != 255 and not (self._ignored[place >> 3] >> (place & 7)) & 1:
                self.activity[field] = QUIET
        self._dead_from = _CHIPS
        self._is_resting = False
        self._forget("code", "tile_silent")


def _fields_by_bit(surface) -> bytearray:
    """Return the field of each bit of the chain, 255 where there is none."""
    fields = bytearray([255] * (_CHIPS * 8))
    for field, channel in enumerate(surface.CHANNELS):
        fields[channel] = field
    return fields


KIND = ReedSensing
