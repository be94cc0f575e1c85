"""What a tower surface's cells learn from play: gain, its change with the load, and zero of each field.

A cell's codes rise by `gain + bend x mass / 84 g` times those of the table that people have made (or of the typical
cell). A Kalman filter follows both, and with them what makes a reading wrong for as long as a stack stands: by how much
its pieces differ from their mass, what friction keeps back, and how far the zero has moved. So readings of one stack
share their errors, and the towers that are built and taken down piece by piece count for what they tell.
See docs/tuning.md for what this can and cannot learn.
"""

import math
from collections import deque
from statistics import mean, median

from treppe.sensing import tables
from treppe.sensing.calibration import KNOT_G, KNOTS, Calibration, CalibrationError
from treppe.sensing.masses import heat_bend, mass_of

from treppe_host.tune.belief import Belief
from treppe_host.tune.felt import Reading, Zero
from treppe_host.tune.learned_field import (
    BEND,
    BEND_FOLLOWS,
    EXCESS,
    FRICTION,
    GAIN,
    GAIN_SD,
    ODD,
    OFFSET,
    LearnedField,
    Surprise,
    drifts,
)

_FULL_CG = 8400
# Typical cells, 5,000 of the cell's model: mean of gain and bend, and how much more both are for each code that the
# empty cell reads more; and the standard deviation of the bend, without its part that follows the gain.
_USUAL_GAIN, _GAIN_PER_CODE = 1.017, 0.0022
_USUAL_BEND, _BEND_PER_CODE, _BEND_SD = 0.005, 0.0002, 0.019
_SHARED_SD = 0.04
"""By how much the cells of one surface may differ from typical ones together: springs and magnets of one batch."""
# How far the rise of a calibrated tower is off, see `make bench-sensing`.
_TOWER_SD = {"steel": 0.016, "fr4": 0.020, "petg": 0.035}
# How far off its mass a piece weighs: its own mass, and where it lies on the platform.
_PIECE = {"steel": 0.014, "fr4": 0.016, "petg": 0.022}
# What friction keeps back at rest, in grams; and creep under a load, as a part of it.
_FRICTION_G = {"steel": 0.15, "fr4": 0.35, "petg": 0.7}
_CREEP = {"steel": 0.003, "fr4": 0.015, "petg": 0.1}
_NOISE16 = 8.0
_MOVES_G = 0.05
"""So far a zero moves while a hand changes a field; and from one change to the next:"""
_DRIFTS_G = 0.25
_UNKNOWN_G = 12.0
_PIECE_G = 12
_ZERO_SHARE = 0.3
_ODD_AT_FIRST = 6.0
"""The same of a field that has taught nothing yet: more cells are soft by far than a normal distribution has."""
_MOST_ZERO16 = 16 * 60
_ZERO_GAMES = 3
_ZERO_MOVES_G = {"steel": 2.0, "fr4": 3.0, "petg": 8.0}
"""So far creep, and what neighbours pass on, may move one zero in three games. A magnet that fades by 1 % moves
its zero by 1.1 g, and takes 0.1 g off a brick: the zero tells it ten times earlier."""
_SPREAD_READINGS = 200
_MEDIAN_SIZE = 0.6745
"""The median size of a normal distribution's values, in standard deviations."""
_MOST_SPREAD = 2.0
_SINCE_CALIBRATION = 3
_TOGETHER = 2
"""So many times as far a zero may move since the calibration, and all of them together, as by heat."""
_USUAL_LOAD = 0.25
_AGES_TOGETHER = 0.01
"""By so much of their gain all fields may age together in a game, as by heat, supply, or springs of one batch. The
median of so many fields at least is followed within a game or two; one field alone takes several."""
_LEAST_TOGETHER = 5
_LOST = 4
"""A field of which so many readings in a row are odd, to the same side, begins anew from the median of the others."""
_DRIFTING_DOUBT = 10
_OUT_OF_BOUNDS_DOUBT = 60
"""Per cent by which a field's weights may be off that drifts faster than it is learned, or has left what cells give."""
_LEAST_DOUBT = 5
"""A doubt is three standard deviations of a field's gain at a usual load, in per cent; below this there is none."""
KNOWN_G = 3.0
"""A field is known when a full tower is known to 3 g, half of what tells a ball from bricks."""


class Learner:
    """Learns the cells of a surface, beginning with a calibration.

    To unlearn a reading, learn anew without it: a thousand readings take a tenth of a second.
    """

    def __init__(self, base: Calibration) -> None:
        self._base = base
        self._material = base.material
        self._is_quick = any(base.doubts)
        self._mean_span16 = mean(self._rise16(field, _FULL_CG) for field in range(base.fields))
        self._out_of_bounds: set[int] = set()
        self._game = 0
        self._sizes: deque[float] = deque(maxlen=_SPREAD_READINGS)
        self._spread = 1.0
        self._together_var = 0.0
        self._parts: dict[int, list[float]] = {}  # by what part of its change each field has been off of late
        self.fields = [self._first(field) for field in range(base.fields)]

    def _first(self, number: int) -> LearnedField:
        """Return what is known of a field before anything was learned."""
        gain, bend = self._usual(number)
        belief = Belief((gain, bend, 0.0, 0.0, 0.0), (GAIN_SD**2, _BEND_SD**2, 0.0, 0.0, _UNKNOWN_G**2))
        both = BEND_FOLLOWS * GAIN_SD**2
        belief.covariance[GAIN][BEND] = belief.covariance[BEND][GAIN] = both
        belief.covariance[BEND][BEND] += BEND_FOLLOWS * both
        if self._base.serial and not self._base.doubt(number):
            belief.measure((1.0, 1.0, 0.0, 0.0, 0.0), 1.0, _TOWER_SD[self._material] ** 2)
        zero16 = self._base.code16(number, 0)
        return LearnedField(zero16, belief, gain, first_zero16=zero16, read_zero16=zero16)

    def _usual(self, number: int) -> tuple[float, float]:
        """Return gain and bend, by this field's table, of a typical cell that reads as this one while it is empty.

        Fields of a calibrated surface are held against their own mean: the curve of all is that of a few, and the steep
        ones bend more.
        """
        if self._base.serial and not self._is_quick:
            more = self._rise16(number, _FULL_CG) / self._mean_span16 - 1
            gain = 1 + more / (1 + BEND_FOLLOWS)
            return gain / (1 + more), 1 - gain / (1 + more)
        more = (self._base.code16(number, 0) - tables.NOMINAL16[0]) / 16 if self._base.serial else 0.0
        ratios = []
        for knot in (2, KNOTS - 1):
            rise16 = tables.NOMINAL16[knot] - tables.NOMINAL16[0]
            load = knot / (KNOTS - 1)
            usual = _USUAL_GAIN + _GAIN_PER_CODE * more + load * (_USUAL_BEND + _BEND_PER_CODE * more)
            ratios.append(usual * rise16 / self._rise16(number, 100 * KNOT_G * knot))
        bend = (ratios[1] - ratios[0]) / (1 - 2 / (KNOTS - 1))
        return ratios[1] - bend, bend

    def take(self, reading: Reading | Zero) -> None:
        """Learn from a confirmed reading."""
        learned = self.fields[reading.field]
        if reading.game != self._game:
            self._game = reading.game
            self._age_together()
            self._note_drift()
            self._note_spread()
        if isinstance(reading, Zero):
            self._take_zero(learned, reading)
            return
        learned.age(reading.game)
        belief = learned.belief.copy()
        self._stand(belief, reading, is_same=learned.value == reading.before)
        self._change(belief, mass_of(reading.before) / 100, mass_of(reading.now) / 100)
        row = self._weights_of(reading, reading.now)
        sigmas = belief.sigmas(row, self._risen16(reading, reading.now16), _NOISE16**2)
        self._sizes.append(abs(sigmas))
        sigmas /= self._spread
        off16 = self._risen16(reading, reading.now16) - belief.mean(row)
        if self._base.serial and not self._base.doubt(reading.field):
            part = off16 / (row[GAIN] - self._weights_of(reading, reading.before)[GAIN])
            self._parts.setdefault(reading.field, []).append(part)
        if mass_of(reading.now) < mass_of(reading.before):
            sigmas = -sigmas  # less has gone than was expected: the cell rises less, as if less had come
        learned.history.append(Surprise(reading.game, sigmas, off16 / row[FRICTION]))
        if abs(sigmas) <= (ODD if learned.num_readings else _ODD_AT_FIRST):
            belief.measure(row, self._risen16(reading, reading.now16), _NOISE16**2)
            learned.belief, learned.value = belief, reading.now
            learned.num_readings += 1
            learned.num_odd_in_a_row = 0
            learned.note_weighed()
        else:
            learned.value = -1
            learned.num_odd += 1
            is_same_side = len(learned.history) > 1 and learned.history[-2].sigmas * sigmas > 0
            learned.num_odd_in_a_row = learned.num_odd_in_a_row + 1 if is_same_side else 1
            if learned.num_odd_in_a_row >= _LOST:
                self._begin_anew(learned)

    @property
    def together(self) -> float:
        """By how much most fields rise more, or less, than when people calibrated them."""
        if not self._base.serial or self._is_quick:
            return 1.0
        ratios = [each.ratio(_USUAL_LOAD) for each in self.fields if each.num_readings]
        return median(ratios) if len(ratios) >= _LEAST_TOGETHER else 1.0

    def _age_together(self) -> None:
        """Let all fields age by what most of them have been off, the same way, since this was looked at."""
        if len(self._parts) < _LEAST_TOGETHER:
            return
        parts = [mean(each) for each in self._parts.values()]
        self._parts.clear()
        part = median(parts)
        sd = median(abs(each - part) for each in parts) / _MEDIAN_SIZE
        self._together_var += _AGES_TOGETHER**2
        share = self._together_var / (self._together_var + math.pi / 2 * sd**2 / len(parts))
        self._together_var *= 1 - share
        ages = 1 + share * part
        for each in self.fields:
            each.usual_gain *= ages
            for number in (GAIN, BEND):
                each.belief.means[number] *= ages

    def _take_zero(self, learned: LearnedField, reading: Zero) -> None:
        # The zero of a typical cell is unknown: the first reading is worth more than the belief.
        is_first = not learned.num_zeros and not self._base.serial
        moved16 = (1.0 if is_first else _ZERO_SHARE) * (reading.code16 - learned.zero16)
        learned.zero16 += moved16
        learned.belief.means[OFFSET] -= moved16 / self._gram16(reading.field)
        if is_first:
            learned.first_zero16 = learned.zero16
            learned.note_weighed()
        learned.note_zero()
        learned.zeros16[reading.game] = learned.zero16
        if len(learned.zeros16) > _ZERO_GAMES + 1:
            del learned.zeros16[next(iter(learned.zeros16))]
        learned.num_zeros += 1

    def _gram16(self, number: int) -> float:
        """Return by how many sixteenths a gram more moves a field's code near its zero."""
        return self._base.rise16(number, self._base.code16(number, 0)) / 6

    def _zero_moves_g(self, games: int) -> list[float]:
        """Return how far each zero has moved in the last games, by codes that it had in a game at least so long ago."""
        moves = []
        for number, learned in enumerate(self.fields):
            earlier = [code16 for game, code16 in learned.zeros16.items() if game <= self._game - games]
            before16 = earlier[-1] if earlier else learned.first_zero16
            moves.append((learned.zero16 - before16) / self._gram16(number))
        return moves

    def moving_zeros(self) -> dict[int, float]:
        """Return the fields whose zero moves faster than learning follows, or has moved far, with grams."""
        found = {}
        for games, times in ((1 << 30, _SINCE_CALIBRATION), (_ZERO_GAMES, 1)):
            most_g = times * _ZERO_MOVES_G[self._material]
            moves = self._zero_moves_g(games)
            common = median(moves)
            for number, move_g in enumerate(moves):
                if abs(move_g - common) > most_g or abs(common) > _TOGETHER * most_g:
                    found[number] = move_g
        return found

    def _note_spread(self) -> None:
        """Learn from all fields together how much hum and careless hands spread their readings."""
        if len(self._sizes) >= _SPREAD_READINGS // 4:
            self._spread = max(1.0, min(_MOST_SPREAD, median(self._sizes) / _MEDIAN_SIZE))

    def _note_drift(self) -> None:
        moving = self.moving_zeros()
        for number, learned in enumerate(self.fields):
            learned.is_drifting = number in moving or drifts(learned.history)

    def _begin_anew(self, learned: LearnedField) -> None:
        """Forget a field that reads otherwise than all that was known of it; people are asked until it is known."""
        gain, bend = (median(each.belief.means[number] for each in self.fields) for number in (GAIN, BEND))
        variances = ((3 * GAIN_SD) ** 2, _BEND_SD**2, 0.0, 0.0, _UNKNOWN_G**2)
        learned.belief = Belief((gain, bend, 0.0, 0.0, 0.0), variances)
        learned.num_readings = learned.num_odd_in_a_row = 0
        learned.is_lost = True

    def _stand(self, belief: Belief, reading: Reading, *, is_same: bool) -> None:
        """Take the code before a change: of the stack that was learned from last, or of an unknown one."""
        mass_g = mass_of(reading.before) / 100
        row, risen16 = self._weights_of(reading, reading.before), self._risen16(reading, reading.before16)
        belief.change(OFFSET, 1.0, _DRIFTS_G**2 + (_CREEP[self._material] * mass_g) ** 2)
        if not is_same or abs(belief.sigmas(row, risen16, _NOISE16**2)) > ODD:
            belief.change(EXCESS, 0.0, _PIECE[self._material] ** 2 * _PIECE_G * mass_g)
            belief.change(FRICTION, 0.0, _FRICTION_G[self._material] ** 2)
            belief.change(OFFSET, 0.0, _UNKNOWN_G**2)
        belief.measure(row, risen16, _NOISE16**2)

    def _change(self, belief: Belief, before_g: float, now_g: float) -> None:
        """Let pieces come to a stack, or leave it with their share of what it weighs too much."""
        piece_var = _PIECE[self._material] ** 2 * _PIECE_G
        if now_g < before_g:
            belief.change(EXCESS, now_g / before_g, piece_var * now_g * (before_g - now_g) / before_g)
        else:
            belief.change(EXCESS, 1.0, piece_var * (now_g - before_g))
        belief.change(FRICTION, 0.0, _FRICTION_G[self._material] ** 2)
        belief.change(OFFSET, 1.0, _MOVES_G**2)

    def _weights_of(self, reading: Reading, value: int) -> tuple[float, ...]:
        """Return the weights of a field's numbers in its code, in sixteenths above the table's zero."""
        mass_cg = mass_of(value)
        colder = reading.thermistor - self._base.thermistor
        warm = 1 + heat_bend(self._material, colder) / 65536
        rise16 = self._rise16(reading.field, mass_cg) * warm
        gram16 = self._base.rise16(reading.field, self._base.code16(reading.field, mass_cg)) / 6 * warm
        return rise16, rise16 * mass_cg / _FULL_CG, gram16, gram16, gram16

    def _risen16(self, reading: Reading, code16: int) -> int:
        return round(code16 - self.fields[reading.field].zero16)

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

    def _shared(self) -> float:
        """Return by how much more the cells of this surface rise than typical ones, on the average of what is known."""
        variance = GAIN_SD**2
        learned = sum(max(0.0, 1 - each.gain_var / variance) for each in self.fields)
        return sum(each.gain - each.usual_gain for each in self.fields) / (learned + variance / _SHARED_SD**2)

    @property
    def num_known(self) -> int:
        return sum(self.is_known(number) for number in range(len(self.fields)))

    def table(self, names: "tuple[str, ...]") -> Calibration:
        """Return the calibration with what was learned, within bounds; a field where none fits keeps its old one."""
        codes16: list[int] = []
        self._out_of_bounds.clear()
        self._age_together()
        self._note_drift()
        shared = self._shared()
        for number, learned in enumerate(self.fields):
            old = tables.knots16(self._base, number)
            ratios = [learned.ratio(100 * KNOT_G * knot / _FULL_CG, shared) for knot in range(KNOTS)]
            own = self._codes16(learned.zero16, ratios, old)
            try:
                tables.check(own, names[number])
            except CalibrationError:
                own = old
                self._out_of_bounds.add(number)
            codes16 += own
        try:
            table = tables.build(codes16, names)
        except CalibrationError:  # no surface rises like that: play has been misread
            table = tables.build(self._base_codes16(), names)
            self._out_of_bounds.update(range(len(self.fields)))
        table.material, table.thermistor, table.serial = self._material, self._base.thermistor, self._base.serial
        table.doubts = bytes(self.doubt(number) for number in range(len(self.fields)))
        return table

    def doubt(self, number: int) -> int:
        """Return by how many per cent a field's weights may be off; 0: no more than those of a calibrated one."""
        learned = self.fields[number]
        if number in self._out_of_bounds:
            return _OUT_OF_BOUNDS_DOUBT
        if not (self._base.doubt(number) or learned.is_lost or learned.is_drifting):
            return 0
        percent = min(100, round(300 * learned.ratio_sd(_USUAL_LOAD)))
        if learned.is_drifting:
            percent = max(percent, _DRIFTING_DOUBT)
        return percent if percent > _LEAST_DOUBT else 0

    def _base_codes16(self) -> list[int]:
        return [code16 for number in range(self._base.fields) for code16 in tables.knots16(self._base, number)]

    def _codes16(self, zero16: float, ratios: list[float], old: list[int]) -> list[int]:
        # A zero that creeps out of its bounds stops there: one that fell back would make weights jump.
        zero16 = max(old[0] - _MOST_ZERO16, min(old[0] + _MOST_ZERO16, zero16))
        return [round(zero16 + (code16 - old[0]) * ratio) for code16, ratio in zip(old, ratios, strict=True)]
