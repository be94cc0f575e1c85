"""Calibration of a tower surface by 67 puts; lights lead through it.

Tare with nothing on the board; put a tower of seven on three fields and take it off piece by piece, which shows the
type's curve; put the tower on each of the other fields, in any order; then a tower of seven other pieces on a part of
the fields. Where a tower stands on its field is most of what a table is off, so a second put there helps most; and two
towers are nearer to fourteen nominal pieces than one is to seven. Full tables, 343 puts, are hardly better by a study
of the cell's model.
"""

from array import array

from treppe.runtime import const
from treppe.sensing.calibrating.curve import ONE, Descent
from treppe.sensing.calibrating.guided import BACK16, CLEAR, PIECES, PUT, GuidedProcedure
from treppe.sensing.storing import encode
from treppe.sensing.tables import NOMINAL16, TYPICAL_PERCENT

TARE, LEARN, TOWERS, AGAIN, DONE = 0, 1, 2, 3, 4
_CURVES = const(3)
_SECOND_PUTS = const(18)
_MOST_APART = 0.08  # of a span, between two puts on a field: half a piece
# Rise of a tower, in per cent of the rise expected from the others, beyond which its pieces are counted again. Cells
# differ by 11 per cent (sd, model), a tower of six by 20. The field's own old table shows any missing piece.
_NEW_PERCENT = (90, 116)
_KNOWN_PERCENT = (92, 108)
# Variance of the ratio of two towers: fourteen pieces, each one per cent off by itself.
_TOWERS_DIFFER = 0.01**2 * 2 / 7
_QUICK_PUTS = const(7)
_TYPICAL_WEIGHS = const(2)  # as many towers as the typical cell counts for in the mean of the quick start
_SPAN_PER_ZERO_2 = const(3)  # a cell that reads two codes more while it is empty rises by so many more (model)
_FIRST_TOWER = {"code": "put_first_tower"}


class Procedure(GuidedProcedure):
    """The whole board. Finished puts can be kept and taken up again, see unfinished.py.

    `old_spans16`: the rise of a tower on each field in the surface's last calibration; empty without one.
    """

    can_be_kept = True
    num_curves, num_seconds = _CURVES, _SECOND_PUTS

    def __init__(self, surface, material: str = "steel", serial: int = 1, old_spans16=()):
        super().__init__(surface)
        self.material = material
        self.thermistor = 0
        self.learned = spread(surface.FIELDS, self.num_curves)
        self.spans16 = array("i", [0] * surface.FIELDS)
        self.seconds16: dict[int, int] = {}
        self.curves: list[Descent] = []
        self.stage = TARE
        self._serial = serial
        self._old_spans16 = old_spans16
        self._twice = spread(surface.FIELDS, self.num_seconds)
        self._doubtful16: dict[int, int] = {}  # spans of towers that may have lacked a piece, until a second put
        self._counted = bytearray(surface.FIELDS)  # fields on which two puts said the same
        self._stands = bytearray(surface.FIELDS)  # a tower that has been weighed and not been lifted since
        self._last_tower = self._differing = -1
        self.progress = (0, surface.FIELDS + len(self._twice))

    @property
    def puts(self) -> int:
        """The puts that count: one for each span that is known."""
        return self.progress[0]

    def back(self):
        """Ask for the last tower once more."""
        field = self._last_tower
        if field >= 0 and self.stage >= TOWERS:
            if field in self.seconds16:
                del self.seconds16[field]
            else:
                self.spans16[field] = 0
            self._last_tower = -1
            self.is_done = False
            self._ask_for_towers()

    def record(self) -> bytes:
        """Return the record for the surface's memory, when the stage is DONE."""
        shape = self.shape()
        heavier = self._second_tower() / 2
        codes16 = []
        for field, zero16 in enumerate(self.zero16):
            span16 = self.spans16[field] * (1 + heavier)
            if field in self.seconds16:
                span16 = (span16 + self.seconds16[field] * (1 - heavier)) / 2
            if self.left_out[field]:
                zero16, span16 = self._middle(self.zero16), self._middle(self.spans16)
            codes16 += [round(zero16 + span16 * part / ONE) for part in shape]
        doubts = bytes([TYPICAL_PERCENT * is_out for is_out in self.left_out])
        return encode(self._surface.NAME, codes16, self.material, self.thermistor, self._serial, doubts)

    def _middle(self, codes16) -> int:
        """Return the median over the fields that are not left out: what a field may be that nobody could weigh."""
        kept = sorted([code16 for code16, is_out in zip(codes16, self.left_out) if not is_out])
        return kept[len(kept) // 2]

    def shape(self) -> list[float]:
        """Return the type's curve: its rises as parts of the last one, in 4096ths."""
        shapes = [curve.shape() for curve in self.curves]
        return [sum([each[k] for each in shapes]) / len(shapes) for k in range(PIECES + 1)]

    def _second_tower(self) -> float:
        """Return by which part the second tower is heavier, less the more the puts scatter."""
        ratios = [second16 / self.spans16[field] - 1 for field, second16 in self.seconds16.items()]
        count = len(ratios)
        mean = sum(ratios) / count
        scatter = sum([(ratio - mean) ** 2 for ratio in ratios]) / (count - 1) / count
        return mean * _TOWERS_DIFFER / (_TOWERS_DIFFER + scatter)

    def _look(self):
        if self.stage == TARE:
            if self._tare(range(self._surface.FIELDS)):
                self.thermistor = self.thermistor or self._steady.thermistor
                self._go_without()
                self._begin_curve()
                self.diagnostic = self._left_out()
        elif self.stage == LEARN:
            self._learn(self.curves[-1])
        else:
            self._weigh()

    def _go_without(self):
        """Let sound fields take the place of those that are left out."""
        sound = self._wanted()
        self.learned = [_take_nearest(field, sound) for field in self.learned]
        self._twice = [field for field in self._twice if not self.left_out[field]]
        self.progress = (self.progress[0], len(self._wanted()) + len(self._twice))

    def _begin_curve(self):
        """Ask for the tower of the next curve; if all are known, for the towers of all other fields."""
        if len(self.curves) == self.num_curves:
            self._ask_for_towers()
            return
        self.stage = LEARN
        self.curves.append(self.new_curve(len(self.curves)))
        self._ask((self.curves[-1].field,), PUT, _FIRST_TOWER)

    def new_curve(self, number: int) -> Descent:
        """Return the curve that is learned as number `number`, on its field."""
        return Descent(self.learned[number], self.material, self._surface)

    def _learn(self, curve):
        """Take a reading of the curve's field: the tower, one piece less, or nothing."""
        field = curve.field
        if not self._is_calm(field):
            return
        if curve.look(self._rise16(field)):
            self._end_curve(curve)
        elif curve.pieces:
            self._ask((field,), CLEAR, {"code": "take_one_off", "left": curve.pieces})
        elif self.request != _FIRST_TOWER or self._rise16(field) > BACK16:  # else the last diagnostic stays
            self._ask((field,), PUT, _FIRST_TOWER)
            self.diagnostic = curve.diagnostic

    def _end_curve(self, curve):
        """The field is clear: ask for the next one, or for this one again."""
        field = curve.field
        self.zero16[field] = self._steady.code16[field]
        if curve.wrong:
            self.curves.pop()
        else:
            self.spans16[field] = curve.rises16[-1]
            self.count()
        self._begin_curve()
        if curve.wrong:
            self.diagnostic = curve.wrong

    def _weigh(self):
        """Take towers of seven on any of the lit fields."""
        self.diagnostic = {}
        for field in range(self._surface.FIELDS):
            rise16 = self._rise16(field)
            if self._stands[field]:
                self._stands[field] = rise16 > BACK16
                if self._stands[field] and field == self._differing:
                    self.diagnostic = self._about("towers_differ", field)
                elif self._stands[field] and field in self._doubtful16:
                    self.diagnostic = self._about("count_pieces", field)
            elif self.asked[field] and self._is_calm(field) and self._is_tower(field):
                self._take(field, rise16)

    def _take(self, field, span16):
        """Keep the reading of a tower. Two that differ by half a piece mean that one of them was not a tower of 7."""
        self._last_tower = field
        self._differing = -1
        self._stands[field] = 1
        first16 = self.spans16[field]
        if not first16:
            self._take_first(field, span16)
        elif abs(span16 - first16) < _MOST_APART * first16:
            self.seconds16[field] = span16
        else:
            self.spans16[field] = 0
            self._counted[field] = 0
            self._differing = field
        self._ask_for_towers()

    def _take_first(self, field, span16):
        """Believe a tower whose rise fits the others; any other one only if a second put confirms it."""
        doubtful16 = self._doubtful16.pop(field, 0)
        if abs(span16 - doubtful16) < _MOST_APART * span16:
            self.spans16[field] = (span16 + doubtful16) // 2
            self._counted[field] = 1
        elif self._is_likely(field, span16):
            self.spans16[field] = span16
        else:
            self._doubtful16[field] = span16

    def _is_likely(self, field, span16) -> bool:
        """Tell whether the rise is that of a tower of seven, judged by the other fields' rises."""
        ratios = sorted([known16 * 100 // self._old16(other) for other, known16 in enumerate(self.spans16) if known16])
        least, most = _KNOWN_PERCENT if self._old_spans16 else _NEW_PERCENT
        percent = span16 * 10_000 // (self._old16(field) * ratios[len(ratios) // 2])
        return least <= percent <= most

    def _old16(self, field) -> int:
        return self._old_spans16[field] if self._old_spans16 else ONE

    def _look_at_early_towers(self):
        """All fields have a tower: judge the first ones again, which had few others to compare with."""
        for field in self._wanted():
            is_sure = self._counted[field] or field in self.learned or field in self.seconds16
            if not is_sure and not self._is_likely(field, self.spans16[field]):
                self._doubtful16[field] = self.spans16[field]
        for field in self._doubtful16:
            self.spans16[field] = 0

    def _ask_for_towers(self):
        if self.stage < AGAIN and all([self.spans16[field] for field in self._wanted()]):
            self._look_at_early_towers()
        self.count()
        self.stage = TOWERS
        missing = [field for field in self._wanted() if not self.spans16[field]]
        if not missing:
            self.stage = AGAIN
            missing = [field for field in self._twice if field not in self.seconds16]
        if not missing:
            self.stage = DONE
        self.is_done = self.stage == DONE
        code = "put_towers" if self.stage == TOWERS else "put_other_towers"
        self._ask(missing, PUT, self._done() if self.is_done else {"code": code, "left": len(missing)})

    def _wanted(self) -> list[int]:
        """Return the fields that are weighed."""
        return [field for field in range(self._surface.FIELDS) if not self.left_out[field]]

    def count(self):
        """Bring the progress up to date."""
        kept = sum([1 for span16 in self.spans16 if span16]) + len(self.seconds16)
        self.progress = (kept, self.progress[1])


class QuickStart(Procedure):
    """A start in a minute: seven puts; play teaches the rest.

    The tower on one field, taken off piece by piece, shows the type's curve; on six more it shows what cells of this
    board weigh on the average. All other fields begin with that, and with a doubt: until play has taught them, a weight
    counts only where no other one comes into question. It is over too soon to be kept.
    """

    can_be_kept = False
    num_curves, num_seconds = 1, 0

    def __init__(self, surface, material: str = "steel", serial: int = 1):
        super().__init__(surface, material, serial)
        self.weighed = spread(surface.FIELDS, _QUICK_PUTS)
        self.learned = self.weighed[3:4]
        self._twice = []
        self.progress = (0, _QUICK_PUTS)

    def record(self) -> bytes:
        """Return the record for the surface's memory, when it is done."""
        span16 = NOMINAL16[-1] - NOMINAL16[0]
        usual16 = self._usual([self.spans16[field] for field in self.weighed], span16)
        empty16 = self._usual([self.zero16[field] for field in self.weighed], NOMINAL16[0])
        # One field's curve is its own by a good part: cells differ in it as much as curves of this type do.
        shape = [
            (part + _TYPICAL_WEIGHS * ONE * (code16 - NOMINAL16[0]) // span16) // (1 + _TYPICAL_WEIGHS)
            for part, code16 in zip(self.curves[0].shape(), NOMINAL16)
        ]
        codes16 = []
        for field, zero16 in enumerate(self.zero16):
            if self.left_out[field]:
                zero16 = empty16
            own16 = self.spans16[field] or usual16 + (zero16 - empty16) * _SPAN_PER_ZERO_2 // 2
            codes16 += [zero16 + own16 * part // ONE for part in shape]
        doubts = bytes([0 if span16 else TYPICAL_PERCENT for span16 in self.spans16])
        return encode(self._surface.NAME, codes16, self.material, self.thermistor, self._serial, doubts)

    def _go_without(self):
        sound = self._wanted()
        self.weighed = [_take_nearest(field, sound) for field in self.weighed]
        self.learned = self.weighed[3:4]

    def _usual(self, weighed: list[int], typical: int) -> int:
        return (sum(weighed) + _TYPICAL_WEIGHS * typical) // (_QUICK_PUTS + _TYPICAL_WEIGHS)

    def _ask_for_towers(self):
        self.count()
        missing = [field for field in self.weighed if not self.spans16[field]]
        self.stage = TOWERS if missing else DONE
        self.is_done = not missing
        diagnostic = {"code": "put_towers", "left": len(missing)} if missing else self._done()
        self._ask(missing, PUT, diagnostic)


def _take_nearest(field: int, sound: list[int]) -> int:
    """Take the field whose number is next to this one's out of the list."""
    found = min(sound, key=lambda other: abs(other - field))
    sound.remove(found)
    return found


def spread(fields: int, count: int) -> list[int]:
    """Return `count` fields, evenly spread."""
    return [(2 * at + 1) * fields // (2 * count) for at in range(count)]
