"""Finds reeds that go bad before they err: they bounce more than before, or open later than hands carry.

Of each action the store has how often the reeds of its fields bounced, and the order and times of what was seen. A reed
has no scale: it is held against its own past and against all others of the surface.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, factorial, log
from statistics import NormalDist, mean, median
from typing import NamedTuple, Protocol

RECENT = 16
_LEAST_BEFORE = 4
_LEAST = 2
_CHANCE = 1e-6
"""So seldom chance alone may look like a fault: a hundred reeds are judged after each game."""
_USUAL = 20.0
"""So many readings of its own count as much as what all other reeds of the surface have shown."""
_TRYING_GAMES = 20
"""A reed that has worked in one of so many last games counts as tried."""
_LEAST_LIFTS, _LEAST_OF_GAME = 100, 10
_SHORTEST_S = 0.02
_LEAST_SPREAD = 0.25
"""Of the logarithm of the time for which hands carry a piece: none is more regular."""
_RAREST = 1e-5
"""One lift alone is never odder than this, and raises no alarm."""
_LATE_PART = 0.05
"""So many lifts of sound reeds are called late."""
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


class ReedChange(NamedTuple):
    """One change of a reed: whether it bounced, or the logarithm of its lag, see `lags_s`."""

    value: float
    game: int


_Histories = list[list[ReedChange]]
"""Of each field its readings, the oldest first."""


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
        self._bounces: list[_Histories] = [[[] for _ in range(num_fields)] for _ in range(2)]  # of lifts, of puts
        self._lags: _Histories = [[] for _ in range(num_fields)]

    def take(self, measured: Measured) -> None:
        """Learn from an action."""
        readings = measured.readings
        for at in range(0, len(readings) - 2, 3):
            number, value, bounces = readings[at : at + 3]
            if number < len(self._lags):
                self._bounces[bool(value)][number].append(ReedChange(bool(bounces), measured.game))
        for number, lag_s in lags_s(measured.seen).items():
            if number < len(self._lags):
                self._lags[number].append(ReedChange(log(max(_SHORTEST_S, lag_s)), measured.game))

    def declines(self) -> list[ReedDecline]:
        """Return the reeds that want a look."""
        bouncing = [each for histories in self._bounces for each in _bouncing(histories)]
        return bouncing + list(_late(self._lags))


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


def _bouncing(histories: _Histories) -> Iterator[ReedDecline]:
    """Yield the reeds whose last changes bounced far more often than those before, and than all other reeds."""
    bounced = [[each.value for each in history] for history in histories]
    total, count = sum(map(sum, bounced)), sum(map(len, bounced))
    for number, (history, own) in enumerate(zip(histories, bounced, strict=True)):
        usual = (total - sum(own) + 0.5) / (count - len(own) + 100)
        chances = {}
        for recent in _windows(history):
            rate = (sum(own[:-recent]) + _USUAL * usual) / (len(own) - recent + _USUAL)
            chances[recent] = _chance_of_count(round(sum(own[-recent:])), rate * recent)
        yield from _decline(number, BOUNCES, history, chances, own)


def _late(histories: _Histories) -> Iterator[ReedDecline]:
    """Yield the reeds that opened at their last lifts far later than others, for the hands of the same games.

    How odd a lift is follows from all lifts of the surface, and beyond the oddest of them from a log-normal tail.
    """
    levels = _levels(histories)
    if not levels:
        return
    relative = [[each.value - levels[each.game] for each in history] for history in histories]
    ordered = sorted(each for values in relative for each in values)
    quartile = ordered[len(ordered) // 4]  # one bad reed moves it little
    hands = NormalDist(0, max(_LEAST_SPREAD, quartile / NormalDist().inv_cdf(0.25)))
    late = hands.inv_cdf(_LATE_PART)
    for number, (history, values) in enumerate(zip(histories, relative, strict=True)):
        own = sorted(values)
        others = [(bisect_right(ordered, each) - bisect_right(own, each)) / len(ordered) for each in values]
        odd = [-log(max(_RAREST, hands.cdf(each), part)) for each, part in zip(values, others, strict=True)]
        chances = {}
        for recent in _windows(history):
            usual = max(1.0, (_USUAL + sum(odd[:-recent])) / (_USUAL + len(odd) - recent))
            chances[recent] = _chance_of_sum(sum(odd[-recent:]) / usual, recent)
        yield from _decline(number, LATE, history, chances, [float(each <= late) for each in values])


def _windows(history: Sequence[ReedChange]) -> range:
    """Return how many last readings are held against those before them, by turns."""
    return range(_LEAST, 1 + min(RECENT, len(history) - _LEAST_BEFORE))


def _decline(
    number: int, sign: str, history: Sequence[ReedChange], chances: Mapping[int, float], signs: Sequence[float]
) -> Iterator[ReedDecline]:
    """Yield a fault if the last readings, as many as look least like chance, are one; `signs` are 1 where it shows."""
    recent = min(chances, key=lambda recent: chances[recent], default=0)
    if recent and chances[recent] < _CHANCE:
        before, now = (100 * mean(part) for part in (signs[:-recent], signs[-recent:]))
        yield ReedDecline(number, sign, before, now, len({each.game for each in history[-recent:]}))


def _levels(histories: _Histories) -> dict[int, float]:
    """Return the median of each game's readings, since hands are quicker in some games; nothing with too few."""
    games: dict[int, list[float]] = {}
    for history in histories:
        for each in history:
            games.setdefault(each.game, []).append(each.value)
    every = [value for values in games.values() for value in values]
    if len(every) < _LEAST_LIFTS:
        return {}
    usual = median(every)
    return {game: median(values) if len(values) >= _LEAST_OF_GAME else usual for game, values in games.items()}


def _chance_of_count(count: int, expected: float) -> float:
    """Return the chance of so many or more where so many are expected (Poisson)."""
    term = total = exp(-expected) * expected**count / factorial(count)
    for number in range(count + 1, count + RECENT):
        term *= expected / number
        total += term
    return total


def _chance_of_sum(total: float, count: int) -> float:
    """Return the chance that so many numbers, each -log of a chance, come to this sum or more (Gamma)."""
    return exp(-total) * sum(total**number / factorial(number) for number in range(count))
