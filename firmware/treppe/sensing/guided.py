"""Base of all calibrations and checks: takes steady readings, and says what hands shall do."""

from array import array

from treppe.runtime import const
from treppe.sensing.steady import Steady
from treppe.sensing.tables import FULL_RISE

NOTHING, PUT, CLEAR = 0, 1, 2

CALM_BLOCKS = 4  # 640 ms: longer than a hand stays
BACK16 = 240  # so close to its tare a field is empty: 3 g
PIECES = 7
TOWER_CG = 8400
LEAST_SPAN16, GREATEST_SPAN16 = 16 * FULL_RISE[0], 16 * FULL_RISE[1]
_EMPTY_LOW16 = const(40640)  # code 2540: the trimmed band and 50 codes more to either side
_EMPTY_HIGH16 = const(43200)  # code 2700


class Guided:
    """Takes frames; `asked` has for each field what hands shall do there: NOTHING, PUT or CLEAR.

    `request` is what hands shall do now, `complaint` what is wrong just now (empty if nothing): codes of protocol.toml
    with their values. `progress` counts puts, done and in all. `is_done`: `record` returns what is to be saved.
    """

    can_be_kept = False
    """Whether finished puts outlive the end of the work, see unfinished.py."""

    def __init__(self, surface):
        self._surface = surface
        self._steady = Steady(surface)
        self._zero16 = array("i", [0] * surface.FIELDS)
        self.asked = bytearray(surface.FIELDS)
        self.request: dict = {"code": "clear_board"}
        self.complaint: dict = {}
        self.progress = (0, 0)
        self.is_done = False

    def update(self, frame) -> bool:
        """Take one frame; True when the request or the complaint has changed."""
        if self.is_done or not self._steady.update(frame):
            return False
        before = (self.request, self.complaint, bytes(self.asked))
        self._look()
        return before != (self.request, self.complaint, bytes(self.asked))

    def back(self):
        """Ask for the last put again, if that is possible."""

    def finish(self) -> bool:
        """Leave out the fields that are still asked for; False if that is not possible."""
        return False

    @property
    def has_changes(self) -> bool:
        """Tell whether there is anything to be saved, when it is done."""
        return True

    def record(self) -> bytes:
        """Return the record for the surface's memory, when it is done."""
        raise NotImplementedError

    def _look(self):
        """Evaluate the readings of a block."""
        raise NotImplementedError

    def _is_calm(self, field: int) -> bool:
        return self._steady.blocks[field] >= CALM_BLOCKS

    def _rise16(self, field: int) -> int:
        """Return the rise of the field's code since it was empty, in sixteenths."""
        return self._steady.code16[field] - self._zero16[field]

    def _tare(self, fields) -> bool:
        """Take these fields' readings for empty ones, once all are calm; True when that is done."""
        self.complaint = {}
        for field in fields:
            code16 = self._steady.code16[field]
            if not self._is_calm(field):
                return False
            if not _EMPTY_LOW16 <= code16 <= _EMPTY_HIGH16:
                self.complaint = {"code": "field_not_empty", "field": self._surface.NAMES[field], "reads": code16 >> 4}
                return False
            self._zero16[field] = code16
        return True

    def _ask(self, fields, what: int, request: dict):
        """Ask for this on these fields, and for nothing on all others."""
        self.complaint = {}
        self.request = request
        for field in range(len(self.asked)):
            self.asked[field] = what if field in fields else NOTHING

    def _about(self, code: str, field: int) -> dict:
        """Return a code about a field."""
        return {"code": code, "field": self._surface.NAMES[field]}

    def _is_tower(self, field: int) -> bool:
        """Tell whether a tower of seven stands there; complain if the field is neither that nor empty."""
        rise16 = self._rise16(field)
        if LEAST_SPAN16 <= rise16 <= GREATEST_SPAN16:
            return True
        if rise16 > BACK16 or rise16 < -BACK16:
            self.complaint = self._about("no_tower", field)
        return False
