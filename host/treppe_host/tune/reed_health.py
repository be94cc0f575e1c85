"""A reed that goes bad, told before it errs: it bounces more than it did, or opens later than hands carry.

Of each action the store has how often the reeds of its fields bounced, and the order and times of what was seen. A reed
has no scale: it is held against its own past and against all others of the surface.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Protocol

RECENT = 12
_LEAST_BEFORE = 8
_CHANCE = 1e-6
"""So seldom chance alone may look like a fault: a hundred reeds are judged after each game."""
_LEAST = 2
_LATE_S = 0.15
"""Hands need longer to carry a piece: a reed that opens later than this before the piece is put elsewhere is late."""
_USUAL = 20.0
"""So many readings of its own count as much as what all reeds of the surface have shown."""
_TRYING_GAMES = 20
"""A reed that has worked in one of so many last games counts as tried."""
BOUNCES, LATE = "bounces", "late"


class Measured(Protocol):
    """What is needed of a measurement of the store."""

    @property
    def game(self) -> int:
        """Its game."""

    @property
    def readings(self) -> bytes:
        """Three bytes for each field: number, value, bounces."""

    @property
    def seen(self) -> bytes:
        """Four bytes for each change: field, value, hundredths of a second since the change before."""


@dataclass(frozen=True, slots=True)
class ReedDecline:
    """A reed that wants a look: which sign, how often in a hundred readings before, and how often now."""

    field: int
    sign: str
    before_percent: float
    now_percent: float
    games: int


@dataclass(slots=True)
class _History:
    """Counts of one sign on one field, with the game of each reading."""

    counts: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)

    def add(self, count: int, game: int) -> None:
        self.counts.append(count)
        self.games.append(game)


def lags_s(seen: bytes) -> dict[int, float]:
    """Return for each field that opened how long after that a piece was put elsewhere; below 0: before it opened."""
    now_s, opened, closed = 0.0, dict[int, float](), dict[int, float]()
    for at in range(0, len(seen) - 3, 4):
        number, value, high, low = seen[at : at + 4]
        now_s += (high << 8 | low) / 100
        (closed if value else opened)[number] = now_s
    puts = sorted((at_s, number) for number, at_s in closed.items() if number not in opened)
    return {number: puts[0][0] - at_s for number, at_s in opened.items() if len(puts) == 1 and number not in closed}


class ReedLearner:
    """Takes what was measured of actions that stand, the oldest first; `declines` tells which reeds want a look."""

    def __init__(self, num_fields: int) -> None:
        self._histories = {sign: [_History() for _ in range(num_fields)] for sign in (BOUNCES, LATE)}
        self._sums = dict.fromkeys(self._histories, 0)
        self._counts = dict.fromkeys(self._histories, 0)

    def take(self, measured: Measured) -> None:
        """Learn from an action."""
        readings = measured.readings
        for at in range(0, len(readings) - 2, 3):
            self._add(BOUNCES, readings[at], readings[at + 2], measured.game)
        for number, lag_s in lags_s(measured.seen).items():
            self._add(LATE, number, int(lag_s < _LATE_S), measured.game)

    def _add(self, sign: str, number: int, count: int, game: int) -> None:
        if number < len(self._histories[sign]):
            self._histories[sign][number].add(count, game)
            self._sums[sign] += bool(count)
            self._counts[sign] += 1

    def declines(self) -> list[ReedDecline]:
        """Return the reeds that want a look."""
        found = []
        for sign, histories in self._histories.items():
            usual = (self._sums[sign] + 1) / (self._counts[sign] + 100)
            judged = (_judge(number, sign, history, usual) for number, history in enumerate(histories))
            found += [each for each in judged if each]
        return found


def tried_in(measurements: Sequence[Measured]) -> tuple[int, set[int]]:
    """Return how many of the last games tell of reeds, and which reeds have worked in them."""
    games = sorted({each.game for each in measurements})[-_TRYING_GAMES:]
    recent = [each.readings for each in measurements if each.game in games]
    return len(games), {readings[at] for readings in recent for at in range(0, len(readings) - 2, 3)}


def learn_reeds(num_fields: int, measurements: Iterable[Measured]) -> ReedLearner:
    """Return what all measurements of a surface teach."""
    learner = ReedLearner(num_fields)
    for measured in measurements:
        learner.take(measured)
    return learner


def _judge(number: int, sign: str, history: _History, usual: float) -> ReedDecline | None:
    """Hold the last readings, as many as tell most, against those before them."""
    for recent in range(_LEAST, 1 + min(RECENT, len(history.counts) - _LEAST_BEFORE)):
        now, before = history.counts[-recent:], history.counts[:-recent]
        rate = (sum(map(bool, before)) + _USUAL * usual) / (len(before) + _USUAL)
        if sum(map(bool, now)) >= _LEAST and _chance(sum(map(bool, now)), rate * recent) < _CHANCE:
            games = len(set(history.games[-recent:]))
            return ReedDecline(number, sign, 100 * rate, 100 * sum(map(bool, now)) / recent, games)
    return None


def _chance(count: int, expected: float) -> float:
    """Return the chance of so many or more where so many are expected (Poisson)."""
    term = total = exp(-expected)
    for number in range(1, count):
        term *= expected / number
        total += term
    return max(0.0, 1 - total)
