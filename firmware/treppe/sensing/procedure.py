"""Calibration of a tower surface by 67 puts, with lights alone: which fields next, what is wrong, and the record.

Tare with nothing on the board; learn the type's curve on three fields with one to seven pieces each; then put one
tower of seven on each of the other fields, in any order. Full tables, 343 puts, are hardly better by a study of the
cell's model, for stacks that stand off the centre dominate.
"""

from array import array

from treppe.runtime import const
from treppe.sensing import calibration
from treppe.sensing.steady import Steady

NOTHING, PUT, CLEAR = 0, 1, 2
TARE, LEARN, TOWERS, DONE = 0, 1, 2, 3

_PIECES = const(7)
_CALM_BLOCKS = const(4)  # 640 ms: longer than a hand stays
_EMPTY_LOW16 = const(40640)  # code 2540: the trimmed band and 50 codes more to either side
_EMPTY_HIGH16 = const(43200)  # code 2700
_BACK16 = const(240)  # so close to its tare a field is empty: 3 g
_LEAST_SPAN16 = const(6000)  # a tower's least and greatest rise: 375 and 1125 codes
_GREATEST_SPAN16 = const(18000)
_SHAPE_ONE = const(4096)
# What a piece may seem to be off until it is called wrong, in centigrams (study of the model).
WRONG_CG = {"steel": 200, "fr4": 350, "petg": 600}
RESIDUAL_CG = 150
"""A field that is off by more in the quick check is to be done again."""


class Procedure:
    """Takes frames; says which fields want something, and in `text` what; `complaint` is what is wrong just now."""

    def __init__(self, surface, material: str = "steel", serial: int = 1):
        self._surface = surface
        self._material = material
        self._serial = serial
        self._steady = Steady(surface)
        self._learned = _spread(surface)
        self._zero16 = array("i", [0] * surface.FIELDS)
        self._span16 = array("i", [0] * surface.FIELDS)
        self._curves: list[list[int]] = [[]]
        self._must_clear = False
        self._thermistor = 0
        self.stage = TARE
        self.puts = 0
        self.asked = bytearray(surface.FIELDS)
        self.text = "clear the board"
        self.complaint = ""

    def update(self, frame) -> bool:
        """Take one frame; True when what is asked, or what is wrong, has changed."""
        if not self._steady.update(frame):
            return False
        before = (self.text, self.complaint, bytes(self.asked))
        if self.stage == TARE:
            self._tare()
        elif self.stage == LEARN:
            self._learn()
        elif self.stage == TOWERS:
            self._weigh()
        return before != (self.text, self.complaint, bytes(self.asked))

    def again(self, field: int):
        """Ask for the tower on this field once more."""
        self._span16[field] = 0
        self.stage = TOWERS
        self._ask_for_towers()

    def record(self) -> bytes:
        """Return the record for the surface's memory, when the stage is DONE."""
        num_curves = len(self._curves)
        shape = [sum([curve[k] for curve in self._curves]) / num_curves for k in range(_PIECES + 1)]
        codes16 = []
        for zero16, span16 in zip(self._zero16, self._span16):
            codes16 += [round(zero16 + span16 * part / _SHAPE_ONE) for part in shape]
        return calibration.encode(self._surface.NAME, codes16, self._material, self._thermistor, self._serial)

    def _tare(self):
        self.complaint = ""
        for field in range(self._surface.FIELDS):
            code16 = self._steady.code16[field]
            if self._steady.blocks[field] < _CALM_BLOCKS:
                return
            if not _EMPTY_LOW16 <= code16 <= _EMPTY_HIGH16:
                name = self._surface.NAMES[field]
                self.complaint = f"field {name} reads {code16 >> 4}, an empty one 2540 to 2700: is it empty?"
                return
            self._zero16[field] = code16
        self._thermistor = self._steady.thermistor
        self.stage = LEARN
        self._curves = [[0]]
        self._ask(self._learned[0], PUT, "put a piece on the field that is lit: 1 of 7")

    def _ask(self, field: int, what: int, text: str):
        for other in range(self._surface.FIELDS):
            self.asked[other] = what if other == field else NOTHING
        self.text = text
        self.complaint = ""

    def _learn(self):
        """One piece more on the field of the curve that is being learned, or all of them away."""
        curve = self._curves[-1]
        field = self._learned[len(self._curves) - 1]
        if self._steady.blocks[field] < _CALM_BLOCKS:
            return
        rise16 = self._steady.code16[field] - self._zero16[field]
        if self._must_clear:
            if rise16 < _BACK16:
                self._must_clear = False
                self._go_on(field)
            return
        least16 = curve[-1] + _LEAST_SPAN16 // 14
        if rise16 < least16:
            return  # not there yet, or taken off again
        if rise16 > curve[-1] + _GREATEST_SPAN16 // 4:
            self.complaint = f"field {self._surface.NAMES[field]}: that is more than one piece"
            return
        curve.append(rise16)
        self.puts += 1
        if len(curve) <= _PIECES:
            self._ask(field, PUT, f"put a piece on the field that is lit: {len(curve)} of 7")
            return
        self._span16[field] = rise16
        curve[:] = [_SHAPE_ONE * point // rise16 for point in curve]
        self._must_clear = True
        self._ask(field, CLEAR, "take the tower off")
        worst, off_cg = _worst_piece(curve)
        if off_cg > WRONG_CG[self._material] or off_cg < -WRONG_CG[self._material]:
            self._curves[-1] = []
            self.complaint = f"piece {worst} weighs {off_cg / 100:+.1f} g more than the others: the field is done again"

    def _go_on(self, field: int):
        """The field is clear: the next one, or this one again."""
        if not self._curves[-1]:
            self._curves[-1] = [0]
            self._zero16[field] = self._steady.code16[field]
        elif len(self._curves) < len(self._learned):
            self._curves.append([0])
        else:
            self.stage = TOWERS
            self._ask_for_towers()
            return
        self._ask(self._learned[len(self._curves) - 1], PUT, "put a piece on the field that is lit: 1 of 7")

    def _weigh(self):
        """A tower of seven on any field that has none yet."""
        self.complaint = ""
        for field in range(self._surface.FIELDS):
            if self._span16[field] or self._steady.blocks[field] < _CALM_BLOCKS:
                continue
            rise16 = self._steady.code16[field] - self._zero16[field]
            if _LEAST_SPAN16 <= rise16 <= _GREATEST_SPAN16:
                self._span16[field] = rise16
                self.puts += 1
                self._ask_for_towers()
            elif rise16 > _BACK16 or rise16 < -_BACK16:
                self.complaint = f"field {self._surface.NAMES[field]}: that is no tower of 7"

    def _ask_for_towers(self):
        missing = 0
        for field in range(self._surface.FIELDS):
            self.asked[field] = NOTHING if self._span16[field] else PUT
            missing += self.asked[field]
        self.text = f"put the tower of 7 on each field that is lit: {missing} left"
        if not missing:
            self.stage = DONE
            self.text = "done: take the tower off"


class Check:
    """Quick check of a calibration: one known stack on field after field; its residuals, in centigrams."""

    def __init__(self, surface, table, mass_cg: int = 8400):
        self._table = table
        self._mass_cg = mass_cg
        self._steady = Steady(surface)
        self.residuals_cg: dict[int, int] = {}

    def update(self, frame) -> bool:
        """Take one frame; True when another field has been checked."""
        if not self._steady.update(frame):
            return False
        news = False
        for field in range(len(self._steady.blocks)):
            if self._steady.blocks[field] == _CALM_BLOCKS:
                mass_cg = self._table.mass_cg(field, self._steady.code16[field])
                if mass_cg * 2 > self._mass_cg:
                    self.residuals_cg[field] = mass_cg - self._mass_cg
                    news = True
        return news

    def is_bad(self, field: int) -> bool:
        """Tell whether the field should be calibrated again."""
        residual_cg = self.residuals_cg.get(field, 0)
        return residual_cg > RESIDUAL_CG or residual_cg < -RESIDUAL_CG


def _spread(surface) -> tuple[int, int, int]:
    """Return three fields that are no neighbours."""
    return surface.FIELDS // 6, surface.FIELDS // 2, surface.FIELDS * 5 // 6


def _worst_piece(curve) -> tuple[int, int]:
    """Return which piece (1 to 7) differs most from the others, and by how many centigrams, by the type's curve."""
    nominal = calibration.NOMINAL
    span = nominal[_PIECES] - nominal[0]
    worst, worst_cg = 1, 0
    for k in range(1, _PIECES + 1):
        expected = (nominal[k] - nominal[k - 1]) * _SHAPE_ONE // span
        off_cg = 1200 * (curve[k] - curve[k - 1] - expected) // expected
        if off_cg * off_cg > worst_cg * worst_cg:
            worst, worst_cg = k, off_cg
    return worst, worst_cg
