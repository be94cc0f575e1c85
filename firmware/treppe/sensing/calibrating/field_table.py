"""Calibration of one field, with one to seven pieces on it; all other fields keep their tables."""

from treppe.sensing.calibrating.curve import Curve
from treppe.sensing.calibrating.guided import CLEAR, PIECES, PUT, GuidedProcedure
from treppe.sensing.masses import heat_bend
from treppe.sensing.storing import next_serial, record_of
from treppe.sensing.tables import replace


class FieldTable(GuidedProcedure):
    """Tare of the field, then piece on piece."""

    def __init__(self, surface, table, field: int):
        super().__init__(surface)
        self._table = table
        self._field = field
        self.curve = Curve(field, table.material, surface)
        self._is_tared = False
        self.request = self._about("clear_field", field)
        self.asked[field] = CLEAR
        self.progress = (0, PIECES)

    def record(self) -> bytes:
        """Return the record with this field's new codes, as they would be at the temperature of the others."""
        table, curve = self._table, self.curve
        bend = heat_bend(table.material, self._steady.thermistor - table.thermistor)
        zero16 = self.zero16[self._field]
        knots = [zero16 + rise16 - (rise16 * bend >> 16) for rise16 in curve.rises16]
        replace(table, self._field, knots, self._surface.NAMES[self._field])
        table.settle(self._field)
        table.serial = next_serial(table)
        return record_of(table, self._surface.NAME)

    def _look(self):
        field, curve = self._field, self.curve
        if not self._is_tared:
            if self._tare((field,)):
                self._begin()
        elif self._is_calm(field):
            if curve.look(self._rise16(field)):
                if curve.wrong:
                    self._begin()
                else:
                    self.is_done = True
                    self._ask((), PUT, {"code": "calibration_done"})
            elif curve.is_full:
                self._ask((field,), CLEAR, {"code": "take_tower_off"})
                self.diagnostic = curve.wrong
            else:
                self._ask((field,), PUT, _put_piece(len(curve.rises16)))
                self.diagnostic = curve.diagnostic
            self.progress = (len(curve.rises16) - 1, PIECES)

    def _begin(self):
        self._is_tared = True
        self.curve = Curve(self._field, self._table.material, self._surface)
        self._ask((self._field,), PUT, _put_piece(1))


def _put_piece(number: int) -> dict:
    return {"code": "put_piece", "number": number}
