"""Calibration of a tower surface by 67 puts, with lights alone.

Tare with nothing on the board; put a tower of seven on three fields and take it off piece by piece, which shows the
type's curve; put the tower on each of the other fields, in any order; then a tower of seven other pieces on a part of
the fields. Where a tower stands on its field is most of what a table is off, so a second put there helps most; and two
towers are nearer to fourteen nominal pieces than one is to seven. Full tables, 343 puts, are hardly better by a study
of the cell's model.
"""

from array import array

from treppe.sensing.curve import ONE, Descent
from treppe.sensing.guided import BACK16, CLEAR, PIECES, PUT, Guided
from treppe.sensing.storing import encode

TARE, LEARN, TOWERS, AGAIN, DONE = 0, 1, 2, 3, 4
_SECOND_PUTS = 18
_MOST_APART = 0.08  # of a span, between its two puts: half a piece
# Variance of the ratio of two towers: fourteen pieces, each one per cent off by itself.
_TOWERS_DIFFER = 0.01**2 * 2 / 7


class Procedure(Guided):
    """The whole board."""

    def __init__(self, surface, material: str = "steel", serial: int = 1):
        super().__init__(surface)
        self._material = material
        self._serial = serial
        self._learned = _spread(surface.FIELDS, 3)
        self._twice = _spread(surface.FIELDS, _SECOND_PUTS)
        self._span16 = array("i", [0] * surface.FIELDS)
        self._second16: dict[int, int] = {}
        self._curves: list[Descent] = []
        self._thermistor = 0
        self._stands = bytearray(surface.FIELDS)  # a tower that has been weighed and not been lifted since
        self._last_tower = self._differing = -1
        self.stage = TARE
        self.progress = (0, surface.FIELDS + len(self._twice))

    @property
    def puts(self) -> int:
        """The puts that count: one for each span that is known."""
        return self.progress[0]

    def back(self):
        """Ask for the last tower once more."""
        field = self._last_tower
        if field >= 0 and self.stage >= TOWERS:
            if field in self._second16:
                del self._second16[field]
            else:
                self._span16[field] = 0
            self._last_tower = -1
            self.is_done = False
            self._ask_for_towers()

    def record(self) -> bytes:
        """Return the record for the surface's memory, when the stage is DONE."""
        shapes = [curve.shape() for curve in self._curves]
        shape = [sum([each[k] for each in shapes]) / len(shapes) for k in range(PIECES + 1)]
        heavier = self._second_tower() / 2
        codes16 = []
        for field, zero16 in enumerate(self._zero16):
            span16 = self._span16[field] * (1 + heavier)
            if field in self._second16:
                span16 = (span16 + self._second16[field] * (1 - heavier)) / 2
            codes16 += [round(zero16 + span16 * part / ONE) for part in shape]
        return encode(self._surface.NAME, codes16, self._material, self._thermistor, self._serial)

    def _second_tower(self) -> float:
        """Return by which part the second tower is heavier, less the more the puts scatter."""
        ratios = [second16 / self._span16[field] - 1 for field, second16 in self._second16.items()]
        count = len(ratios)
        mean = sum(ratios) / count
        scatter = sum([(ratio - mean) ** 2 for ratio in ratios]) / (count - 1) / count
        return mean * _TOWERS_DIFFER / (_TOWERS_DIFFER + scatter)

    def _look(self):
        if self.stage == TARE:
            if self._tare(range(self._surface.FIELDS)):
                self._thermistor = self._steady.thermistor
                self._begin_curve()
        elif self.stage == LEARN:
            self._learn(self._curves[-1])
        else:
            self._weigh()

    def _begin_curve(self):
        self.stage = LEARN
        self._curves.append(Descent(self._learned[len(self._curves)], self._material))
        self._ask((self._curves[-1].field,), PUT, ("first tower",))

    def _learn(self, curve):
        """The tower, one piece less, or nothing on the field of the curve that is being learned."""
        field = curve.field
        if not self._is_calm(field):
            return
        if curve.look(self._rise16(field)):
            self._end_curve(curve)
        elif curve.pieces:
            self._ask((field,), CLEAR, ("one off", curve.pieces))
        elif self.say != ("first tower",) or self._rise16(field) > BACK16:  # else what was wrong stays said
            self._ask((field,), PUT, ("first tower",))
            self.complaint = curve.complaint

    def _end_curve(self, curve):
        """The field is clear: the next one, or this one again."""
        field = curve.field
        self._zero16[field] = self._steady.code16[field]
        if curve.wrong:
            self._curves.pop()
            self._begin_curve()
            self.complaint = ("wrong piece",) + curve.wrong
            return
        self._span16[field] = curve.rises16[-1]
        self._count()
        if len(self._curves) < len(self._learned):
            self._begin_curve()
        else:
            self._ask_for_towers()

    def _weigh(self):
        """A tower of seven on any field that is asked for."""
        self.complaint = ()
        for field in range(self._surface.FIELDS):
            rise16 = self._rise16(field)
            if self._stands[field]:
                self._stands[field] = rise16 > BACK16
                if self._stands[field] and field == self._differing:
                    self.complaint = ("differs", field)
            elif self.asked[field] and self._is_calm(field) and self._is_tower(field):
                self._take(field, rise16)

    def _take(self, field, span16):
        """Keep what a tower has read; two that differ by half a piece say that one of them was none."""
        self._last_tower = field
        self._stands[field] = 1
        first16 = self._span16[field]
        if not first16:
            self._span16[field] = span16
        elif abs(span16 - first16) < _MOST_APART * first16:
            self._second16[field] = span16
        else:
            self._span16[field] = 0
            self._differing = field
        self._ask_for_towers()

    def _ask_for_towers(self):
        self._count()
        self.stage = TOWERS
        missing = [field for field in range(self._surface.FIELDS) if not self._span16[field]]
        if not missing:
            self.stage = AGAIN
            missing = [field for field in self._twice if field not in self._second16]
        if not missing:
            self.stage = DONE
        self.is_done = self.stage == DONE
        self._ask(missing, PUT, ("tower" if self.stage == TOWERS else "again", len(missing)))
        if self.is_done:
            self.say = ("done",)

    def _count(self):
        known = sum([1 for span16 in self._span16 if span16]) + len(self._second16)
        self.progress = (known, self.progress[1])


def _spread(fields: int, count: int) -> list[int]:
    """Return so many fields, evenly spread."""
    return [(2 * at + 1) * fields // (2 * count) for at in range(count)]
