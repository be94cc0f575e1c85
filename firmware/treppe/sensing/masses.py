"""Masses on a tower surface: of readings, of values, and the value that fits a mass. Knows no time."""

from array import array

from treppe.alphabet.image import BALL, BALL_CG, BRICK_CG, LEVEL
from treppe.runtime import const

# What can stand on a field, lightest first (see `mass_of`): how many discs or bricks, and 16 more for a ball on top.
KINDS = {
    "discs": bytes(range(8)),
    "bricks": b"\x00\x01\x10\x02\x11\x03\x12\x04\x13\x05\x14\x06\x15\x07",
}

_HALF_STEP_AT_ENDS_CG = const(600)
# How much more a spring bends per kelvin, in ten thousandths (model), for the correction by the board's thermistor.
_BEND_PER_K = {"steel": 6, "fr4": 10, "petg": 40}
# What a spring may creep under a load of some minutes before its reading contradicts the value, in centigrams.
_CREEP_CG = {"steel": 25, "fr4": 120, "petg": 600}
# By how much a change may be off beside its field's doubt: pieces, friction, where they lie.
_CHANGE_CG = {"steel": 120, "fr4": 200, "petg": 350}
_THERMISTOR_REACH = const(3600)  # 20 K; beyond it something else is wrong
_DOUBTFUL_SURE_PERCENT = const(50)


class UnsupportedPieces(ValueError):
    """These pieces cannot be distinguished on this surface; the text says why."""


class Masses:
    """Masses in centigrams. `values` are what may stand on a field, lightest first, by the kind of pieces in use."""

    def __init__(self, surface, calibration):
        self.calibration = calibration
        self.kind = ""
        self.values = b""
        self.sure_percent = 60
        """Percent of half a step by which a sure reading may be off."""
        self.off_cg = array("i", [0] * surface.FIELDS)
        """Centigrams that each field read too much when people looked at it."""
        self.zero_cg = array("i", [0] * surface.FIELDS)
        """Centigrams that each field read when it had last been empty for long."""
        self._surface = surface
        self._masses: tuple[int, ...] = ()
        self._bend = 0  # how much more the springs bend now than when they were calibrated, in 65536ths

    def use(self, kind: str, wanted_percent: int) -> bool:
        """Take the kind of pieces, and how sure a reading must be; True if other masses count now.

        Raises UnsupportedPieces for bricks on PETG.
        """
        material = self.calibration.material
        if kind == "bricks" and material == "petg":
            raise UnsupportedPieces({"code": "discs_only", "material": material})
        self.creep_cg = _CREEP_CG[material]
        # Half of a brick's step is 3 g, and springs of FR4 creep by a good part of that.
        is_doubtful = kind == "bricks" and material == "fr4"
        self.sure_percent = min(wanted_percent, _DOUBTFUL_SURE_PERCENT if is_doubtful else 100)
        if kind == self.kind:
            return False
        self.kind = kind
        self.values = KINDS[kind]
        self._masses = tuple([mass_of(value) for value in self.values])
        return True

    def refine(self, calibration):
        """Use a calibration that differs a little; empty fields read as they did."""
        for field in range(calibration.fields):
            zero16 = self.code16(field, self.zero_cg[field])
            self.zero_cg[field] = calibration.mass_cg(field, zero16)
        self.calibration = calibration

    def feel_heat(self, thermistor: int):
        """Take the thermistor's reading: 182 less for each kelvin more, near 25 C."""
        colder = thermistor - self.calibration.thermistor
        if -_THERMISTOR_REACH < colder < _THERMISTOR_REACH:
            self._bend = heat_bend(self.calibration.material, colder)

    def mass_cg(self, field: int, code16: int) -> int:
        """Return the mass that gives this code at the present temperature."""
        mass = self.calibration.mass_cg(field, code16)
        return mass - (mass * self._bend >> 16)

    def code16(self, field: int, mass_cg: int) -> int:
        """Return the code that this mass gives at the present temperature."""
        return self.calibration.code16(field, mass_cg + (mass_cg * self._bend >> 16))

    def nearest(self, mass_cg: int) -> int:
        """Return the index of the value whose mass is nearest."""
        masses = self._masses
        at = 0
        while at + 1 < len(masses) and 2 * mass_cg > masses[at] + masses[at + 1]:
            at += 1
        return at

    def fits(self, at: int, mass_cg: int, percent: int) -> bool:
        """Tell whether the mass lies within so many percent of half a step around the mass of value `at`."""
        masses = self._masses
        off = mass_cg - masses[at]
        half = _HALF_STEP_AT_ENDS_CG
        if off < 0:
            off = -off
            if at:
                half = (masses[at] - masses[at - 1]) >> 1
        elif at + 1 < len(masses):
            half = (masses[at + 1] - masses[at]) >> 1
        return off * 100 <= percent * half

    def may_have_become(self, field: int, at: int, stood_cg: int, mass_cg: int) -> bool:
        """Tell whether what stood there may have become value `at` if that reads as `mass_cg`, by the field's doubt."""
        masses = self._masses
        reach = self.calibration.doubt(field) * abs(masses[at] - stood_cg)
        return 100 * abs(masses[at] - mass_cg) <= reach + 100 * _CHANGE_CG[self.calibration.material]

    def is_alone(self, field: int, at: int, stood_cg: int, mass_cg: int) -> bool:
        """Tell whether no other value than `at` comes into question, as far as the field's weights may be off."""
        if not self.calibration.doubt(field):
            return True
        for step in (-1, 1):
            other = at + step
            if 0 <= other < len(self._masses) and self.may_have_become(field, other, stood_cg, mass_cg):
                return False
        return True

    def bears(self, field: int, at: int, mass_cg: int, percent: int) -> bool:
        """Tell whether drift explains the mass: the error when people looked, and creep, which only adds."""
        if self.fits(at, mass_cg - self.off_cg[field], percent):
            return True
        return self.fits(at, max(mass_cg - self.creep_cg, min(mass_cg, self._masses[at])), percent)


def heat_bend(material: str, colder: int) -> int:
    """Return how much more springs bend, in 65536ths, when the thermistor reads so much more than it did."""
    return -colder * _BEND_PER_K[material] * 36 // 1000  # 65536 / (182 * 10000)


def mass_of(value: int) -> int:
    """Return what a value weighs in centigrams: a disc or brick has 12 g, a ball 18 g."""
    return (value & LEVEL) * BRICK_CG + (BALL_CG if value & BALL else 0)
