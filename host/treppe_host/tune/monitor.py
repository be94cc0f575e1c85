"""The firmware's sensing on the host, fed with a board's raw frames, figures of each field, and how
fields move when another one changes."""

from dataclasses import dataclass
from math import sqrt
from types import ModuleType
from typing import Any

from treppe.sensing import BROKEN, GOOD, QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.sensing.masses import KINDS, mass_of

from treppe_host.errors import BadFile
from treppe_host.tune.kinds import sensor_kind
from treppe_host.words import reason

FRAMES_A_SECOND = 100
_NOISE_OVER = 100  # frames
_FIRST_FRAMES = 20  # sensing decides the board at the start in these
_KNOWN = ("weights_rough",)  # that there is no calibration is said where calibrations are
_JUMP = 8  # codes; a larger jump is a hand, not noise
_REST_FRAMES = 20
_MOST_BLOCKS = 5


@dataclass(slots=True)
class Figures:
    """Figures of one field so far. Readings are codes of a cell (12 bit), else values."""

    reading: float = 0.0
    noise: float = 0.0
    """Cell: standard deviation from frame to frame, over about a second of quiet. Others: the part of scans that differ
    from the field's value."""
    changes: int = 0
    unsure: int = 0
    _square: float = 0.0

    def add_code(self, reading: float, is_steady: bool) -> None:
        """Take a cell's next reading."""
        if is_steady and abs(reading - self.reading) < _JUMP:
            # Differences of neighbouring frames contain no drift; their square is twice the noise's.
            self._square += ((reading - self.reading) ** 2 / 2 - self._square) / _NOISE_OVER
            self.noise = sqrt(self._square)
        self.reading = reading

    def add_value(self, reading: float, is_odd: bool) -> None:
        """Take the next reading of a sensor that tells values; an odd one differs from the field's."""
        self.noise += (is_odd - self.noise) / _NOISE_OVER
        self.reading = reading


class SensorMonitor:
    """Runs sensing for a surface, with settings that may differ from the board's."""

    def __init__(self, surface: ModuleType, record: bytes, settings: dict[str, Any], start: bytes = b"") -> None:
        """Take a tower surface's calibration as stored, and the board at the start, a value for each field, if known.

        Raises BadFile if the calibration cannot be used.
        """
        self.surface = surface
        self.settings = settings
        self.num_frames = self.num_lost = 0
        self.fields = [Figures() for _ in range(surface.FIELDS)]
        self.sensor_kind = sensor_kind(surface)
        self.is_calibrated: bool = self.sensor_kind.sensing.IS_CALIBRATED
        self.crosstalk = Crosstalk(surface)
        self._tested: list[tuple[str, dict[str, Any]]] = []
        self._masses_g = [mass_of(value) / 100 for value in KINDS.get(surface.PIECES, b"")]
        self._number: int | None = None
        try:
            self.sensing: Any = self.sensor_kind.sensing.from_record(surface, record, settings)
            self.sensing.use(surface.PIECES)
        except ValueError as error:
            raise BadFile(f"the calibration cannot be used: {reason(error)}") from None
        if len(start) == surface.FIELDS:
            self.sensing.expect(start)
        self.table: Any = self.sensing.calibration if self.is_calibrated else None
        self._begin_test()

    def _begin_test(self) -> None:
        self._test: Any = self.sensing.begin_test()
        self._is_test_touched = False

    @property
    def odd(self) -> list[tuple[str, dict[str, Any]]]:
        """What is not good, as the doctor's self-test finds it in frames without hands, and what sensing noticed.

        States and codes, see the firmware's sensing/self_test.py.
        """
        named = {diagnostic.get("field") for _, diagnostic in self._tested}
        noticed = [
            diagnostic
            for diagnostic in self.sensing.faults
            if diagnostic.get("field") not in named or "field" not in diagnostic
        ]
        return self._tested + [
            (BROKEN, diagnostic) for diagnostic in noticed if (BROKEN, diagnostic) not in self._tested
        ]

    def apply(self, settings: dict[str, Any]) -> None:
        """Use other settings from now on."""
        self.settings = settings
        self.sensing.apply(settings)

    def skip(self) -> None:
        """Do not count the frames until the next one as lost."""
        self._number = None
        self.crosstalk.forget_rest()

    def feed(self, number: int, content: bytes) -> None:
        """Take a frame and its number."""
        if self._number is not None:
            self.num_lost += max(0, number - self._number - 1)
        self._number = number
        frame = self.sensing.frame_of(content)
        before = bytes(self.sensing.image)
        self.sensing.update(frame)
        image, activity = self.sensing.image, self.sensing.activity
        self.num_frames += 1
        for place, (figures, channel) in enumerate(zip(self.fields, self.surface.CHANNELS, strict=True)):
            if image[place] != before[place] and self.num_frames > _FIRST_FRAMES:
                figures.changes += 1
            if activity[place] == UNSURE:
                figures.unsure += 1
            reading = self.sensor_kind.reading(frame, channel)
            if self.is_calibrated:
                figures.add_code(reading, activity[place] in (QUIET, UNSURE))
            else:
                figures.add_value(reading, reading != image[place])
        self._examine(frame)
        self.crosstalk.add([self.amount(place) for place in range(len(image))], bytes(activity))

    def _examine(self, frame: Any) -> None:
        """Let the firmware's self-test take the frame; hands would look like noise to it."""
        self._is_test_touched |= has_activity(self.sensing.activity, TOUCHED, SETTLING)
        if self._test.update(frame):
            if not self._is_test_touched:
                found = self._test.results()
                self._tested = [
                    (state, diagnostic)
                    for state, diagnostic in found
                    if state != GOOD and diagnostic["code"] not in _KNOWN
                ]
            self._begin_test()

    def amount(self, place: int) -> float:
        """Return what a field reads: codes of a cell, else a value."""
        return self.fields[place].reading

    def grams(self, place: int, code: float) -> float:
        """Return the mass that this code means on a field."""
        mass_cg: int = self.table.mass_cg(place, round(16 * code))
        return mass_cg / 100

    def thresholds(self, place: int) -> tuple[int, int, int]:
        """Return the lowest and highest reading without a touch, and that below which a lift begins; sums of four."""
        settling = self.sensing.settling
        return settling.low[place], settling.high[place], settling.lift[place]

    def confidence(self, place: int) -> int:
        """Return in per cent how far a reading is from contradicting the field's value: 100 is right on the value."""
        figures = self.fields[place]
        if not self.is_calibrated:
            return round(100 * (1 - figures.noise))
        value: int = self.sensing.image[place]
        mass_g = 12 * (value & 15) + (18 if value & 16 else 0)
        off_g = self.grams(place, figures.reading) - mass_g
        return max(0, int(100 - 100 * abs(off_g) / self._half_step_g(mass_g, off_g)))

    def _half_step_g(self, mass_g: float, off_g: float) -> float:
        """Return half the distance to the next value on the reading's side."""
        others = [abs(other - mass_g) for other in self._masses_g if (other - mass_g) * off_g > 0]
        return min(others, default=12.0) / 2


class Crosstalk:
    """Compares mean readings of two rests; if one field changed between them, the differences elsewhere are crosstalk.

    A rest lasts a fifth of a second to a second. Unsure and faulty fields and lost frames do not end it.
    """

    def __init__(self, surface: ModuleType) -> None:
        self.found: dict[int, list[float]] = {}
        """By changed field: how far each field moved at its last change, as a part of its own change."""
        self._least_change = sensor_kind(surface).LEAST_CHANGE
        self._sums = [0.0] * surface.FIELDS
        self._frames = 0
        self._rest: list[float] | None = None
        self._before: list[float] | None = None  # means of the rest before the last change
        self._changed: list[int] = []
        self._num_blocks = 0

    @property
    def num_changed(self) -> int:
        """Number of fields that changed between the last two different rests."""
        return len(self._changed)

    @property
    def is_ready(self) -> bool:
        """Return whether the readings at rest are known, so that the next change can be compared with them."""
        return self._rest is not None

    def add(self, readings: list[float], activity: bytes) -> None:
        """Take the fields' readings and activities of one frame."""
        if any(TOUCHED <= each <= SETTLING for each in activity):
            self._reset_sums()
            return
        sums = self._sums
        for place, reading in enumerate(readings):
            sums[place] += reading
        self._frames += 1
        if self._frames == _REST_FRAMES:
            self._compare([total / _REST_FRAMES for total in sums])
            self._reset_sums()

    def forget_rest(self) -> None:
        """Begin a new rest: frames are missing, and anything may have moved in them."""
        self._rest = None
        self._changed = []
        self._reset_sums()

    def _reset_sums(self) -> None:
        if self._frames:
            self._sums = [0.0] * len(self._sums)
            self._frames = 0

    def _compare(self, means: list[float]) -> None:
        rest = self._rest or means
        changed = [place for place, mean in enumerate(means) if abs(mean - rest[place]) > self._least_change]
        if changed or self._rest is None:
            self._before, self._rest, self._num_blocks = self._rest, means, 1
            self._changed = changed
        else:
            self._num_blocks += 1
            part = 1 / min(self._num_blocks, _MOST_BLOCKS)
            self._rest = [was + part * (mean - was) for was, mean in zip(rest, means, strict=True)]
        if self._before and len(self._changed) == 1 and self._num_blocks <= _MOST_BLOCKS:
            moved = [now - was for now, was in zip(self._rest, self._before, strict=True)]
            place = self._changed[0]
            self.found[place] = [change / moved[place] for change in moved]
