"""Compares settings of sensing on the same frames."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from types import ModuleType
from typing import Any

from treppe.sensing import TOUCHED, UNSURE

from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.monitor import FRAMES_A_SECOND, SensorMonitor

_FLICKER_FRAMES = 50  # a shorter value counts as a flicker
_FIRST_FRAMES = 20  # in these all fields settle for the first time


@dataclass(frozen=True, slots=True)
class Effect:
    """How sensing decided over the frames."""

    seconds: float
    changes: int
    """Number of changes of a field's value."""
    flickers: int
    """Changes that were taken back within half a second."""
    unsure_s: float
    """Seconds in which fields were unsure, summed over fields."""
    delay_ms: float | None
    """Median time from the first sign of a change to its decision."""


def judge_effect(
    surface: ModuleType,
    record: bytes,
    settings: dict[str, Any],
    frames: Iterable[tuple[int, bytes]],
    start: bytes = b"",
    start_activity: bytes = b"",
) -> Effect:
    """Run frames through sensing with these settings; raises BadFile.

    `start` and `start_activity` are the board before them. A field that was unsure then stays so until a hand comes.
    """
    sensing = SensorMonitor(surface, record, settings, start).sensing
    own = sensor_kind(surface)
    count = _Count(surface)
    unsure = number = 0
    before = b""
    unknown = {place for place, activity in enumerate(start_activity) if activity == UNSURE}
    for number, (_, content) in enumerate(list(frames), 1):
        image, activity = bytes(sensing.image), bytes(sensing.activity)
        frame = sensing.frame_of(content)
        sensing.update(frame)
        if number > _FIRST_FRAMES:
            unknown = {place for place in unknown if not TOUCHED <= sensing.activity[place] < UNSURE}
        unsure += sum(sensing.activity[place] == UNSURE or place in unknown for place in range(surface.FIELDS))
        sign = own.sign(content)
        if image == sensing.image and activity == sensing.activity and sign == before:
            continue
        before = sign
        count.see(number, image, sensing, frame)
    frame_ms = 1000 / FRAMES_A_SECOND
    return Effect(
        number / FRAMES_A_SECOND,
        count.changes,
        count.flickers,
        unsure / FRAMES_A_SECOND,
        median(count.delays) * frame_ms if count.delays else None,
    )


class _Count:
    """Counts changes of fields, and how long after the first sign of one sensing decided."""

    def __init__(self, surface: ModuleType):
        self.changes = self.flickers = 0
        self.delays: list[int] = []
        self._channels: Sequence[int] = surface.CHANNELS
        self._kind = sensor_kind(surface)
        self._since = [0] * surface.FIELDS  # frame in which a field began to move; 0 at rest
        self._changed: dict[int, tuple[int, int]] = {}  # by field: the value before its last change, and its frame

    def see(self, number: int, image: bytes, sensing: Any, frame: Any) -> None:
        """Take in a frame from which sensing makes another image than `image`, or may yet make one."""
        for place, value in enumerate(sensing.image):
            if value != image[place] and number > 1:  # the first frame decides the board at the start
                self.changes += 1
                was, when = self._changed.get(place, (-1, -_FLICKER_FRAMES))
                self.flickers += value == was and number - when < _FLICKER_FRAMES
                self._changed[place] = image[place], number
                if self._since[place]:
                    self.delays.append(number - self._since[place])
            reading = self._kind.reading(frame, self._channels[place])
            is_moving = self._kind.is_moving(reading, value, sensing.activity[place])
            self._since[place] = (self._since[place] or number) if is_moving else 0
