"""What the games on a board have taught about its surface: from the store, and into a calibration.

Learning begins anew each time, with the last calibration that people have made and all that was measured since. So
actions that were taken back are unlearned, and people's calibration stays.
"""

from datetime import datetime
from types import ModuleType
from typing import Any, Protocol

from treppe.sensing import storing
from treppe.sensing.calibration import Calibration

from treppe_host.errors import BadFile
from treppe_host.tune import calibrations
from treppe_host.tune.felt import Confirmation
from treppe_host.tune.learning import Learner

LEARNED = "learned"
"""The `origin` of a calibration that follows from play."""
_CODES_PER_CG = 0.05  # of an empty cell: 60 codes for a brick
_WORTH_CG = 40
_WORTH_ZERO_CG = 100


class LessonStore(Protocol):
    """What is needed of the store."""

    def add_calibration(self, board: str, surface: str, content: str, origin: str | None = None) -> None:
        """Store one."""

    def calibrations(self, board: str) -> list[Any]:
        """Return the calibrations of a board, the latest first."""

    def measurements(self, board: str, surface: str, since: float = 0.0) -> list[Any]:
        """Return what was measured since a time."""


def keep(store: LessonStore, board: str, surface: ModuleType, table: Calibration, origin: str | None = None) -> None:
    """Store a board's calibration if it differs from its last one."""
    content = calibrations.to_json(table, surface)
    earlier = [each.content for each in store.calibrations(board) if each.surface == surface.NAME]
    if earlier[:1] != [content]:
        store.add_calibration(board, surface.NAME, content, origin)


def by_people(store: LessonStore, board: str, surface: ModuleType) -> Any | None:
    """Return the last good calibration that people have made, with its `at` and `content`; None if none is known."""
    return next((each for each, _ in _good_ones(store, board, surface)), None)


def is_last_by_people(store: LessonStore, board: str, surface: ModuleType) -> bool:
    """Tell whether people have made the last calibration that is known of a board's surface, and it is a good one."""
    latest = next((each for each in store.calibrations(board) if each.surface == surface.NAME), None)
    return latest is not None and latest == by_people(store, board, surface)


def to_restore(store: LessonStore, board: str, surface: ModuleType, now: Calibration) -> Any | None:
    """Return the last good calibration by people that is another one than the board has now; None if there is none.

    One in which a field rises quite otherwise than in most others, with that of now, is none of this surface's.
    """
    good_ones = _good_ones(store, board, surface)
    tables = [now, *(table for _, table in good_ones)]
    for each, table in good_ones:
        is_odd = 2 * sum(bool(calibrations.odd_rises(other, table, surface)) for other in tables) > len(tables)
        is_same = all(calibrations.codes(table, field) == calibrations.codes(now, field) for field in range(now.fields))
        if not is_odd and not is_same:
            return each
    return None


def contradicted(store: LessonStore, board: str, surface: ModuleType) -> tuple[Any, dict[str, int]] | None:
    """Return the last but one calibration by people, and the fields that rise quite otherwise in the last one.

    By how many per cent more, by their names; None if there are no such fields.
    """
    good_ones = _good_ones(store, board, surface)
    if len(good_ones) < 2:
        return None
    (_, last), (earlier, before) = good_ones[:2]
    odd = calibrations.odd_rises(before, last, surface)
    return (earlier, odd) if odd else None


def _good_ones(store: LessonStore, board: str, surface: ModuleType) -> list[tuple[Any, Calibration]]:
    """Return the good calibrations that people have made, the last one first."""
    found = []
    for each in store.calibrations(board):
        if each.surface == surface.NAME and each.origin != LEARNED:
            try:
                record = calibrations.read_text(each.content, surface)
            except BadFile:
                continue
            found.append((each, calibrations.decode(record, surface)))
    return found


def made_at(good_ones: Any) -> str:
    """Return the date and time of a stored calibration."""
    return f"{datetime.fromtimestamp(good_ones.at):%Y-%m-%d %H:%M}"


def learn(store: LessonStore, board: str, surface: ModuleType) -> Learner | None:
    """Return what the games since the last calibration by people have taught; None if no calibration is known."""
    base = by_people(store, board, surface)
    if base is None:
        return None
    learner = Learner(calibrations.decode(calibrations.read_text(base.content, surface), surface))
    confirmation = Confirmation(surface.FIELDS, _CODES_PER_CG)
    for measured in store.measurements(board, surface.NAME, base.at):
        for reading in confirmation.take(measured.readings, measured.game):
            learner.take(reading)
    return learner


def is_worth(now: Calibration, learned: Calibration) -> bool:
    """Return whether a learned calibration differs enough to be worth a write to the surface's memory."""
    for field in range(now.fields):
        if bool(learned.doubt(field)) != bool(now.doubt(field)):
            return True
        zero_cg = now.mass_cg(field, learned.code16(field, 0))
        full_cg = now.mass_cg(field, learned.code16(field, 8400)) - 8400
        if abs(zero_cg) >= _WORTH_ZERO_CG or abs(full_cg - zero_cg) >= _WORTH_CG:
            return True
    return False


def record_after(learned: Calibration, now: Calibration, surface: ModuleType) -> bytes:
    """Return a learned calibration as the record that follows the one of now."""
    record: bytes = storing.record_of(learned, surface.NAME)
    return calibrations.renumbered(record, surface, now.serial)
