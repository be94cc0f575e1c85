"""From where each field's changes are measured: its value and code when no hand was on it; and what a change makes."""

from array import array

from treppe.runtime import const
from treppe.sensing.masses import mass_of

DOUBT_PERCENT = const(110)  # of half a step: beyond it a quiet field contradicts its value
FIT_PERCENT = const(40)  # of half a step: beyond it a hand that rests may be a part of the weight
SURE = const(64)  # beside the number of a value that is judged
FITS_BADLY = const(128)
_ZERO_CG = const(150)  # so far from its table's a zero tells nothing by itself


class Anchors:
    """Value and code of each field when it had last been quiet for long."""

    def __init__(self, fields: int, masses):
        self.codes16 = array("H", [0] * fields)
        self.values = bytearray(fields)
        self.wanted = 0
        """The mass that was judged last, counted from the anchor."""
        self._masses = masses

    def take(self, field: int, code16: int, value: int):
        """Measure the field's next change from here."""
        self.codes16[field], self.values[field] = code16, value
        if not value:
            self._masses.zero_cg[field] = self._masses.mass_cg(field, code16)

    def judge_field(self, field: int, mass: int, lean: int, is_shifted: bool) -> int:
        """Return the number of the value that fits a settled mass, with SURE and FITS_BADLY if they hold.

        `lean`: how much of the stack's mass its neighbours bear; `is_shifted`: some is borne already.
        """
        masses = self._masses
        before = masses.mass_cg(field, self.codes16[field])
        stood = mass_of(self.values[field])
        mass += lean
        self.wanted = wanted = stood + mass - before
        shared = mass * stood // before if 0 < mass < before else wanted
        at, percent = masses.nearest(wanted), masses.sure_percent
        is_same = masses.nearest(shared) == at
        is_fitting = is_same and masses.fits(at, wanted, percent)
        is_sure = is_fitting or (is_same and not lean and masses.fits(at, shared, percent))
        is_sure = is_sure and masses.is_alone(field, at, stood, wanted)
        is_sure = is_sure and (masses.calibration.doubt(field) > 0 or masses.bears(field, at, mass, DOUBT_PERCENT))
        if is_sure:
            return at | SURE | (0 if masses.fits(at, wanted, FIT_PERCENT) else FITS_BADLY)
        # Perhaps a hand bore weight when the change was anchored: then the table's own zero alone fits well.
        own = masses.nearest(mass)
        is_sure = masses.fits(own, mass, FIT_PERCENT) and masses.is_alone(field, own, 0, mass)
        is_moved = not -_ZERO_CG < masses.zero_cg[field] < _ZERO_CG
        is_contradicted = own != at and (is_fitting or is_moved or is_shifted)
        return own | SURE if is_sure and not is_contradicted else own

    def may_have_become(self, field: int, code16: int, value: int) -> bool:
        """Tell whether a code fits the value, as far as the weights of a field in doubt may be off."""
        masses = self._masses
        stood = mass_of(self.values[field])
        mass = stood + masses.mass_cg(field, code16) - masses.mass_cg(field, self.codes16[field])
        return masses.may_have_become(field, masses.nearest(mass_of(value)), stood, mass)
