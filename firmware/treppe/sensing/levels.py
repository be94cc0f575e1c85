"""What weights mean on a tower surface: which value is nearest, how near, and what drift may explain."""

from array import array

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
CREEP_CG = {"steel": 25, "fr4": 120, "petg": 600}
_THERMISTOR = const(56)  # multiplexer 3, channel 8
_THERMISTOR_REACH = const(3600)  # 20 K; beyond it something else is wrong


class Levels:
    """Masses of readings and of values; the part of `CellSensing` that knows nothing of time."""

    def __init__(self, surface, calibration):
        fields = surface.FIELDS
        self._surface = surface
        self.calibration = calibration
        self._masses: tuple[int, ...] = ()
        self._creep_cg = CREEP_CG[calibration.material]
        self._bend = 0  # how much more the springs bend now than when they were calibrated, in 65536ths
        self._told_off_cg = array("i", [0] * fields)  # by how much its value was off when somebody had looked
        self.frame = array("H", [0] * 64)

    def _mass_cg(self, field: int, code16: int) -> int:
        """Return the mass that gives this code at the present temperature."""
        mass = self.calibration.mass_cg(field, code16)
        return mass - (mass * self._bend >> 16)

    def _feel_heat(self):
        """Take the thermistor's reading: 182 less for each kelvin more, near 25 C."""
        colder = self.frame[_THERMISTOR] - self.calibration.thermistor
        if -_THERMISTOR_REACH < colder < _THERMISTOR_REACH:
            self._bend = heat_bend(self.calibration.material, colder)

    def _nearest(self, mass_cg: int) -> int:
        """Return the index of the value whose mass is nearest."""
        masses = self._masses
        at = 0
        while at + 1 < len(masses) and 2 * mass_cg > masses[at] + masses[at + 1]:
            at += 1
        return at

    def _fits(self, at: int, mass_cg: int, percent: int) -> bool:
        """Return whether the mass lies within so many percent of half a step around the value's mass."""
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

    def _bears(self, field: int, at: int, mass_cg: int, percent: int) -> bool:
        """Return whether drift explains the mass: what was off when somebody looked, and creep, which only adds."""
        if self._fits(at, mass_cg - self._told_off_cg[field], percent):
            return True
        return self._fits(at, max(mass_cg - self._creep_cg, min(mass_cg, self._masses[at])), percent)


def pieces_on(surface) -> str:
    """Return the kind of pieces that the surface's games have."""
    return "discs" if surface.NAME == "hex49" else "bricks"


def heat_bend(material: str, colder: int) -> int:
    """Return how much more springs bend, in 65536ths, when the thermistor reads so much more than it did."""
    return -colder * _BEND_PER_K[material] * 36 // 1000  # 65536 / (182 * 10000)


def mass_of(value: int) -> int:
    """Return what a value weighs in centigrams: a disc or brick has 12 g, a ball 18 g."""
    return (value & 15) * 1200 + (1800 if value & 16 else 0)
