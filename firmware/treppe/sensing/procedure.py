"""Calibration of a tower surface by 67 puts, with lights alone.

Tare with nothing on the board; learn the type's curve on three fields with one to seven pieces each; then put one
tower of seven on each of the other fields, in any order. Full tables, 343 puts, are hardly better by a study of the
cell's model, for stacks that stand off the centre dominate.
"""

from array import array

from treppe.sensing.curve import ONE, Curve
from treppe.sensing.guided import CLEAR, PIECES, PUT, Guided
from treppe.sensing.storing import encode

TARE, LEARN, TOWERS, DONE = 0, 1, 2, 3


class Procedure(Guided):
    """The whole board."""

    def __init__(self, surface, material: str = "steel", serial: int = 1):
        super().__init__(surface)
        self._material = material
        self._serial = serial
        self._learned = _spread(surface)
        self._span16 = array("i", [0] * surface.FIELDS)
        self._curves: list[Curve] = []
        self._thermistor = 0
        self._last_tower = -1
        self.stage = TARE
        self.puts = 0
        self.progress = (0, PIECES * len(self._learned) + surface.FIELDS - len(self._learned))

    def back(self):
        """Ask for the last tower once more."""
        if self._last_tower >= 0 and self.stage >= TOWERS:
            self._span16[self._last_tower] = 0
            self._last_tower = -1
            self.is_done = False
            self.stage = TOWERS
            self._ask_for_towers()

    def record(self) -> bytes:
        """Return the record for the surface's memory, when the stage is DONE."""
        shapes = [curve.shape() for curve in self._curves]
        shape = [sum([each[k] for each in shapes]) / len(shapes) for k in range(PIECES + 1)]
        codes16 = []
        for zero16, span16 in zip(self._zero16, self._span16):
            codes16 += [round(zero16 + span16 * part / ONE) for part in shape]
        return encode(self._surface.NAME, codes16, self._material, self._thermistor, self._serial)

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
        self._curves.append(Curve(self._learned[len(self._curves)], self._material))
        self._ask((self._curves[-1].field,), PUT, ("piece", 1))

    def _learn(self, curve):
        """One piece more on the field of the curve that is being learned, or all of them away."""
        field = curve.field
        if not self._is_calm(field):
            return
        if curve.look(self._rise16(field)):
            self._end_curve(curve)
            return
        if curve.is_full:
            self._ask((field,), CLEAR, ("take off",))
            self.complaint = ("wrong piece",) + curve.wrong if curve.wrong else ()
        else:
            self._ask((field,), PUT, ("piece", len(curve.rises16)))
            self.complaint = curve.complaint
        self._count(len(curve.rises16) - 1)

    def _end_curve(self, curve):
        """The field is clear: the next one, or this one again."""
        field = curve.field
        if curve.wrong:
            self._curves.pop()
            self._zero16[field] = self._steady.code16[field]
            self._begin_curve()
            return
        self._span16[field] = curve.rises16[-1]
        if len(self._curves) < len(self._learned):
            self._begin_curve()
        else:
            self.stage = TOWERS
            self._ask_for_towers()

    def _weigh(self):
        """A tower of seven on any field that has none yet."""
        self.complaint = ()
        for field in range(self._surface.FIELDS):
            if not self._span16[field] and self._is_calm(field) and self._is_tower(field):
                self._span16[field] = self._rise16(field)
                self._last_tower = field
                self._ask_for_towers()

    def _ask_for_towers(self):
        missing = [field for field in range(self._surface.FIELDS) if not self._span16[field]]
        self._ask(missing, PUT, ("tower", len(missing)))
        self._count(0)
        if not missing:
            self.stage = DONE
            self.is_done = True
            self.say = ("done",)

    def _count(self, pieces):
        """Count the puts that stand: those on the field that is being learned, and all before."""
        towers = 0
        for field in range(self._surface.FIELDS):
            if self._span16[field]:
                towers += PIECES if field in self._learned else 1
        self.puts = towers + pieces
        self.progress = (self.puts, self.progress[1])


def _spread(surface) -> tuple[int, int, int]:
    """Return three fields that are no neighbours."""
    return surface.FIELDS // 6, surface.FIELDS // 2, surface.FIELDS * 5 // 6
