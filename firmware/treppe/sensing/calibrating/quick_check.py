"""Quick check of a calibration: a tower of seven on field after field, in any order; again where a field is off."""

from treppe.sensing.calibrating.guided import BACK16, PUT, TOWER_CG, GuidedProcedure
from treppe.sensing.calibration import KNOTS
from treppe.sensing.masses import heat_bend
from treppe.sensing.storing import next_serial, record_of
from treppe.sensing.tables import knots16, replace

RESIDUAL_CG = 150
"""A field that is off by more is done again: the tower is put there once more, and the mean of both puts counts."""


class QuickCheck(GuidedProcedure):
    """`residuals_cg` has the error of each field at its first tower, in centigrams."""

    def __init__(self, surface, table):
        super().__init__(surface)
        self._table = table
        self._is_tared = self._is_enough = False
        self._spans16: dict[int, list[int]] = {}  # of fields that were off, one for each put
        self._must_clear = bytearray(surface.FIELDS)
        self.residuals_cg: dict[int, int] = {}
        self.progress = (0, surface.FIELDS)

    def finish(self) -> bool:
        """Leave out the fields that have had no tower; those that were off once stay asked for."""
        if self._is_enough or self.is_done or not self.residuals_cg:
            return False
        self._is_enough = True
        self._ask_for_rest()
        return True

    @property
    def has_changes(self) -> bool:
        """Tell whether a field has changed and is to be saved."""
        return bool(self._spans16)

    def record(self) -> bytes:
        """Return the record with new codes for the fields that were off."""
        table = self._table
        bend = self._bend()
        for field, spans16 in self._spans16.items():
            span16 = sum(spans16) // len(spans16)
            span16 -= span16 * bend >> 16
            old = knots16(table, field)
            new = [self.zero16[field] + (code16 - old[0]) * span16 // (old[KNOTS - 1] - old[0]) for code16 in old]
            replace(table, field, new, self._surface.NAMES[field])
            table.settle(field)
        table.serial = next_serial(table)
        return record_of(table, self._surface.NAME)

    def _bend(self) -> int:
        return heat_bend(self._table.material, self._steady.thermistor - self._table.thermistor)

    def _look(self):
        if not self._is_tared:
            self._is_tared = self._tare(range(self._surface.FIELDS))
            if self._is_tared:
                self._ask_for_rest()
                self.diagnostic = self._left_out()
            return
        self.diagnostic = {}
        for field in range(self._surface.FIELDS):
            if not self.asked[field] or not self._is_calm(field):
                continue
            if self._must_clear[field]:
                self._must_clear[field] = self._rise16(field) > BACK16
                self._complain(field)
            elif self._is_tower(field):
                self._weigh(field)

    def _weigh(self, field):
        """Weigh a tower: the field's first, or its second where the first was off."""
        code16 = self._steady.code16[field]
        if field in self._spans16:
            self._spans16[field].append(self._rise16(field))
        else:
            table = self._table
            mass_cg = table.mass_cg(field, code16) - table.mass_cg(field, self.zero16[field])
            residual_cg = mass_cg - (mass_cg * self._bend() >> 16) - TOWER_CG
            self.residuals_cg[field] = residual_cg
            if not -RESIDUAL_CG <= residual_cg <= RESIDUAL_CG:
                self._spans16[field] = [self._rise16(field)]
                self._must_clear[field] = 1
        self._ask_for_rest()
        self._complain(field)

    def _complain(self, field):
        if self._must_clear[field]:
            self.diagnostic = self._about("field_off", field)
            self.diagnostic["off_g"] = self.residuals_cg[field] / 100

    def _ask_for_rest(self):
        rest = [field for field, spans16 in self._spans16.items() if len(spans16) == 1]
        if not self._is_enough:
            fields = range(self._surface.FIELDS)
            rest += [field for field in fields if field not in self.residuals_cg and not self.left_out[field]]
        self._ask(rest, PUT, {"code": "check_towers", "left": len(rest)})
        self.progress = (self._surface.FIELDS - len(rest), self._surface.FIELDS)
        if not rest:
            self.is_done = True
            self.request = {"code": "calibration_done" if self.has_changes else "check_passed"}
