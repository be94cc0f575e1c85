"""The firmware's own sensing on the host, fed with raw frames, and what can be said of each field."""

from array import array
from dataclasses import dataclass, field
from math import sqrt
from types import ModuleType
from typing import Any

from treppe.sensing import QUIET, UNSURE, calibration
from treppe.sensing.cells import CellSensing
from treppe.sensing.reeds import ReedSensing

from treppe_host.errors import BadFile

_TRACE_EVERY = 10  # frames: ten points a second
_NOISE_OVER = 100  # frames
_JUMP = 8  # codes: more than noise is a hand


@dataclass(slots=True)
class Figures:
    """What a field has shown so far. Readings: codes of a cell (12 bit), 0 or 1 of a reed."""

    reading: float = 0.0
    noise: float = 0.0
    """Standard deviation between one frame and the next, over about a second of quiet."""
    changes: int = 0
    unsure: int = 0
    trace: list[float] = field(default_factory=list)
    _square: float = 0.0

    def add(self, reading: float, is_quiet: bool) -> None:
        """Take the field's next reading."""
        if is_quiet and abs(reading - self.reading) < _JUMP:
            # Differences of neighbours know nothing of drift; their square is twice the noise's.
            self._square += ((reading - self.reading) ** 2 / 2 - self._square) / _NOISE_OVER
            self.noise = sqrt(self._square)
        self.reading = reading


class Bench:
    """A surface with sensing of its own, with settings that may differ from the board's."""

    def __init__(self, surface: ModuleType, record: bytes, settings: dict[str, Any], kind: str = "") -> None:
        """Take the stored calibration of a tower surface; raises BadFile if it cannot be used."""
        self.surface = surface
        self.settings = settings
        self.num_frames = self.num_lost = 0
        self.fields = [Figures() for _ in range(surface.FIELDS)]
        self.is_cell = surface.SENSOR == "cell"
        self._number = 0
        self.table: Any = None
        self.sensing: Any
        if self.is_cell:
            try:
                self.table = calibration.decode(record, surface)
                self.sensing = CellSensing(surface, self.table, settings)
                self.sensing.use(kind or ("discs" if surface.NAME == "hex49" else "bricks"))
            except ValueError as error:
                raise BadFile(f"the calibration cannot be used: {error}") from None
        else:
            self.sensing = ReedSensing(surface, settings)

    def feed(self, number: int, content: bytes) -> None:
        """Take a frame and its number."""
        if self.num_frames:
            self.num_lost += max(0, number - self._number - 1)
        self._number = number
        frame: Any = array("H", content) if self.is_cell else bytearray(content)
        before = bytes(self.sensing.image)
        self.sensing.update(frame)
        is_traced = self.num_frames % _TRACE_EVERY == 0
        self.num_frames += 1
        for place, (figures, channel) in enumerate(zip(self.fields, self.surface.CHANNELS, strict=True)):
            figures.changes += self.sensing.image[place] != before[place]
            activity = self.sensing.activity[place]
            figures.unsure += activity == UNSURE
            figures.add(frame[channel] / 4 if self.is_cell else float(_is_closed(frame, channel)), activity == QUIET)
            if is_traced:
                figures.trace.append(figures.reading)

    def grams(self, place: int, code: float) -> float:
        """Return the mass that this code means on a field."""
        mass_cg: int = self.table.mass_cg(place, round(16 * code))
        return mass_cg / 100

    def confidence(self, place: int) -> int:
        """Return how far, in per cent, a cell's reading is from contradicting its value: 100 is right on it."""
        if not self.is_cell:
            return 100
        value: int = self.sensing.image[place]
        off_g: float = abs(
            self.grams(place, self.fields[place].reading) - 12 * (value & 15) - (18 if value & 16 else 0)
        )
        return max(0, int(100 - 100 * off_g / 6))


def _is_closed(frame: bytearray, channel: int) -> bool:
    return not frame[channel >> 3] >> (channel & 7) & 1
