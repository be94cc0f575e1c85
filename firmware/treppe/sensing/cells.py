"""Tower surface: raw sums of the weighing cells -> what stands on each field.

A value is decided once, when a field settles after an abrupt change, from the difference to what stood there before;
afterwards every slow change is drift and moves the field's baseline, within bounds. Decoding every frame anew follows
drift onto wrong levels. Thresholds are those of a study of the cell's model; none of it has been measured yet.
"""

from treppe.runtime import const, let_go, micropython, ptr8, ptr16
from treppe.sensing import FAULTY, LIFTED, QUIET, SETTLING, TOUCHED, UNSURE
from treppe.sensing.levels import CREEP_CG, KINDS, mass_of, pieces_on
from treppe.sensing.settling import DOUBT_PERCENT, SETTLE_SCANS, TOUCH_SCANS, Settling

_LIFT_SCANS = const(5)
_SETTLING_SCANS = const(4)
_FOLLOW_PERCENT = const(90)  # of half a step: so far the baseline follows drift
_OVERLOAD = const(15200)  # code 3800: a hand presses, or a full tower stands on a soft spring
_CLIPPED = const(15360)  # code 3840: the Hall's output, which ends at 3848, tells no weight any more
_KNOCK_FIELDS = const(4)
_HOLD_SCANS = const(12)  # longer than one swing of a loaded platform (12 Hz)
_OPEN = const(400)  # below code 100: pulled down, no sensor there
_SHORT = const(16000)  # above code 4000
_DRIFT_SHARE = const(6)  # of the difference at each visit; one field a frame makes a time constant of 3 s
_DRIFT_MIN16 = const(16)
_DOUBTFUL_SURE_PERCENT = const(50)


class UnsupportedPieces(ValueError):
    """These pieces cannot be told apart on this surface; the text says why."""


class CellSensing(Settling):
    """Settled image of a tower surface: `update` takes each frame.

    A frame holds at [multiplexer * 16 + channel] the sum of four 12-bit samples. Settings: `cell_sure_percent` (60),
    the part of half a step that a sure reading may be off; `cell_touch_cg` (400) and `cell_lift_cg` (500), by how many
    centigrams a reading leaves its rest when a hand has touched the field, and when weight is going away;
    `cell_automatic` (True), whether drift is followed, and expected weights are taken for right when the power comes.
    """

    def __init__(self, surface, calibration, settings: dict):
        super().__init__(surface, calibration)
        self._kind = "discs" if calibration.material == "petg" else pieces_on(surface)
        self._left = self._left_before = self._left_earlier = 0  # fields that left their band, per scan
        self._hold = 0
        self._read_settings(settings)
        self._take(self._kind)

    def apply(self, settings: dict):
        """Take other settings from now on; what stands there stays decided."""
        self._read_settings(settings)
        self._take(self._kind)
        for field in range(self._surface.FIELDS):
            if self.activity[field] == QUIET:
                self._rest(field, self._baseline16[field], QUIET)

    def _read_settings(self, settings: dict):
        self._wanted_percent = self._sure_percent = settings.get("cell_sure_percent", 60)
        self._touch_cg = settings.get("cell_touch_cg", 400)
        self._lift_cg = settings.get("cell_lift_cg", 500)
        self._is_automatic = settings.get("cell_automatic", True)

    def record(self) -> bytes:
        """Return the surface's calibration in its stored form."""
        from treppe.sensing import storing

        record = storing.record_of(self.calibration, self._surface.NAME)
        let_go("treppe.sensing.storing")
        let_go("treppe.sensing.stored")
        return record

    @property
    def serial(self) -> int:
        """The calibration's serial number; 0: the cells have none of their own."""
        return self.calibration.serial

    def recalibrate(self, calibration):
        """Go on with another calibration; decides all fields anew."""
        self.calibration = calibration
        self._creep_cg = CREEP_CG[calibration.material]
        self._masses = ()
        self._take("discs" if calibration.material == "petg" else self._kind)

    def use(self, kind: str = ""):
        """Read the weights as `kind` of pieces, "bricks" (with a ball) or "discs", those of the surface if not said.

        Where that changes anything, all fields are decided anew. Raises UnsupportedPieces for bricks on PETG.
        """
        kind = kind or pieces_on(self._surface)
        if kind == "bricks" and self.calibration.material == "petg":
            raise UnsupportedPieces(
                "springs of PETG creep too much to tell bricks and balls apart: discs only, or springs of steel or FR4"
            )
        self._take(kind)

    def _take(self, kind: str):
        self._kind = kind
        # A brick's half step is 3 g, of which springs of FR4 creep a good part.
        is_doubtful = kind == "bricks" and self.calibration.material == "fr4"
        self._sure_percent = min(self._wanted_percent, _DOUBTFUL_SURE_PERCENT if is_doubtful else 100)
        masses = tuple([mass_of(value) for value in KINDS[kind]])
        if masses == self._masses:
            return
        self._masses = masses
        self._values = KINDS[kind]
        for field in range(self._surface.FIELDS):
            self.image[field] = 0
            self._is_untold[field] = 1
            self._baseline16[field] = self.calibration.code16(field, 0)
            self._anchor(field)
            if self.activity[field] != FAULTY:
                self._begin(field)

    def thresholds(self, field: int) -> tuple:
        """Return below and above which reading (a sum of four) a hand has touched the field; below which it lifts."""
        return self._low[field], self._high[field], self._lift[field]

    def assume(self, field: int, value: int):
        """Take `value` for what stands on the field: somebody has looked.

        Its present reading is the new baseline; but that of its table while a hand may still be on it.
        """
        self.image[field] = value
        self._is_untold[field] = 0
        if self.activity[field] == FAULTY:
            return
        is_moving = not self._scan or TOUCHED <= self.activity[field] <= SETTLING
        code16 = self.frame[self._surface.CHANNELS[field]] << 2
        if is_moving:
            code16 = self.calibration.code16(field, mass_of(value))
        self._baseline16[field] = code16
        self._told_off_cg[field] = self._mass_cg(field, code16) - mass_of(value)
        self._anchor(field)
        if is_moving:
            self._begin(field)
        else:
            self._rest(field, code16, QUIET)

    def update(self, frame) -> bool:
        """Take one frame; True when image or activity changed."""
        self.frame = frame
        self._scan += 1
        news = self._check_reference(frame)
        if self._hold:
            return self._wait(frame) or news
        self._left_earlier = self._left_before
        self._left_before = self._left
        self._left = 0
        channels = self._surface.CHANNELS
        low, high, out = self._low, self._high, self._out
        field = _next_restless(0, frame, channels, low, high, out)
        while field < len(out):
            if self._follow(field, frame[channels[field]]):
                news = True
            field = _next_restless(field + 1, frame, channels, low, high, out)
        if self._left + self._left_before + self._left_earlier >= _KNOCK_FIELDS:
            self._hold = _HOLD_SCANS
        return self._drift(self._scan % len(channels)) or news

    def _follow(self, field: int, reading: int) -> bool:
        """Take the reading of a field that is, or just went, out of its band."""
        if self._scan < self._frozen_until[field]:
            self._calm[field] = 0
            return False
        news = False
        if self._out[field] < TOUCH_SCANS:
            if self._low[field] <= reading <= self._high[field]:
                self._out[field] = 0
                return False
            self._left += not self._out[field]
            self._out[field] += 1
            if self._out[field] < TOUCH_SCANS:
                return False
            news = self._begin(field)
        if reading > _CLIPPED or reading < _OPEN:
            return self._doubt(field, reading) or news
        self._odd[field] = 0
        if reading > _OVERLOAD and self._calm[field] < _SETTLING_SCANS:
            self._freeze_neighbours(field)
        self._below[field] = min(self._below[field] + 1, _LIFT_SCANS) if reading < self._lift[field] else 0
        if self._count_calm(field, reading) == SETTLE_SCANS:
            return self._decide(field) or news
        activity = TOUCHED
        if self._below[field] == _LIFT_SCANS:
            activity = LIFTED
        elif self._calm[field] >= _SETTLING_SCANS:
            activity = SETTLING
        return self._show(field, activity) or news

    def _drift(self, field: int) -> bool:
        """Visit one field a frame: a quiet one's baseline follows its reading, a faulty one may have come back."""
        if not field:
            self._feel_heat()
        reading = self.frame[self._surface.CHANNELS[field]]
        if self.activity[field] == FAULTY:
            return self._look_for_return(field, reading)
        if self._out[field] or self.activity[field] != QUIET or self._scan < self._frozen_until[field]:
            return False
        difference = (reading << 2) - self._baseline16[field]
        if -_DRIFT_MIN16 < difference < _DRIFT_MIN16:
            return False
        at = self._nearest(mass_of(self.image[field]))
        followed16 = self._baseline16[field] + (difference + _DRIFT_SHARE // 2) // _DRIFT_SHARE
        if self._is_automatic and self._bears(field, at, self._mass_cg(field, followed16), _FOLLOW_PERCENT):
            self._baseline16[field] = followed16
            return self._rest(field, followed16, QUIET)
        if not self._bears(field, at, self._mass_cg(field, reading << 2), DOUBT_PERCENT):
            return self._show(field, UNSURE)
        return False

    def _wait(self, frame) -> bool:
        """The table was knocked: nothing is believed until no field crosses its band any more."""
        crossed = False
        channels = self._surface.CHANNELS
        for field in range(len(channels)):
            reading = frame[channels[field]]
            is_out = reading < self._low[field] or reading > self._high[field]
            if is_out != (self._out[field] > 0):
                self._out[field] = is_out
                crossed = True
        self._hold = _HOLD_SCANS if crossed else self._hold - 1
        if self._hold:
            return False
        self._left = self._left_before = 0
        for field in range(len(self._out)):
            if TOUCHED <= self.activity[field] <= SETTLING:
                self._begin(field)
        return True


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
