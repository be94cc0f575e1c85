"""Tower surface: raw sums of the weighing cells -> what stands on each field.

A value is decided once, when a field settles after an abrupt change, from the difference to what stood there before;
afterwards every slow change is drift and moves the field's baseline, within bounds. Decoding every frame anew follows
drift onto wrong levels. Thresholds are those of a study of the cell's model; none of it has been measured yet.
"""

from array import array

from treppe.runtime import const, micropython, ptr8, ptr16
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE, defaults, stored, storing
from treppe.sensing.anchors import DOUBT_PERCENT
from treppe.sensing.disturbances import Disturbances
from treppe.sensing.faults import Faults
from treppe.sensing.masses import Masses, mass_of
from treppe.sensing.self_test_cells import CellSelfTest
from treppe.sensing.settling import LIFT_SCANS, SETTLE_SCANS, SETTLING_SCANS, TOUCH_SCANS, Settling

_FOLLOW_PERCENT = const(90)  # of half a step: so far the baseline follows drift
_OVERLOAD = const(15200)  # code 3800: a hand presses, or a full tower stands on a soft spring
_NO_FIELD = const(8192)  # a jump of the ground reads more, a sensor that has gone less
_DRIFT_SHARE = const(6)  # of the difference at each visit; one field a frame makes a time constant of 3 s
_DRIFT_MIN16 = const(16)
_SWINGS16 = const(80)  # a gram on an empty cell
_THERMISTOR = const(56)  # multiplexer 3, channel 8


class CellSensing:
    """Settled image of a tower surface: `update` takes each frame.

    A frame holds at [multiplexer * 16 + channel] the sum of four 12-bit samples. Settings: `cell_sure_percent` (60),
    the part of half a step that a sure reading may be off; `cell_touch_cg` (400) and `cell_lift_cg` (500), by how many
    centigrams a reading leaves its rest when a hand has touched the field, and when weight is going away;
    `cell_automatic` (True), whether drift is followed, and expected weights are taken for right when the power comes.
    """

    FRAME_BYTES = 128
    PLACES, READING_BYTES, NOISE = 64, 2, 12  # 12 of a sum of four samples: 0.6 g on an empty platform
    HAS_WEIGHTS = IS_CALIBRATED = True
    SETTINGS, LIMITS = defaults.SETTINGS["cell"], defaults.LIMITS["cell"]

    is_counting = False  # what moves shows as activity at once

    def __init__(self, surface, calibration, settings: dict):
        self._surface = surface
        self.masses = Masses(surface, calibration)
        self._faults = Faults(surface, self.masses)
        self.settling = Settling(surface, self.masses, self._faults)
        self.disturbances = Disturbances(surface, self.settling, self._faults)
        self.frame = array("H", [0] * 64)
        self.image = self.settling.image
        self.activity = self.settling.activity
        self.faults = self._faults.diagnostics
        self._read_settings(settings)
        self._take("discs" if calibration.material == "petg" else surface.PIECES)

    @classmethod
    def from_record(cls, surface, record: bytes, settings: dict):
        """Return the sensing of a surface by its calibration as stored; raise CalibrationError."""
        return cls(surface, stored.decode(record, surface), settings)

    @staticmethod
    def reading(frame, channel: int) -> int:
        """Return the sum of four samples of a cell."""
        return frame[channel]

    @staticmethod
    def frame_of(content):
        """Return the frame that these bytes are."""
        return array("H", content)

    def begin_test(self):
        """Return a self-test, see self_test.py."""
        return CellSelfTest(self._surface, self.masses.calibration)

    # What it is shown.

    def apply(self, settings: dict):
        """Use other settings from now on; decided fields stay decided."""
        self._read_settings(settings)
        self._take(self.masses.kind)
        self._rest_again()

    def refine(self, calibration):
        """Use a calibration that differs a little from the present one; decided fields stay decided."""
        self.masses.refine(calibration)
        self.settling.note_offsets()
        self._rest_again()

    def _rest_again(self):
        for field in range(self._surface.FIELDS):
            if self.activity[field] == QUIET:
                self.settling.rest(field, self.settling.baseline16[field], QUIET)

    def _read_settings(self, settings: dict):
        self._sure_percent = settings.get("cell_sure_percent", 60)
        self.settling.touch_cg = settings.get("cell_touch_cg", 400)
        self.settling.lift_cg = settings.get("cell_lift_cg", 500)
        self._is_automatic = self.settling.power_up.is_automatic = settings.get("cell_automatic", True)

    def use(self, kind: str = ""):
        """Read the weights as `kind` of pieces, "bricks" (with a ball) or "discs"; empty: as the surface's own.

        If a setting changes, all fields are decided again. Raises UnsupportedPieces for bricks on PETG.
        """
        self._take(kind or self._surface.PIECES)

    def recalibrate(self, calibration):
        """Use another calibration, and decide all fields again."""
        kind = "discs" if calibration.material == "petg" else self.masses.kind
        self.masses.calibration = calibration
        self.masses.kind = ""
        self._take(kind)

    def _take(self, kind: str):
        if not self.masses.use(kind, self._sure_percent):
            return
        settling = self.settling
        for field in range(self._surface.FIELDS):
            self.image[field] = 0
            settling.power_up.is_unknown[field] = 1
            settling.baseline16[field] = self.masses.calibration.code16(field, 0)
            settling.anchor(field)
            if self.activity[field] != FAULTY:
                self.settling.begin(field)

    def expect(self, image):
        """Say what should stand there, by the game that goes on or begins; nothing once people play it.

        Where nothing is nearer to the weight than that, it is taken for right, but never on springs of PETG; other
        weights that are sure contradict it, and all others are unsure: lift and put back, clear the field, or tell.
        """
        power_up = self.settling.power_up
        power_up.is_led = bool(image)
        if not image:
            return
        power_up.expected = bytes(image)
        for field in range(self._surface.FIELDS):
            if power_up.is_unknown[field] and self.activity[field] != FAULTY:
                self.settling.begin(field)

    def assume(self, field: int, value: int):
        """Take `value` for the field's content: people have looked at it.

        Its present reading is the new baseline; but that of its table while a hand may still be on it.
        """
        settling = self.settling
        if self.activity[field] == FAULTY:
            self.image[field] = value
            settling.power_up.is_unknown[field] = 0
        elif not settling.scan or (TOUCHED <= self.activity[field] <= SETTLING and not self._is_table_worse(field)):
            mass = mass_of(value) + self.masses.zero_cg[field]
            settling.take(field, self.masses.calibration.code16(field, mass), value)
            self.settling.begin(field)
        else:
            code16 = settling.standing16(field, self._code16(field))
            settling.take(field, code16, value)
            settling.rest(field, code16, QUIET)

    def _is_table_worse(self, field: int) -> bool:
        """Tell whether a field that lies still would be off more by its table than by a hand that may rest on it."""
        return self.calibration.doubt(field) > 0 and not self.settling.out[field]

    def leave_out(self, faults: dict):
        """Ignore the fields in `faults` ("c4": the fault, as a code); believe again those ignored before."""
        for field, name in enumerate(self._surface.NAMES):
            if name in faults and self.activity[field] != FAULTY:
                self._faults.leave_out(field, faults[name])
                self._bury(field)
            elif name not in faults and self._faults.take_back(field):
                self.settling.begin(field)

    def leave_to_people(self, field: int):
        """Ignore a field until the next self-test: people answer for it."""
        self._faults.leave_out(field, {"code": "by_hand", "field": self._surface.NAMES[field]})
        self._bury(field)

    # What it is asked.

    @property
    def calibration(self):
        """The table that turns codes into masses."""
        return self.masses.calibration

    @property
    def num_known(self) -> int:
        """How many fields' weights are known; the others are still learned from play."""
        return self.calibration.num_known

    @property
    def serial(self) -> int:
        """The calibration's serial number; 0: the cells have none of their own."""
        return self.calibration.serial

    def record(self) -> bytes:
        """Return the surface's calibration in its stored form."""
        return storing.record_of(self.calibration, self._surface.NAME)

    def may_be(self, field: int, value: int) -> bool:
        """Tell whether the weight fits the value, see Settling.may_be."""
        return self.settling.may_be(field, self._code16(field), value)

    def open_values(self, field: int) -> bytes:
        """Return what a field in doubt may hold, see Settling."""
        return self.settling.open_values(field, self._code16(field))

    def felt(self, fields) -> bytes:
        """Return what was measured of a change of these fields, see Settling.felt."""
        return self.settling.felt(fields, self.frame[_THERMISTOR])

    # Frames.

    def update(self, frame) -> bool:
        """Take one frame; True when image or activity changed."""
        # Few variables: a call with more than eleven takes its room from the heap, in each frame.
        self.frame = self.settling.leaning.frame = frame
        self.settling.scan += 1
        mux = self._faults.check_reference(frame, self.settling.scan)
        news = mux >= 0
        if news:
            self._bury_mux(mux)
        if self.disturbances.is_knocked:
            return self._wait(frame) or news
        field = self._next_restless(0)
        if field < len(self.image):
            news = self._follow_restless(field) or news
        return self.follow_drift(self.settling.scan % len(self.image), self.settling.drifts.look(frame)) or news

    def _next_restless(self, first: int) -> int:
        settling = self.settling
        return _next_restless(first, self.frame, self._surface.CHANNELS, settling.low, settling.high, settling.out)

    def _follow_restless(self, field: int) -> bool:
        """Take the readings of all fields, from this one on, that are followed or out of their bands."""
        news = False
        while field < len(self.image):
            if self._follow(field, self.frame[self._surface.CHANNELS[field]]):
                news = True
            field = self._next_restless(field + 1)
        return news

    def _code16(self, field: int) -> int:
        """Return the field's present reading as a code."""
        return self.frame[self._surface.CHANNELS[field]] << 2

    def _follow(self, field: int, reading: int) -> bool:
        """Take the reading of a field that is out of its band, or has just left it."""
        settling = self.settling
        if self._faults.is_odd(field, reading):
            return self._doubt(field, reading)
        if settling.out[field] >= TOUCH_SCANS and settling.restless.has_to_end(field):
            self._faults.note_restless(field)
            return settling.give_up(field)
        if self.disturbances.is_frozen(field):
            settling.calm[field] = 0
            return False
        news = False
        if settling.is_doubted(field) and not settling.low[field] <= reading <= settling.high[field]:
            news = settling.begin(field)
        if settling.out[field] < TOUCH_SCANS:
            if settling.low[field] <= reading <= settling.high[field]:
                settling.out[field] = 0
                return False
            if not settling.out[field]:
                self.disturbances.note_left()
            settling.out[field] += 1
            if settling.out[field] < TOUCH_SCANS:
                return False
            news = settling.begin(field)
        if reading > _OVERLOAD and settling.calm[field] < SETTLING_SCANS:
            self.disturbances.freeze_neighbours(field)
        is_below = reading < settling.lift[field]
        settling.below[field] = min(settling.below[field] + 1, LIFT_SCANS) if is_below else 0
        # One that was given up may stand still for a moment, as a pendulum does where it turns.
        is_doubted = settling.is_doubted(field)
        if settling.count_calm(field, reading) == SETTLE_SCANS and not is_doubted:
            self._faults.note_rest(field)
            return settling.decide(field) or news
        if settling.hums(field, reading):
            self._faults.note_hum(field)
            return settling.decide(field) or news
        if is_doubted:
            return news
        activity = TOUCHED
        if settling.below[field] == LIFT_SCANS:
            activity = LIFTED
        elif settling.calm[field] >= SETTLING_SCANS:
            activity = SETTLING
        return settling.show(field, activity) or news

    def _doubt(self, field: int, reading: int) -> bool:
        """Take a hand's weight, or the reading of no sensor at all: no value is ever decided from it."""
        settling = self.settling
        settling.calm[field] = 0
        if self._faults.is_lost(field, reading):
            return self._bury(field)
        if settling.out[field] < TOUCH_SCANS:
            if not settling.out[field] and reading > _NO_FIELD:
                self.disturbances.note_left()
            settling.out[field] += 1
            return settling.out[field] == TOUCH_SCANS and settling.begin(field)
        if reading <= _OVERLOAD:
            return False
        if self._faults.is_stuck(field):
            return settling.show(field, UNSURE)
        self.disturbances.freeze_neighbours(field)
        return settling.show(field, TOUCHED)

    def follow_drift(self, field: int, mean16: int = 0) -> bool:
        """Visit a field: a quiet one's baseline follows its reading, a faulty one may have come back.

        Each frame visits one field. `mean16`: what the frame before says as well, see Drifts.
        """
        if not field:
            self.masses.feel_heat(self.frame[_THERMISTOR])
            self._faults.grow_old()
        settling, code16, activity = self.settling, self._code16(field), self.activity[field]
        if activity == FAULTY:
            return self._faults.has_returned(field, code16 >> 2) and settling.begin(field)
        if self._faults.is_dead(field, code16 >> 2):
            return self._bury(field)
        if settling.is_below_arm[field] and not settling.out[field] and settling.leaning.is_upright(field):
            return settling.begin(field)  # the arm has gone
        if activity == TOUCHED:
            return settling.doubt(field)
        if activity == UNSURE:
            settling.look_again(field)
        if settling.out[field] or activity != QUIET:
            return False
        if settling.is_fresh[field]:
            settling.grow_old(field)
        if -_DRIFT_MIN16 < code16 - settling.baseline16[field] < _DRIFT_MIN16:
            return False
        return self._follow_baseline(field, mean16 or code16)

    def _follow_baseline(self, field: int, code16: int) -> bool:
        """Let the baseline follow a reading that differs; doubt the field if that goes too far."""
        settling, masses = self.settling, self.masses
        difference = code16 - settling.baseline16[field]
        if -_DRIFT_MIN16 < difference < _DRIFT_MIN16 or self.disturbances.is_frozen(field):
            return False
        if settling.swing[field] and not -_SWINGS16 < difference < _SWINGS16:
            self._faults.note_hum(field)  # the hand that trembled, if it was one, has gone
        if settling.leaning.is_any_following(field):
            return False  # while a hand is beside it, it may be a stack that leans
        at = masses.nearest(mass_of(self.image[field]))
        followed16 = settling.baseline16[field] + (difference + _DRIFT_SHARE // 2) // _DRIFT_SHARE
        if self._is_automatic and masses.bears(field, at, masses.mass_cg(field, followed16), _FOLLOW_PERCENT):
            settling.baseline16[field] = followed16
            return settling.rest(field, followed16, QUIET)
        if not masses.bears(field, at, masses.mass_cg(field, code16), DOUBT_PERCENT):
            return settling.show(field, UNSURE)
        return False

    def _wait(self, frame) -> bool:
        """The table was knocked: follow the fields that moved once it rests again."""
        if not self.disturbances.wait(frame):
            return False
        for field in range(self._surface.FIELDS):
            is_swinging = self.disturbances.has_waited and self.activity[field] != FAULTY
            if is_swinging or TOUCHED <= self.activity[field] <= SETTLING:
                self.settling.begin(field)
        return True

    def _bury(self, field: int) -> bool:
        """Ignore the field's reading; the image keeps the last value."""
        settling = self.settling
        settling.low[field], settling.high[field] = 0, 65535
        settling.out[field] = 0
        return settling.show(field, FAULTY)

    def _bury_mux(self, mux: int):
        for field in self._faults.fields_of_mux[mux]:
            self._bury(field)


@micropython.viper  # on a Pico 49 quiet fields take 0.1 ms; a plain loop takes 3
def _next_restless(first: int, frame, channels, low, high, out) -> int:
    """Return the next field, from `first` on, that is followed or out of its band; behind the last if there is none."""
    reading = ptr16(frame)
    channel = ptr8(channels)
    lowest = ptr16(low)
    highest = ptr16(high)
    following = ptr8(out)
    count = int(len(out))  # noqa: RUF046 - viper needs the type
    for field in range(first, count):
        now = reading[channel[field]]
        if following[field] or now < lowest[field] or now > highest[field]:
            return field
    return count


KIND = CellSensing
