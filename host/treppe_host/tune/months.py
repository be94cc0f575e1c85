"""How each field of a board has done, month by month, from all that was measured of its games."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, median
from types import ModuleType
from typing import Any, Protocol

from treppe_host.tune import calibrations, lessons
from treppe_host.tune.felt import Confirmation, Zero
from treppe_host.tune.health import margin
from treppe_host.tune.learned_field import Surprise
from treppe_host.tune.learning import Learner
from treppe_host.tune.reed_health import lags_s

_CODES_PER_CG = 0.05
_LEAST = 3
"""Readings of a field in a month, below which they tell nothing."""
_LEAST_ASKED = 8
_REED_BYTES = 3


class MonthStore(lessons.LessonStore, Protocol):
    """What is needed of the store."""

    def unmeasured(self, board: str, surface: str) -> list[Any]:
        """Return the actions of measured games that people were asked about."""


@dataclass(slots=True)
class FieldMonth:
    """One field in one month. Grams of towers; of reeds `bounces` in so many changes, and `lags_s` of lifts."""

    readings: list[Surprise] = field(default_factory=list)
    zeros_g: list[float] = field(default_factory=list)
    steps_g: list[float] = field(default_factory=list)
    """Between two looks at the empty field in one game."""
    changes: int = 0
    bounces: int = 0
    lags_s: list[float] = field(default_factory=list)
    questions: int = 0

    @property
    def drift_g(self) -> float | None:
        """The zero's mean distance from that of the calibration; None with too few readings."""
        return mean(self.zeros_g) if len(self.zeros_g) >= _LEAST else None

    @property
    def noise_g(self) -> float | None:
        """Standard deviation of a reading of the empty field; None with too few readings."""
        steps = self.steps_g
        return sqrt(sum(each * each for each in steps) / len(steps) / 2) if len(steps) >= _LEAST else None

    def margin(self, surface: ModuleType) -> float | None:
        """Return the standard deviations between a value and the line to the next; None with too few readings."""
        return margin(self.readings, surface) if len(self.readings) >= _LEAST else None

    @property
    def bounced(self) -> float | None:
        """How often a reed bounces at a change."""
        return self.bounces / self.changes if self.changes >= _LEAST else None

    @property
    def lag_s(self) -> float | None:
        """Median time from the opening of a reed until its piece stands elsewhere; None with too few readings."""
        return median(self.lags_s) if len(self.lags_s) >= _LEAST else None

    @property
    def asked(self) -> float | None:
        """The part of the field's changes that people were asked about."""
        count = self.changes + self.questions
        return self.questions / count if count >= _LEAST_ASKED else None


@dataclass(slots=True)
class Month:
    """A month of play: its name as 2026-11, its games, and its fields by number."""

    name: str
    games: set[int] = field(default_factory=set)
    fields: dict[int, FieldMonth] = field(default_factory=dict)

    def of(self, number: int) -> FieldMonth:
        """Return a field's month, an empty one at first."""
        return self.fields.setdefault(number, FieldMonth())


def months_of_weights(store: MonthStore, board: str, surface: ModuleType) -> list[Month]:
    """Return the months in which a surface of cells was played on, the oldest first."""
    found: dict[str, Month] = {}
    _weigh(found, store.measurements(board, surface.NAME), _epochs(store, board, surface), surface)
    return _with_questions(found, store, board, surface)


def months_of_values(store: MonthStore, board: str, surface: ModuleType) -> list[Month]:
    """Return the same of a surface whose sensors tell values and bounces, as reeds do."""
    found: dict[str, Month] = {}
    for each in store.measurements(board, surface.NAME):
        month = _month(found, each.at, each.game)
        _count_bounces(month, each.readings, surface)
        for number, lag_s in lags_s(each.seen).items():
            month.of(number).lags_s.append(lag_s)
    return _with_questions(found, store, board, surface)


def _with_questions(found: dict[str, Month], store: MonthStore, board: str, surface: ModuleType) -> list[Month]:
    for asked in store.unmeasured(board, surface.NAME):
        month = _month(found, asked.at, asked.game)
        for number in {changed for changed in asked.changed if changed < surface.FIELDS}:
            month.of(number).questions += 1
    return [found[name] for name in sorted(found)]


def _month(found: dict[str, Month], at: float, game: int) -> Month:
    name = time.strftime("%Y-%m", time.localtime(at))
    month = found.setdefault(name, Month(name))
    month.games.add(game)
    return month


def _epochs(store: MonthStore, board: str, surface: ModuleType) -> list[Any]:
    """Return the calibrations that people have made, the oldest first."""
    stored = [each for each in store.calibrations(board) if each.surface == surface.NAME]
    return sorted((each for each in stored if each.origin != lessons.LEARNED), key=lambda each: each.at)


def _weigh(found: dict[str, Month], measured: Iterable[Any], epochs: list[Any], surface: ModuleType) -> None:
    """Hold each reading of a cell against what all before it have taught, since the calibration of that time."""
    learner: Learner | None = None
    confirmation = Confirmation(surface.FIELDS, _CODES_PER_CG)
    last: dict[int, tuple[int, float]] = {}
    base16: list[int] = []
    for each in measured:
        while epochs and (learner is None or epochs[0].at <= each.at):
            table = calibrations.decode(calibrations.read_text(epochs.pop(0).content, surface), surface)
            learner, last = Learner(table), {}
            base16 = [table.code16(number, 0) for number in range(surface.FIELDS)]
            confirmation = Confirmation(surface.FIELDS, _CODES_PER_CG)
        if learner is None:
            return
        month = _month(found, each.at, each.game)
        for reading in confirmation.take(each.readings, each.game):
            learner.take(reading)
            noted = month.of(reading.field)
            if isinstance(reading, Zero):
                zero_g = (reading.code16 - base16[reading.field]) / (16 * 100 * _CODES_PER_CG)
                game, before_g = last.get(reading.field, (-1, 0.0))
                if game == each.game:
                    noted.steps_g.append(zero_g - before_g)
                noted.zeros_g.append(zero_g)
                last[reading.field] = each.game, zero_g
            else:
                noted.changes += 1
                noted.readings.append(learner.fields[reading.field].history[-1])


def _count_bounces(month: Month, content: bytes, surface: ModuleType) -> None:
    for at in range(0, len(content) - _REED_BYTES + 1, _REED_BYTES):
        number, _, bounces = content[at : at + _REED_BYTES]
        if number < surface.FIELDS:
            noted = month.of(number)
            noted.changes += 1
            noted.bounces += bounces
