"""When a field of a tower surface comes to rest, and what stands there then."""

from array import array

from treppe.runtime import const
from treppe.sensing import QUIET, TOUCHED, UNSURE
from treppe.sensing.levels import mass_of
from treppe.sensing.power_up import PowerUp

TOUCH_SCANS = const(2)
SETTLE_SCANS = const(8)  # a power of two: the ring of last readings has as many places
DOUBT_PERCENT = const(110)  # of half a step: beyond it a quiet field contradicts its value
_FIT_PERCENT = const(40)  # of half a step: beyond it a hand that rests may be a part of the weight
_SHORT = const(16000)  # above code 4000
_ANCHOR_SCANS = const(200)  # longer than a hand rests on a piece that it has put


class Settling(PowerUp):
    """The part of `CellSensing` that follows a field from a hand's touch to its rest, and decides its value there."""

    def __init__(self, surface, calibration):
        super().__init__(surface, calibration)
        fields = surface.FIELDS
        self._touch_cg = 400
        self._lift_cg = 500
        self._lift = array("H", [0] * fields)  # below it weight has gone
        self._baseline16 = array("H", [0] * fields)  # the code of what stands there, with its drift
        # What stood there, and its code, when the field had last been quiet for long: no hand can have been on it.
        self._anchor16 = array("H", [0] * fields)
        self._anchor_value = bytearray(fields)
        self._rested_at = array("i", [0] * fields)
        self._ring = array("H", [0] * (fields * SETTLE_SCANS))
        self._below = bytearray(fields)

    def _begin(self, field: int) -> bool:
        """Follow the field scan by scan until it settles."""
        if self.activity[field] == QUIET and self._scan - self._rested_at[field] >= _ANCHOR_SCANS:
            self._anchor(field)
        self._out[field] = TOUCH_SCANS
        self._calm[field] = self._below[field] = self._odd[field] = 0
        return self._show(field, TOUCHED)

    def _count_calm(self, field: int, reading: int) -> int:
        """Keep the reading; return how many of the last scans lie within 1.5 g of each other."""
        ring, first = self._ring, field * SETTLE_SCANS
        ring[first + (self._scan & (SETTLE_SCANS - 1))] = reading
        spread = self.calibration.rise16(field, reading << 2) >> 4  # 6 g in sixteenths -> 1.5 g in sums of four
        lowest = highest = reading
        calm = 1
        while calm <= self._calm[field]:
            earlier = ring[first + ((self._scan - calm) & (SETTLE_SCANS - 1))]
            lowest = min(lowest, earlier)
            highest = max(highest, earlier)
            if highest - lowest > spread:
                break
            calm += 1
        self._calm[field] = calm
        return calm

    def _decide(self, field: int) -> bool:
        """The field has settled: latch what stands there now, or say that it fits nothing.

        A hand that rests on a piece gives a steady reading as well, so the change is counted from the anchor. What was
        off there may be a shifted zero, or a spring that has crept, whose share goes with the load: where weight went,
        both have to lead to the same value.
        """
        total = 0
        for at in range(field * SETTLE_SCANS, (field + 1) * SETTLE_SCANS):
            total += self._ring[at]
        code16 = total >> 1
        if self._is_untold[field]:
            return self._decide_untold(field, code16)
        mass = self._mass_cg(field, code16)
        before = self._mass_cg(field, self._anchor16[field])
        stood = mass_of(self._anchor_value[field])
        wanted = stood + mass - before
        shared = mass * stood // before if 0 < mass < before else wanted
        at = self._nearest(wanted)
        is_sure = self._fits(at, wanted, self._sure_percent) or self._fits(at, shared, self._sure_percent)
        if not (is_sure and self._nearest(shared) == at and self._bears(field, at, mass, DOUBT_PERCENT)):
            return self._rest(field, code16, UNSURE)
        return self._latch(field, code16, self._values[at])

    def _latch(self, field: int, code16: int, value: int) -> bool:
        news = self.image[field] != value
        self.image[field] = value
        self._baseline16[field] = code16
        self._rested_at[field] = self._scan
        return self._rest(field, code16, QUIET) or news

    def _anchor(self, field: int):
        self._anchor16[field] = self._baseline16[field]
        self._anchor_value[field] = self.image[field]

    def _rest(self, field: int, code16: int, activity: int) -> bool:
        """Lay the band of quiet around the code, to either side, and the threshold of lifting below it.

        An unsure field has 1 g only: the hand that made it unsure may be a light one that leaves. One that has come to
        rest of late and fits badly has half the usual: a hand of 4 g makes a brick a ball, and has to be seen to leave.
        """
        rise16 = self.calibration.rise16(field, code16)
        reading = code16 >> 2
        width_cg = 100 if activity == UNSURE else self._touch_cg
        if activity == QUIET and self._scan - self._rested_at[field] < _ANCHOR_SCANS:
            at = self._nearest(mass_of(self.image[field]))
            if not self._bears(field, at, self._mass_cg(field, code16), _FIT_PERCENT):
                width_cg //= 2
        width = rise16 * width_cg // 2400  # 6 g in sixteenths -> sums of four
        self._low[field] = max(0, reading - width)
        self._high[field] = min(_SHORT, reading + width)
        self._lift[field] = max(0, reading - rise16 * self._lift_cg // 2400)
        self._out[field] = self._calm[field] = self._below[field] = 0
        return self._show(field, activity)
