"""What a weighing cell's codes mean: a table of codes at known masses for each field.

See tables.py for how it is made, stored.py for its record.
"""

from treppe.runtime import const

KNOTS = 8
KNOT_G = 12
POINTS = 16
"""A field's codes: at the knots, at the middles between them, and one beyond."""
MATERIALS = ("steel", "fr4", "petg")
THERMISTOR_AT_25_C = 8192
_POINT_CG = const(600)


class CalibrationError(ValueError):
    """A stored calibration cannot be used; the text says why."""


class Calibration:
    """Codes of every field at each 6 g: turns codes into masses and back, in integers.

    Codes are sixteenths of an ADC code, masses centigrams. Beyond 90 g the last slope goes on. `serial` counts
    the records of a surface; 0: these are no cell's own codes.
    """

    def __init__(self, codes):
        """Take POINTS rising codes a field, field after field, as an array of unsigned 16-bit numbers."""
        self.material = "steel"
        self.thermistor = THERMISTOR_AT_25_C
        self.serial = 1
        self.codes = codes
        self.doubts = b""
        """By how many per cent each field's weights may be off until play has taught them; empty: all are known."""

    @property
    def fields(self) -> int:
        """How many fields there are."""
        return len(self.codes) // POINTS

    def doubt(self, field: int) -> int:
        """Return by how many per cent the field's weights may be off; 0: they are known."""
        return self.doubts[field] if self.doubts else 0

    def settle(self, field: int):
        """Take note that the field's weights are known from now on."""
        if self.doubts:
            self.doubts = self.doubts[:field] + b"\x00" + self.doubts[field + 1 :]

    @property
    def num_known(self) -> int:
        """How many fields' weights are known."""
        return self.fields - sum([1 for doubt in self.doubts if doubt])

    def mass_cg(self, field: int, code16: int) -> int:
        """Return the mass on the field that gives this code, in centigrams; below 0 g and above 90 g the slope goes on.

        >>> from treppe import surfaces
        >>> from treppe.sensing.tables import nominal
        >>> table = nominal(surfaces.load("square7"))
        >>> [table.mass_cg(0, table.code16(0, mass_cg)) for mass_cg in (0, 2400, 8400)]
        [0, 2400, 8400]
        """
        codes = self.codes
        at = self._segment(field, code16)
        rise = codes[at + 1] - codes[at]
        return (at - field * POINTS) * _POINT_CG + (_POINT_CG * (code16 - codes[at]) + rise // 2) // rise

    def code16(self, field: int, mass_cg: int) -> int:
        """Return the code that this mass gives on the field."""
        segment = max(0, min(POINTS - 2, mass_cg // _POINT_CG))
        at = field * POINTS + segment
        codes = self.codes
        return codes[at] + (codes[at + 1] - codes[at]) * (mass_cg - segment * _POINT_CG) // _POINT_CG

    def rise16(self, field: int, code16: int) -> int:
        """Return by how much the code rises here for 6 g more."""
        at = self._segment(field, code16)
        return self.codes[at + 1] - self.codes[at]

    def _segment(self, field: int, code16: int) -> int:
        """Return the index of the point below the code, such that the next one belongs to the field too."""
        codes = self.codes
        low = field * POINTS
        high = low + POINTS - 1
        while high - low > 1:
            middle = (low + high) >> 1
            if codes[middle] <= code16:
                low = middle
            else:
                high = middle
        return low
