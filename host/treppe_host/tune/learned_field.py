"""What play has taught of one field: its gain, how that changes with the load, and its zero."""

from dataclasses import dataclass, field
from math import sqrt

from treppe_host.tune.belief import Belief

NUMBERS = 5
GAIN, BEND, EXCESS, FRICTION, OFFSET = range(NUMBERS)
"""Places of the numbers that a belief is about; see learning.py."""
ODD = 4.0
"""Standard deviations beyond which a reading is believed to be something else than this field's weight."""
GAIN_SD = 0.083
"""Standard deviation of the gain, 5,000 typical cells of the cell's model."""
BEND_FOLLOWS = 0.315
"""How much more the bend is for each part that the gain is more, of the same cells."""
_AGES_A_GAME = 0.003
_AGES_WHEN_DRIFTING = 0.02
_MIDDLE16 = 16 * 2048
"""What a Hall sensor reads without a magnet."""
_RECENT = 12
_DRIFTS = 5.0
"""The sum of some readings, in standard deviations of such a sum; chance alone makes it one time in a million."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """By how much a change was off what was expected: in standard deviations, more is positive, and in grams."""

    game: int
    sigmas: float
    off_g: float


def drifts(history: list[Surprise]) -> bool:
    """Tell whether the last readings of a field are off to one side by more than chance makes."""
    recent = [max(-ODD, min(ODD, each.sigmas)) for each in history[-_RECENT:]]
    return len(recent) >= _RECENT // 2 and abs(sum(recent)) >= _DRIFTS * sqrt(len(recent))


@dataclass(slots=True)
class LearnedField:
    """What is known of one field, and the value that stood there when it was last learned from."""

    zero16: float
    belief: Belief
    usual_gain: float = 1.0
    value: int = -1
    num_readings: int = 0
    num_odd: int = 0
    num_zeros: int = 0
    zeros16: dict[int, float] = field(default_factory=dict)
    """Its zero after each of the last games in which it was read."""
    first_zero16: float = 0.0
    read_zero16: float = 0.0
    """Its zero when it was last weighed on."""
    moved_part: float = 0.0
    """The part of its magnet's field by which the zero has moved since."""
    game: int = 0
    history: list[Surprise] = field(default_factory=list)
    num_odd_in_a_row: int = 0
    is_lost: bool = False
    """Its readings fitted nothing that was known of it, so that it has begun anew."""
    is_drifting: bool = False
    """Whether it changes faster than learning follows."""

    @property
    def gain(self) -> float:
        """By how much its codes rise more than the table's, without a load."""
        return self.belief.means[GAIN]

    @property
    def bend(self) -> float:
        """By how much more than that at the full load."""
        return self.belief.means[BEND]

    @property
    def gain_var(self) -> float:
        return self.belief.covariance[GAIN][GAIN]

    def ratio(self, load: float, shared: float = 0.0) -> float:
        """Return by how much its codes rise more than the table's, at a part of the full load.

        `shared`: how much the gain of all cells differs from what was believed before any was known. It counts as far
        as nothing better is known of this one; its bend follows.
        """
        gain_var, both = self.belief.covariance[GAIN][:EXCESS]
        return self.gain + self.bend * load + shared * (gain_var + both * load) / max(gain_var, GAIN_SD**2)

    def ratio_sd(self, load: float) -> float:
        """Return the standard deviation of `ratio`."""
        return sqrt(max(0.0, self.belief.variance((1.0, load, 0.0, 0.0, 0.0))))

    def age(self, game: int) -> None:
        """Forget a little with each game, for springs and magnets tire; the bend follows as from cell to cell."""
        if self.game and game != self.game:
            ages = _AGES_WHEN_DRIFTING if self.is_drifting else _AGES_A_GAME
            self._forget(ages * ages)
        self.game = game

    def note_zero(self) -> None:
        """Doubt the gain as far as the zero has moved: a magnet that fades by a part lets both fade by it."""
        part = abs(self.zero16 - self.read_zero16) / (self.zero16 - _MIDDLE16)
        if part > self.moved_part:
            self._forget(part**2 - self.moved_part**2)
            self.moved_part = part

    def note_weighed(self) -> None:
        """Take note that a reading has shown the gain with the present zero."""
        self.read_zero16, self.moved_part = self.zero16, 0.0

    def _forget(self, aged: float) -> None:
        covariance = self.belief.covariance
        covariance[GAIN][GAIN] += aged
        covariance[GAIN][BEND] += BEND_FOLLOWS * aged
        covariance[BEND][GAIN] += BEND_FOLLOWS * aged
        covariance[BEND][BEND] += BEND_FOLLOWS**2 * aged
