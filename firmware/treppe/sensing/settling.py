"""Decides when a field of a tower surface is at rest, and its value then."""

from array import array

from treppe.alphabet.image import BRICK_CG, LEVEL
from treppe.runtime import const
from treppe.sensing import QUIET, SETTLING, TOUCHED, UNSURE
from treppe.sensing.anchors import DOUBT_PERCENT, FITS_BADLY, SURE, Anchors
from treppe.sensing.drifts import Drifts
from treppe.sensing.leaning import Leaning
from treppe.sensing.masses import mass_of
from treppe.sensing.power_up import ASK, PowerUp
from treppe.sensing.restless import Restless

TOUCH_SCANS = const(2)
_AGAIN = const(3)  # instead of so many scans: looked at again, see `look_again`
SETTLE_SCANS = const(8)  # a power of two: the ring of last readings has as many places
LIFT_SCANS = const(5)
SETTLING_SCANS = const(4)
_SHORT_REST_SCANS = const(50)  # who is touched again before has not been left alone meanwhile
_HIGHEST_SUM = const(16000)  # a code above 4000 is no weight
_ANCHOR_SCANS = const(350)  # longer than a hand rests on a piece that it has put
_RESTING_SCANS = const(250)  # a hand that rests on a piece has left by then; else the field is unsure
_POOR_ANCHOR_SCANS = const(2000)  # longer than a hand bears a part of a piece's weight
_FRESH_CG = const(120)  # less than the load of a light finger
_HELD_CG = const(400)  # what hands may still hold down of a piece that they take off
_LIGHT_CG = const(600)  # a ball more and a brick less, or two
_MOST_FELT = const(8)
_LOOKS = const(4)  # at fields that rest, with each record: they tell whether a hand lay on what was felt before
_EMPTY_PERCENT = const(50)  # of half a step: no piece weighs so little
_LEANS = const(32)  # beside a judged value: it is one only with what those beside it weigh more or less
_NONE = const(255)


class Settling:
    """Follows each field from a hand's touch to its rest, and decides its value there, once.

    Codes are sixteenths of a code of the converter, readings sums of four samples. `begin` and `decide` tell whether
    image or activity changed, as `show`, `rest` and `latch` do.
    """

    def __init__(self, surface, masses, faults):
        fields = surface.FIELDS
        self.scan = 0
        """Number of frames taken."""
        self.knocked_at = -1000
        """The frame in which many fields moved at once."""
        self.image = bytearray(fields)
        self.activity = bytearray(fields)
        self.low = array("H", [0] * fields)
        self.high = array("H", [0] * fields)
        """The band within which a field's reading counts as unchanged."""
        self.lift = array("H", [0] * fields)
        """Codes below it mean that weight has gone."""
        self.out = bytearray(fields)
        """Scans out of the band; TOUCH_SCANS: followed until it settles; _AGAIN: the same, unsure meanwhile."""
        self.calm = bytearray(fields)
        """Last scans that lie close together."""
        self.below = bytearray(fields)
        """Last scans below `lift`."""
        self.is_below_arm = bytearray(fields)
        """1: no value was believed when it settled last, since an arm seemed to lie there."""
        self.is_fresh = bytearray(fields)
        """1: the band is still that of a field whose value has changed of late."""
        self._lowest = array("H", [0] * fields)  # the least reading since the anchor
        self.baseline16 = array("H", [0] * fields)
        """The code of the field's content, with its drift."""
        self.touch_cg = 400
        self.lift_cg = 500
        self.power_up = PowerUp(fields, masses)
        self._masses = masses
        self.anchors = Anchors(fields, masses)
        # The anchors before the last change, for whoever wants to know what was measured of it.
        self._stood16 = array("H", [0] * fields)
        self._stood = bytearray(fields)
        self._rested_at = array("i", [0] * fields)
        self._fits_badly = bytearray(fields)  # 1: a hand may bear a part of the decided weight
        self._last_felt = b""
        self._ring = array("H", [0] * (fields * SETTLE_SCANS))
        self._settled16 = array("H", [0] * fields)
        self.restless = Restless(fields, masses)
        self.swing = self.restless.swing
        self.leaning = Leaning(surface, self, faults)
        self.drifts = Drifts(surface, masses, self, faults)

    def show(self, field: int, activity: int) -> bool:
        """Set the field's activity."""
        if self.activity[field] == activity:
            return False
        self.activity[field] = activity
        return True

    def begin(self, field: int) -> bool:
        """Follow the field scan by scan until it settles."""
        rest_scans = _POOR_ANCHOR_SCANS if self._fits_badly[field] else _ANCHOR_SCANS
        if self.activity[field] == QUIET and self.scan - self._rested_at[field] >= rest_scans:
            self.anchor(field)
            self._stood16[field], self._stood[field] = self.anchors.codes16[field], self.anchors.values[field]
        self.out[field] = TOUCH_SCANS
        self.calm[field] = self.below[field] = self.is_below_arm[field] = 0
        is_decided = not TOUCHED <= self.activity[field] <= SETTLING
        self.restless.begin(field, is_decided and self.scan - self._rested_at[field] >= _SHORT_REST_SCANS)
        self.leaning.begin(field)
        return self.show(field, TOUCHED)

    def is_followed(self, field: int) -> bool:
        """Tell whether the field has been touched and has not come to rest."""
        return self.out[field] == TOUCH_SCANS

    def is_still(self, field: int) -> bool:
        """Tell whether the field has lain still for seconds."""
        return self.activity[field] == QUIET and self.scan - self._rested_at[field] >= _ANCHOR_SCANS

    def is_doubted(self, field: int) -> bool:
        """Tell whether the field was given up, and is followed once more."""
        return self.out[field] == _AGAIN

    def is_nearly_calm(self, field: int) -> bool:
        """Tell whether the field comes to rest with the next scan, or has."""
        return self.calm[field] >= SETTLE_SCANS - 1

    def count_calm(self, field: int, reading: int) -> int:
        """Keep the reading; return how many of the last scans lie within 1.5 g of each other."""
        ring, first, scan = self._ring, field * SETTLE_SCANS, self.scan
        ring[first + (scan & (SETTLE_SCANS - 1))] = reading
        if reading < self._lowest[field]:
            self._lowest[field] = reading
        spread = self._masses.calibration.rise16(field, reading << 2) >> 4  # 6 g in sixteenths -> 1.5 g in sums of four
        lowest = highest = total = reading
        calm = 1
        while calm <= self.calm[field]:
            earlier = ring[first + ((scan - calm) & (SETTLE_SCANS - 1))]
            lowest = min(lowest, earlier)
            highest = max(highest, earlier)
            if highest - lowest > spread:
                break
            total += earlier
            calm += 1
        self.calm[field] = calm
        if calm == SETTLE_SCANS:
            self.swing[field] = 0
            self._settled16[field] = total >> 1
        return calm

    def hums(self, field: int, reading: int) -> bool:
        """Take a reading of a field that does not come to rest; True if its means are a rest, see Restless."""
        if not self.restless.take(field, reading):
            return False
        self._settled16[field] = self.restless.mean16[field]
        return True

    def give_up(self, field: int) -> bool:
        """Ask what stands on a field that does not come to rest."""
        self._rested_at[field] = self.scan
        return self.rest(field, self.restless.mean16[field], UNSURE)

    def grow_old(self, field: int):
        """Give a field the usual band once it has rested for long."""
        if self.scan - self._rested_at[field] >= _ANCHOR_SCANS:
            self.is_fresh[field] = 0
            self.rest(field, self.baseline16[field], QUIET)

    def look_again(self, field: int):
        """Follow a field that was given up, in case that it has come to rest; meanwhile it is unsure."""
        if self.restless.was_ended(field) and not self.out[field]:
            self.out[field] = _AGAIN
            self.calm[field] = self.below[field] = 0
            self.restless.begin(field, is_new=True)

    def decide(self, field: int, is_late: bool = False) -> bool:
        """Decide the value of a settled field; if none fits, or only one that no player puts there, wait, see `doubt`.

        A hand that rests on a piece gives a steady reading as well, so the change is counted from the anchor. What was
        off there may be a shifted zero, or a spring that has crept, whose share goes with the load: where weight went,
        both have to lead to the same value.
        """
        code16, masses = self._settled16[field], self._masses
        mass = masses.mass_cg(field, code16)
        if self.power_up.is_unknown[field]:
            return self._decide_unknown(field, code16, mass)
        is_changed = not masses.bears(field, masses.nearest(mass_of(self.image[field])), mass, DOUBT_PERCENT)
        if is_changed and (self.drifts.is_drifting[field] or self.leaning.is_exchanged(field)):
            self._rested_at[field] = self.scan
            return self.rest(field, code16, UNSURE if is_late else TOUCHED)
        judged = self.anchors.judge_field(field, mass, 0, self.leaning.is_shifted(field))
        lean = 0
        # Near the mains those beside it read otherwise at each look.
        if not self.swing[field] and not self.leaning.is_upright(field):
            if not is_late and self.leaning.must_wait(field):
                self.calm[field] = SETTLE_SCANS - 1
                return self.show(field, SETTLING)
            lean = self.leaning.lean_cg(field, mass)
        if masses.fits(0, mass, _EMPTY_PERCENT) and not (judged & SURE and abs(mass) >= abs(self.anchors.wanted)):
            if masses.fits(0, mass - masses.zero_cg[field], DOUBT_PERCENT):
                return self._restart(field, code16, mass, lean)
            if not judged & SURE:
                return self.rest(field, code16, UNSURE)
        doubtful = ASK if is_late or not self.leaning.is_any_following(field) else judged & 15
        if lean:
            judged = self._judge_leaning(field, mass, lean, judged, doubtful)
        if judged == ASK:
            return self.rest(field, code16, UNSURE)
        value = masses.values[judged & 15]
        if judged & SURE and not self._is_doubtful(field, value, mass, is_late):
            # Not before: what is not believed must not move the zeros of those beside it.
            if judged & _LEANS:
                news = self.latch(field, code16, value)
                self.take(field, code16, value)
                self.leaning.settle(field, lean)
                return news
            if judged == SURE:  # empty, by the table as well
                self.leaning.stand_up(field, lean)
            self._fits_badly[field] = 1 if judged & FITS_BADLY else 0
            return self.latch(field, code16, value)
        self._rested_at[field] = self.scan
        return self.rest(field, code16, UNSURE if is_late else TOUCHED)

    def _is_doubtful(self, field: int, value: int, mass: int, is_late: bool) -> bool:
        """Tell whether a value that fits has to wait, or to be asked about: an arm may lie there, or a hand lift it.

        A hand that bears a part of a stack leaves in the end; an arm may lie for longer.
        """
        if value == self.image[field] or mass < mass_of(self.image[field]):
            return not self._was_taken_off(field, value) and not (is_late and self._is_alone(field))
        if not self._was_taken_off(field, value):
            return True
        power_up = self.power_up
        if power_up.is_led and value == power_up.expected[field]:
            return False
        self.is_below_arm[field] = self.leaning.is_below_arm(field, is_late)
        return self.is_below_arm[field] > 0

    def _was_taken_off(self, field: int, value: int) -> bool:
        """Tell whether the field has read, since its anchor, as little as without the pieces that the value lacks.

        A hand lifts bricks before it puts a ball in their place; a hand that presses, or a stack that leans, weighs as
        if it had, and lifts nothing.
        """
        before = self.anchors.values[field]
        if before == value or (before < 16 and value & 15 >= before):
            return True
        left = min(before & LEVEL, value & LEVEL) * BRICK_CG
        lowest = self.weigh(field, self._lowest[field] << 2) - self.weigh(field, self._settled16[field])
        return lowest <= left - mass_of(value) + _HELD_CG

    def _is_alone(self, field: int) -> bool:
        """Tell whether no field beside this one is unsure, or has come to rest at about the same time, or later."""
        since = self._rested_at[field] - _RESTING_SCANS
        for at in range(field * 8, field * 8 + 8):
            other = self.leaning.neighbours[at]
            if other == _NONE:
                break
            if self._rested_at[other] > since or self.activity[other] == UNSURE:
                return False
        return True

    def _restart(self, field: int, code16: int, mass: int, lean: int) -> bool:
        """Take an empty field's zero as it is now, even if another weight was believed before."""
        self.leaning.stand_up(field, lean)
        self._masses.off_cg[field] = mass
        self._fits_badly[field] = 0
        self.leaning.forget(field)
        news = self.latch(field, code16, 0)
        self.anchor(field)
        return news

    def _judge_leaning(self, field: int, mass: int, lean: int, upright: int, doubtful: int) -> int:
        """Return the judgement on a stack that may lean, `doubtful` where it would have another value upright.

        Who lets go of a field beside another one's stack seems to have leaned it: then what stands there fits badly.
        No stack leans on an empty field.
        """
        if upright == SURE:
            return upright
        is_shifted = self.leaning.is_shifted(field)
        leaned = self.anchors.judge_field(field, mass, lean, is_shifted)
        is_misfit = not leaned & SURE or (leaned & FITS_BADLY and not is_shifted)
        if is_misfit and upright & SURE and not upright & FITS_BADLY:
            return upright
        is_same = (leaned ^ upright) & 15 == 0
        is_changing = self._masses.values[leaned & 15] != self.image[field]
        if leaned & SURE and is_changing and self.leaning.doubts_other(field, lean, mass + lean):
            return ASK
        if leaned & SURE and (is_same or (self._is_likely(field, leaned) and not self._is_likely(field, upright))):
            return leaned | _LEANS
        return doubtful if upright & SURE and not is_same else upright

    def _is_likely(self, field: int, judged: int) -> bool:
        """Tell whether a judged value is sure, and one hand may have made it of the one before at one touch."""
        more = mass_of(self._masses.values[judged & 15]) - mass_of(self.image[field])
        return judged & SURE != 0 and (not more or abs(more) > _LIGHT_CG)

    def standing16(self, field: int, code16: int) -> int:
        """Return the code of what stands on a field that reads `code16` just now: its mean, if it swings about it."""
        return self.restless.mean16[field] if self.swing[field] else code16

    def weigh(self, field: int, code16: int) -> int:
        """Return the mass that gives a code on the field."""
        return self._masses.mass_cg(field, code16)

    def anchor(self, field: int):
        """Measure the next change from the present value."""
        self.anchors.take(field, self.baseline16[field], self.image[field])
        self._lowest[field] = _HIGHEST_SUM

    def may_be(self, field: int, code16: int, value: int) -> bool:
        """Tell whether a code fits the value: it is the nearest one or next to it, or within the field's doubt."""
        if self._masses.calibration.doubt(field) and not self.power_up.is_unknown[field]:
            return self.anchors.may_have_become(field, code16, value)
        nearest = self._masses.nearest
        return -1 <= nearest(self.weigh(field, code16)) - nearest(mass_of(value)) <= 1

    def open_values(self, field: int, code16: int) -> bytes:
        """Return what a field in doubt may hold, by its weight; nothing of one that is known."""
        masses = self._masses
        if not masses.calibration.doubt(field) or self.power_up.is_unknown[field]:
            return b""
        return bytes([value for value in masses.values if self.may_be(field, code16, value)])

    def note_offsets(self):
        """Take note of how far fields in doubt are off what stands there, by a new calibration."""
        masses = self._masses
        for field in range(len(self.image)):
            if self.activity[field] == QUIET and masses.calibration.doubts:
                masses.off_cg[field] = masses.mass_cg(field, self.baseline16[field]) - mass_of(self.image[field])

    def doubt(self, field: int) -> bool:
        """Believe what a field has settled at, or report that no value fits, once a resting hand must have left."""
        if self.out[field] or self.scan - self._rested_at[field] < _RESTING_SCANS:
            return False
        return self.decide(field, is_late=True)

    def _decide_unknown(self, field: int, code16: int, mass: int) -> bool:
        """The field has settled for the first time since power-on, or again while its content is still unknown."""
        value = self.power_up.decide(field, mass)
        if value == ASK:
            return self.rest(field, code16, UNSURE)
        if not self.power_up.is_unknown[field]:
            self.take(field, code16, value)
        return self.latch(field, code16, value)

    def latch(self, field: int, code16: int, value: int) -> bool:
        """Set the field's value and baseline."""
        news = self.image[field] != value
        if news:
            self.restless.begin(field, is_new=True)
            self.is_fresh[field] = 1
        self.image[field] = value
        self.baseline16[field] = code16
        masses = self._masses
        if masses.calibration.doubt(field):
            masses.off_cg[field] = masses.mass_cg(field, code16) - mass_of(value)
        self._rested_at[field] = self.scan
        return self.rest(field, code16, QUIET) or news

    def take(self, field: int, code16: int, value: int):
        """Believe this value, which gives this code now, instead of the decided one.

        A piece that is said to stand where the weight of none is felt is believed until the field changes.
        """
        masses = self._masses
        mass = masses.mass_cg(field, code16)
        self.image[field] = value
        self.baseline16[field] = code16
        is_unseen = value and masses.fits(0, mass - masses.zero_cg[field], _EMPTY_PERCENT)
        self.power_up.is_unknown[field] = 1 if is_unseen else 0
        if not is_unseen:
            masses.off_cg[field] = mass - mass_of(value)
        self.leaning.forget(field)
        self.anchor(field)

    def move_zero(self, field: int, by16: int, is_at_rest: bool):
        """Measure the field from a code that has moved by so much without a weight; it rests, or is followed still."""
        code16 = max(0, min(65535, self.baseline16[field] + by16))
        if is_at_rest and self.activity[field] <= SETTLING and not self.power_up.is_unknown[field]:
            self.take(field, code16, self.image[field])
            self.rest(field, code16, QUIET)
            return
        self.baseline16[field] = code16
        self.anchors.codes16[field] = max(0, min(65535, self.anchors.codes16[field] + by16))

    def felt(self, fields, thermistor: int) -> bytes:
        """Return the thermistor's reading, then seven bytes for each of these fields and for some that are at rest.

        Field, value and code when it had last been quiet for long, value and code now; numbers with the higher byte
        first. Of those at rest, the ones of the last message among them, both are those of now. What moves, or is not
        known, is left out.
        """
        found = bytearray((thermistor >> 8, thermistor & 255))
        changed = list(fields)[:_MOST_FELT]
        count = len(self.image)
        looked_at = [(self.scan + look * count // _LOOKS) % count for look in range(_LOOKS)]
        earlier = [field for field in self._last_felt if field not in changed]
        self._last_felt = bytes(changed[:_LOOKS])
        for field in changed + earlier + looked_at:
            if self.activity[field] == QUIET and not self.power_up.is_unknown[field]:
                value, now16 = self.image[field], self.baseline16[field]
                before, before16 = value, now16
                if field in changed:
                    before, before16 = self._stood[field], self._stood16[field]
                found.extend((field, before, before16 >> 8, before16 & 255, value, now16 >> 8, now16 & 255))
        return bytes(found)

    def rest(self, field: int, code16: int, activity: int) -> bool:
        """Lay the band of quiet around the code, to either side, and the threshold of lifting below it.

        One without a value that fits has 1 g only: the hand that is on it may be a light one that leaves. One whose
        value has changed of late has less than half a step: a finger of 2 g makes a brick a ball where the table is off
        by as much, and has to be seen to leave.
        """
        masses = self._masses
        rise16 = masses.calibration.rise16(field, code16)
        reading = code16 >> 2
        width_cg = self.touch_cg if activity == QUIET else 100
        if self.is_fresh[field]:
            width_cg = min(width_cg, _FRESH_CG)
        width = rise16 * width_cg // 2400  # 6 g in sixteenths -> sums of four
        width = max(width, self.swing[field] + (self.swing[field] >> 2))
        self.low[field] = max(0, reading - width)
        self.high[field] = min(_HIGHEST_SUM, reading + width)
        self.lift[field] = min(self.low[field], max(0, reading - rise16 * self.lift_cg // 2400))
        self.out[field] = self.calm[field] = self.below[field] = 0
        return self.show(field, activity)
