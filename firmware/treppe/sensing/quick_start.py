"""A start in a minute: seven puts of a tower; what they leave open is learned from play.

The tower on one field, taken off piece by piece, shows the type's curve; on six more it shows what cells of this board
weigh on the average. All other fields begin with that, and with a doubt: until play has taught them, a weight counts
only where no other one comes into question.
"""

from treppe.runtime import const
from treppe.sensing.curve import ONE
from treppe.sensing.guided import PUT
from treppe.sensing.procedure import DONE, TOWERS, Procedure, spread
from treppe.sensing.storing import encode
from treppe.sensing.tables import NOMINAL, TYPICAL_PERCENT

_PUTS = const(7)
_TYPICAL_WEIGHS = const(2)  # as many towers as the typical cell counts for in the mean
_CURVE_FIELD = const(3)  # of the seven, the one in the middle


class QuickStart(Procedure):
    """See Procedure. It is over too soon to be kept."""

    can_be_kept = False
    num_curves, num_seconds = 1, 0

    def __init__(self, surface, material: str = "steel", serial: int = 1):
        super().__init__(surface, material, serial)
        self.weighed = spread(surface.FIELDS, _PUTS)
        self.learned = self.weighed[_CURVE_FIELD : _CURVE_FIELD + 1]
        self.progress = (0, _PUTS)

    def record(self) -> bytes:
        """Return the record for the surface's memory, when it is done."""
        spans16 = [self.spans16[field] for field in self.weighed]
        span = NOMINAL[-1] - NOMINAL[0]
        typical16 = 16 * span
        usual16 = (sum(spans16) + _TYPICAL_WEIGHS * typical16) / (_PUTS + _TYPICAL_WEIGHS)
        # One field's curve is its own by a good part: cells differ in it as much as curves of this type do.
        shape = self.shape()
        shape = [
            (part + _TYPICAL_WEIGHS * ONE * (code - NOMINAL[0]) / span) / (1 + _TYPICAL_WEIGHS)
            for part, code in zip(shape, NOMINAL)
        ]
        codes16 = []
        for field, zero16 in enumerate(self._zero16):
            span16 = self.spans16[field] or usual16
            codes16 += [round(zero16 + span16 * part / ONE) for part in shape]
        doubts = bytes([0 if span16 else TYPICAL_PERCENT for span16 in self.spans16])
        return encode(self._surface.NAME, codes16, self.material, self.thermistor, self._serial, doubts)

    def _ask_for_towers(self):
        self.count()
        missing = [field for field in self.weighed if not self.spans16[field]]
        self.stage = TOWERS if missing else DONE
        self.is_done = not missing
        told = {"code": "put_towers", "left": len(missing)} if missing else {"code": "calibration_done"}
        self._ask(missing, PUT, told)
