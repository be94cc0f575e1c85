"""What the cells measured of recorded actions: the stream `explain`, and the readings in it on which no hand lay."""

from collections.abc import Iterator
from dataclasses import dataclass

_BYTES = 7
_SAME_CG = 150
"""A field that rests may drift so far between two looks; more was a hand."""


@dataclass(frozen=True, slots=True)
class Change:
    """A field in a message of the stream: value and code before, at rest, and now; both are the same of one at rest."""

    field: int
    before: int
    before16: int
    now: int
    now16: int


def changes(content: bytes, num_fields: int) -> tuple[int, list[Change]]:
    """Return the thermistor's reading and the fields of a message; 0 and no fields if it is cut off.

    Fields that the surface does not have are left out.
    """
    if len(content) < 2 or (len(content) - 2) % _BYTES:
        return 0, []
    found = []
    for at in range(2, len(content), _BYTES):
        field, before, before_high, before_low, now, now_high, now_low = content[at : at + _BYTES]
        if field < num_fields:
            found.append(Change(field, before, before_high << 8 | before_low, now, now_high << 8 | now_low))
    return content[0] << 8 | content[1], found


@dataclass(frozen=True, slots=True)
class Reading:
    """A change of a field's weight: values and codes before and now, the codes in sixteenths.

    Both were measured within seconds, so that drift, and what neighbours pass on, are the same in both.
    """

    field: int
    before: int
    now: int
    before16: int
    now16: int
    thermistor: int
    game: int


@dataclass(frozen=True, slots=True)
class Zero:
    """An empty field's code at rest, in sixteenths."""

    field: int
    code16: int
    game: int


class Confirmation:
    """Turns changes into readings once a second look agrees: a hand that rests on a piece is gone by then."""

    def __init__(self, num_fields: int, codes_per_cg: float) -> None:
        """`codes_per_cg` is the slope of a typical empty cell."""
        self._num_fields = num_fields
        self._open: dict[int, tuple[Change, Reading | None]] = {}
        self._same16 = 16 * codes_per_cg * _SAME_CG

    def take(self, content: bytes, game: int) -> Iterator[Reading | Zero]:
        """Yield what a message confirms."""
        thermistor, found = changes(content, self._num_fields)
        for change in found:
            last, reading = self._open.get(change.field, (None, None))
            if last and last.now == change.before and abs(last.now16 - change.before16) < self._same16:
                if reading:
                    yield reading
                if not change.before:
                    yield Zero(change.field, change.before16, game)
            self._open[change.field] = (change, _reading(change, thermistor, game))


def _reading(change: Change, thermistor: int, game: int) -> Reading | None:
    if change.before == change.now or not change.before16:  # it has not stood still since the board was switched on
        return None
    return Reading(change.field, change.before, change.now, change.before16, change.now16, thermistor, game)
