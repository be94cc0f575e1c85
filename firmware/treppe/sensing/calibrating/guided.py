"""Base of all calibrations and checks: takes steady readings, and says what hands shall do."""

from array import array

from treppe.runtime import const
from treppe.sensing.calibrating.steady import Steady
from treppe.sensing.tables import FULL_RISE, NOMINAL16

NOTHING, PUT, CLEAR = 0, 1, 2

CALM_BLOCKS = 6  # 600 ms: longer than a hand stays
BACK16 = 240  # so close to its tare a field is empty: 3 g
PIECES = 7
TOWER_CG = 8400
LEAST_SPAN16, GREATEST_SPAN16 = 16 * FULL_RISE[0], 16 * FULL_RISE[1]
# So many blocks of 100 ms a field may keep all others waiting before it is left out: one that no Hall gives, one that
# is lighter than nothing, one that moves, one on which something may stand.
_LOST_BLOCKS, _MOVES_BLOCKS, _LOADED_BLOCKS = 32, 100, 400
_EMPTY_LOW16 = const(40640)  # code 2540: the trimmed band and 50 codes more to either side
_EMPTY_HIGH16 = const(43200)  # code 2700
_SCREW_LOW16 = const(37600)  # code 2350: a screw that nobody has turned leaves the zero between these
_SCREW_HIGH16 = const(44800)  # code 2800


class GuidedProcedure:
    """Takes frames; `asked` has for each field what hands shall do there: NOTHING, PUT or CLEAR.

    `request` is what hands shall do now, `diagnostic` what is wrong just now (empty if nothing): codes of codes.toml
    with their values. `progress` counts puts, done and in all. `is_done`: `record` returns what is to be saved.
    """

    can_be_kept = False
    """Whether finished puts outlive the end of the work, see unfinished.py."""

    def __init__(self, surface):
        self._surface = surface
        self._steady = Steady(surface)
        self.zero16 = array("i", [0] * surface.FIELDS)
        self.asked = bytearray(surface.FIELDS)
        self.left_out = bytearray(surface.FIELDS)
        """1 for each field whose cell gives nothing to begin with; the work goes on without it."""
        # Blocks in which the tare has waited for a field that gives the same trouble, and how long that may last.
        self._held_up = array("H", [0] * surface.FIELDS)
        self._restless_blocks = 0
        self._patience = array("H", [0] * surface.FIELDS)
        self.request: dict = {"code": "clear_board"}
        self.diagnostic: dict = {}
        self.progress = (0, 0)
        self.is_done = False

    def update(self, frame) -> bool:
        """Take one frame; True when the request or the diagnostic has changed."""
        if self.is_done or not self._steady.update(frame):
            return False
        before = (self.request, self.diagnostic, bytes(self.asked))
        self._look()
        return before != (self.request, self.diagnostic, bytes(self.asked))

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
        return self._steady.code16[field] - self.zero16[field]

    def _tare(self, fields) -> bool:
        """Take these fields' readings for empty ones, once all are calm; True when that is done.

        It says which field it waits for. One that keeps the others waiting for too long is left out, by name: it moves
        and moves, or reads what no empty field does.
        """
        self.diagnostic = {}
        wait = [field for field in fields if not self.left_out[field] and not self._takes_zero(field)]
        for field in wait[:1]:
            code16, name = self._steady.code16[field], self._surface.NAMES[field]
            self.diagnostic = {"code": "field_not_empty", "field": name, "reads": code16 >> 4}
            if _SCREW_LOW16 <= code16 <= _SCREW_HIGH16:
                self.diagnostic = self.diagnostic | {"code": "turn_screw", "wanted": NOMINAL16[0] >> 4}
            if not self._is_calm(field):
                self.diagnostic = {"code": "field_moves", "field": name}
        if len(wait) > len(fields) // 4:  # a hand is at work, or the table shakes
            restless = sum([not self._is_calm(field) for field in wait])
            self._restless_blocks = self._restless_blocks + 1 if restless > len(fields) // 4 else 0
            if self._restless_blocks >= _MOVES_BLOCKS:
                self.diagnostic = {"code": "board_restless", "fields": restless}
            return False
        for field in wait:
            patience = _LOADED_BLOCKS if self._steady.code16[field] >= _SCREW_LOW16 else _LOST_BLOCKS
            if not self._is_calm(field):
                patience = _MOVES_BLOCKS
            if patience != self._patience[field]:
                self._patience[field], self._held_up[field] = patience, 0
            self._held_up[field] += 1
            if self._held_up[field] >= patience:
                self.left_out[field] = 1
        return not wait

    def _takes_zero(self, field: int) -> bool:
        """Take the field's reading for that of an empty one, if it is calm and may be that."""
        code16 = self._steady.code16[field]
        if not self._is_calm(field) or not _EMPTY_LOW16 <= code16 <= _EMPTY_HIGH16:
            return False
        self.zero16[field] = code16
        return True

    def _names(self, fields) -> str:
        return " ".join([self._surface.NAMES[field] for field in fields])

    def _left_out(self) -> dict:
        """Return a code that names the fields that are left out, empty if there are none."""
        fields = [field for field, is_out in enumerate(self.left_out) if is_out]
        return {"code": "fields_left_out", "fields": self._names(fields)} if fields else {}

    def _done(self) -> dict:
        """Return the request at the end, with the fields that it leaves out."""
        return (
            self._left_out() | {"code": "calibration_done_without"}
            if any(self.left_out)
            else {"code": "calibration_done"}
        )

    def _ask(self, fields, what: int, request: dict):
        """Ask for this on these fields, and for nothing on all others."""
        self.diagnostic = {}
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
            self.diagnostic = self._about("no_tower", field)
        return False
