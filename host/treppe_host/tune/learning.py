"""What a tower surface's cells learn from play: gain, its change with the load, and zero of each field.

A cell's codes rise by `gain + bend x mass / 84 g` times those of the table that people have made (or of the typical
cell). Both are estimated by recursive least squares (a Kalman filter without motion, but a little forgetting from game
to game), from readings whose masses the record tells. See docs/tuning.md for what this can and cannot learn.
"""

from dataclasses import dataclass, field
from math import sqrt

from treppe.sensing import tables
from treppe.sensing.calibration import KNOT_G, KNOTS, Calibration
from treppe.sensing.masses import heat_bend, mass_of

from treppe_host.tune.felt import Reading, Zero

_FULL_CG = 8400
# Typical cells before anything was learned: mean and standard deviation of the gain, and of the bend, which follows the
# gain; by the cell's model, 4,000 of them.
_GAIN, _GAIN_SD, _BEND, _BEND_FOLLOWS, _BEND_SD = 0.993, 0.083, 0.0115, 0.28, 0.021
# Calibrated ones: how far the rise of a full tower is off, see `make bench-sensing`; its shape is that of three fields.
_TOWER_SD = {"steel": 0.016, "fr4": 0.020, "petg": 0.035}
# How far off its mass a piece weighs: its own mass, and where it lies on the platform; and friction with the noise.
_PIECE = {"steel": 0.015, "fr4": 0.018, "petg": 0.025}
_FRICTION_CG = {"steel": 25, "fr4": 50, "petg": 110}
_REPEATED = 2.0
"""Readings share pieces with each other, so each tells less than it would alone."""
_AGES_A_GAME = 0.002
_ZERO_SHARE = 0.3
ODD = 4.0
"""Standard deviations beyond which a reading is believed to be something else than this field's weight."""
_LEAST_GAIN, _MOST_GAIN = 0.65, 1.45
_MOST_ZERO16 = 16 * 60
_USUAL_LOAD = 0.25
_LEAST_DOUBT = 5
"""A doubt is three standard deviations of a field's gain at a usual load, in per cent; below this there is none."""
KNOWN_G = 3.0
"""A field is known when a full tower is known to 3 g, half of what tells a ball from bricks."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """By how much a reading was off what was expected: in standard deviations and in grams."""

    game: int
    sigmas: float
    off_g: float


@dataclass(slots=True)
class Field:
    """What is known of one field. The covariance of gain and bend is (`gain_var`, `both_var`, `bend_var`)."""

    zero16: float
    gain: float = 1.0
    bend: float = 0.0
    gain_var: float = 0.0
    both_var: float = 0.0
    bend_var: float = 0.0
    num_readings: int = 0
    num_odd: int = 0
    num_zeros: int = 0
    game: int = 0
    history: list[Surprise] = field(default_factory=list)

    def ratio(self, load: float) -> float:
        """Return by how much its codes rise more than the table's, at a part of the full load."""
        return self.gain + self.bend * load

    def ratio_sd(self, load: float) -> float:
        """Return the standard deviation of `ratio`."""
        return sqrt(self.gain_var + 2 * load * self.both_var + load * load * self.bend_var)

    def learn(self, rise: float, gain_part: float, bend_part: float, variance: float) -> float:
        """Take a measured rise: `gain` times a part and `bend` times another. Too odd a one teaches nothing.

        Returns by how many standard deviations it was off.
        """
        off = rise - self.gain * gain_part - self.bend * bend_part
        gain_share = self.gain_var * gain_part + self.both_var * bend_part
        bend_share = self.both_var * gain_part + self.bend_var * bend_part
        total = variance + gain_share * gain_part + bend_share * bend_part
        if off * off <= ODD * ODD * total:
            self.gain += off * gain_share / total
            self.bend += off * bend_share / total
            self.gain_var -= gain_share * gain_share / total
            self.both_var -= gain_share * bend_share / total
            self.bend_var -= bend_share * bend_share / total
        return off / sqrt(total)

    def age(self, game: int) -> None:
        """Forget a little with each game: springs tire, and magnets too."""
        if self.game and game != self.game:
            self.gain_var += _AGES_A_GAME * _AGES_A_GAME
        self.game = game


class Learner:
    """Learns the cells of a surface, beginning with a calibration.

    To unlearn a reading, learn anew without it: a thousand readings take some milliseconds.
    """

    def __init__(self, base: Calibration) -> None:
        self._base = base
        self._material = base.material
        self.fields = [self._first(field) for field in range(base.fields)]

    def _first(self, number: int) -> Field:
        """Return what is known of a field before anything was learned."""
        shape_var, zero16 = _BEND_SD**2, self._base.code16(number, 0)
        if self._base.serial and not self._base.doubt(number):
            return Field(zero16, 1.0, 0.0, _TOWER_SD[self._material] ** 2 + shape_var, -shape_var, shape_var)
        gain_var = _GAIN_SD**2
        gain, bend = (1.0, 0.0) if self._base.serial else (_GAIN, _BEND)
        return Field(zero16, gain, bend, gain_var, _BEND_FOLLOWS * gain_var, _BEND_FOLLOWS**2 * gain_var + shape_var)

    def take(self, reading: Reading | Zero) -> None:
        """Learn from a confirmed reading."""
        known = self.fields[reading.field]
        if isinstance(reading, Zero):
            # The zero of a typical cell is unknown: the first reading is worth more than the belief.
            is_first = not known.num_zeros and not self._base.serial
            known.zero16 += (1.0 if is_first else _ZERO_SHARE) * (reading.code16 - known.zero16)
            known.num_zeros += 1
            return
        known.age(reading.game)
        before_cg, now_cg = mass_of(reading.before), mass_of(reading.now)
        before16, now16 = self._rise16(reading.field, before_cg), self._rise16(reading.field, now_cg)
        gain_part = now16 - before16
        bend_part = (now16 * now_cg - before16 * before_cg) / _FULL_CG
        colder = reading.thermistor - self._base.thermistor
        rise = reading.rise16 / (1 + heat_bend(self._material, colder) / 65536)
        changed_cg = now_cg - before_cg
        pieces_cg = _PIECE[self._material] * sqrt(1200 * abs(changed_cg))
        variance_cg = (pieces_cg**2 + _FRICTION_CG[self._material] ** 2) * _REPEATED
        off_cg = (rise - known.gain * gain_part - known.bend * bend_part) * changed_cg / gain_part
        sigmas = known.learn(rise, gain_part, bend_part, variance_cg * (gain_part / changed_cg) ** 2)
        known.history.append(Surprise(reading.game, sigmas, off_cg / 100))
        if abs(sigmas) <= ODD:
            known.num_readings += 1
        else:
            known.num_odd += 1

    def _rise16(self, field: int, mass_cg: int) -> int:
        return self._base.code16(field, mass_cg) - self._base.code16(field, 0)

    def full_sd_g(self, number: int) -> float:
        """Return the standard deviation of a full tower's weight on a field, in grams."""
        base = self._base
        full16 = base.code16(number, _FULL_CG)
        steep16 = base.rise16(number, full16 - 1) / 6  # a gram at the full load
        return self.fields[number].ratio_sd(1.0) * (full16 - base.code16(number, 0)) / steep16

    def is_known(self, number: int) -> bool:
        """Tell whether a field's weight can be relied on."""
        return self.full_sd_g(number) <= KNOWN_G

    @property
    def num_known(self) -> int:
        """How many fields are known."""
        return sum(self.is_known(number) for number in range(len(self.fields)))

    def table(self, names: "tuple[str, ...]") -> Calibration:
        """Return the calibration with what was learned, within bounds; a field where none fits keeps its old one."""
        codes16: list[int] = []
        for number, known in enumerate(self.fields):
            old = tables.knots16(self._base, number)
            codes16 += old if self._is_wild(known) else self._codes16(known, old)
        learned = tables.build(codes16, names)
        learned.material, learned.thermistor, learned.serial = self._material, self._base.thermistor, self._base.serial
        learned.doubts = bytes(self.doubt(number) for number in range(len(self.fields)))
        return learned

    def doubt(self, number: int) -> int:
        """Return by how many per cent a field's weights may be off; 0: no more than those of a calibrated one."""
        if not self._base.doubt(number):
            return 0
        percent = round(300 * self.fields[number].ratio_sd(_USUAL_LOAD))
        return percent if percent > _LEAST_DOUBT else 0

    def _is_wild(self, field: Field) -> bool:
        return not all(_LEAST_GAIN <= ratio <= _MOST_GAIN for ratio in (field.gain, field.ratio(1.0)))

    def _codes16(self, field: Field, old: list[int]) -> list[int]:
        # A zero that creeps out of its bounds stops there: one that fell back would make weights jump.
        zero16 = max(old[0] - _MOST_ZERO16, min(old[0] + _MOST_ZERO16, field.zero16))
        loads = [100 * KNOT_G * knot / _FULL_CG for knot in range(KNOTS)]
        return [round(zero16 + (code16 - old[0]) * field.ratio(load)) for code16, load in zip(old, loads, strict=True)]
