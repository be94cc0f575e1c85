"""A session with one board's sensors: takes its streams, and keeps the last minute for the terminal and the page.

A recording can stand in for the board: it runs through sensing with any settings."""

import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from treppe import surfaces
from treppe.sensing import UNSURE

from treppe_host.errors import BadFile, in_words
from treppe_host.link.client import Message
from treppe_host.tune import effect, lessons
from treppe_host.tune.effect import Effect
from treppe_host.tune.monitor import FRAMES_A_SECOND, SensorMonitor
from treppe_host.tune.recording import FrameRecorder, Recording
from treppe_host.tune.settings import defaults

STREAMS = ("raw", "calibration", "lamps", "display", "image")
REMEMBERED_S = 60
_ADOPT_AT = 40  # frames: by then all fields have settled once
_FITS_PERCENT = 30  # of confidence


class TuneSession:
    """Takes messages of a board (see `take`); not safe for threads.

    `monitor` is None until the board has sent its calibration; then it decides like the board's own sensing.
    """

    def __init__(self, store: lessons.LessonStore | None = None):
        self.hello: Message | None = None
        self.monitor: SensorMonitor | None = None
        self.failure: BadFile | None = None
        """Why there is no monitor, or why a recording has ended."""
        self.settings: dict[str, Any] = {}
        self.saved: dict[str, Any] = {}
        """`settings` are those of now, on the board or tried here; the board starts with `saved` next time."""
        self.roles = ""
        self.display: Message = {}
        self.record = b""
        """The surface's calibration as stored; empty for reeds."""
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=REMEMBERED_S * FRAMES_A_SECOND)
        self.images: deque[bytes] = deque(maxlen=REMEMBERED_S * FRAMES_A_SECOND)
        self.activities: deque[bytes] = deque(maxlen=REMEMBERED_S * FRAMES_A_SECOND)
        """The frames of the last minute; the board's image and activities after each."""
        self._board = ""
        self._board_image = b""
        self._store = store
        self._recorder: FrameRecorder | None = None
        self._recording = contextlib.ExitStack()
        self._takers: dict[str, Callable[[Message], None]] = {
            "connected": self._note_hello,
            "disconnected": self._take_silence,
            "calibration": self._take_calibration,
            "raw": self._take_frame,
            "lamps": self._take_lamps,
            "display": self._take_display,
            "image": self._take_image,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the messages for `take`."""
        return tuple(self._takers)

    @property
    def surface(self) -> ModuleType | None:
        """The surface that the board has named."""
        return surfaces.load(self.hello["surface"]) if self.hello else None

    def take(self, name: str, message: Message) -> None:
        """Take a message that the client observed."""
        self._takers[name](message)

    def listen_anew(self) -> None:
        """Forget the last minute, because frames after it were not taken."""
        self.frames.clear()
        self.images.clear()
        self.activities.clear()
        if self.monitor:
            self.monitor.skip()

    def take_settings(self, answer: Message) -> None:
        """Take the board's answer to the command `settings`."""
        self.settings, self.saved = answer["now"], answer["saved"]
        if self.monitor:
            self.monitor.apply(self.settings)

    def judge(self, settings: dict[str, Any]) -> Effect:
        """Return how sensing decides over the last minute with these settings; raises BadFile."""
        assert self.monitor
        start, activity = (self.images[0], self.activities[0]) if self.images else (b"", b"")
        changed = {**self.settings, **settings}
        return effect.judge_effect(self.monitor.surface, self.record, changed, self.frames, start, activity)

    # Recording.

    @property
    def is_recording(self) -> bool:
        """Return whether frames are being recorded."""
        return self._recorder is not None

    def begin_recording(self, path: Path) -> None:
        """Write all frames from now on into a file; raises OSError."""
        assert self.monitor
        self.failure = None
        file = self._recording.enter_context(path.open("w", encoding="ascii"))
        image = bytes(self.monitor.sensing.image)
        self._recorder = FrameRecorder(file, self.monitor.surface.NAME, self.record, image)

    def end_recording(self) -> None:
        """Close the file. An error of writing becomes `failure`."""
        self._recorder = None
        try:
            self._recording.close()
        except OSError as error:
            self._lose_recording(error)

    def _lose_recording(self, error: OSError) -> None:
        self.failure = BadFile(f"the recording has broken off: {in_words(error)}")

    # Messages of the board.

    def _note_hello(self, hello: Message) -> None:
        if hello["board"] != self._board:
            self.monitor = None
        self._board = hello["board"]
        self.hello = hello
        self.listen_anew()

    def _take_silence(self, _: Message) -> None:
        self.hello = None
        self.roles = ""

    def _take_calibration(self, message: Message) -> None:
        record = bytes.fromhex(message["record"])
        surface = self.surface
        if surface is None or (self.monitor and record == self.record):
            return
        self.end_recording()  # later frames need the new calibration
        try:
            self.monitor = SensorMonitor(surface, record, self.settings)
        except BadFile as error:
            self.failure = error
            return
        self.record = record
        self.listen_anew()
        if record and self._store and self.hello:
            lessons.keep(self._store, self.hello["board"], surface, self.monitor.table)

    def _take_frame(self, message: Message) -> None:
        if self.monitor is None:
            return
        frame = bytes.fromhex(message["frame"])
        self.monitor.feed(message["n"], frame)
        if self.monitor.num_frames == _ADOPT_AT:
            self._adopt(self.monitor)
        self.frames.append((message["n"], frame))
        self.images.append(bytes(self.monitor.sensing.image))
        self.activities.append(bytes(self.monitor.sensing.activity))
        if self._recorder:
            try:
                self._recorder.add_frame(message["n"], frame)
            except OSError as error:
                self.end_recording()
                self._lose_recording(error)

    def _adopt(self, monitor: SensorMonitor) -> None:
        """Take over the board's image where the monitor is unsure: only the board saw how the pieces came there."""
        sensing = monitor.sensing
        for place, value in enumerate(self._board_image):
            if sensing.activity[place] == UNSURE:
                asked_for = sensing.image[place]
                sensing.image[place] = value
                if monitor.confidence(place) >= _FITS_PERCENT:
                    sensing.assume(place, value)
                else:
                    sensing.image[place] = asked_for

    def _take_image(self, image: Message) -> None:
        self._board_image = bytes.fromhex(image["fields"])

    def _take_lamps(self, lamps: Message) -> None:
        self.roles = lamps["roles"]

    def _take_display(self, display: Message) -> None:
        self.display = display


class RecordedSession(TuneSession):
    """Shows the last minute of a recording, and judges all of it."""

    def __init__(self, recorded: Recording, settings: dict[str, Any], saved: dict[str, Any]) -> None:
        """Run it with these settings; `saved` are the board's. Raises BadFile if its calibration cannot be used."""
        super().__init__()
        surface = surfaces.load(recorded.surface)
        self.recorded = recorded
        self.hello = {"surface": recorded.surface, "board": ""}
        self.record = recorded.calibration
        self.saved = {**defaults(surface), **saved}
        self.settings = {**self.saved, **settings}
        self.monitor: SensorMonitor = SensorMonitor(surface, recorded.calibration, self.settings, recorded.start)
        for number, frame in recorded.frames:
            self.monitor.feed(number, frame)
            self.frames.append((number, frame))
            self.images.append(bytes(self.monitor.sensing.image))
            self.activities.append(bytes(self.monitor.sensing.activity))

    def with_settings(self, change: dict[str, Any]) -> "RecordedSession":
        """Return the same recording, run with changed settings."""
        return RecordedSession(self.recorded, {**self.settings, **change}, self.saved)

    def judge(self, settings: dict[str, Any]) -> Effect:
        """Return how sensing decides over the whole recording with these settings."""
        recorded, changed = self.recorded, {**self.settings, **settings}
        return effect.judge_effect(self.monitor.surface, self.record, changed, recorded.frames, recorded.start)


def readings_since(session: TuneSession, place: int, number: int) -> tuple[list[float], list[float]]:
    """Return a field's readings and values after frame `number`, in grams of cells."""
    assert session.monitor
    monitor = session.monitor
    frames: list[bytes] = []
    values: list[int] = []
    for (at, frame), image in zip(reversed(session.frames), reversed(session.images), strict=True):
        if at <= number:
            break
        frames.append(frame)
        values.append(image[place])
    readings = list(_readings(monitor, place, reversed(frames)))
    return readings, [mass_of(value) if monitor.is_calibrated else float(value) for value in reversed(values)]


def _readings(monitor: SensorMonitor, place: int, frames: Iterable[bytes]) -> Iterable[float]:
    channel = monitor.surface.CHANNELS[place]
    for frame in frames:
        reading = monitor.sensor_kind.reading(monitor.sensing.frame_of(frame), channel)
        yield round(monitor.grams(place, reading), 2) if monitor.is_calibrated else reading


def mass_of(value: int) -> float:
    """Return the mass for a value of a tower's field, in grams."""
    return 12.0 * (value & 15) + (18 if value & 16 else 0)


def threshold_lines(monitor: SensorMonitor, place: int) -> dict[str, float]:
    """Return the lines that a cell's reading must not cross: lowest, highest, lifting; in grams."""
    if not monitor.is_calibrated:
        return {}
    names = ("low", "high", "lift")
    sums = zip(names, monitor.thresholds(place), strict=True)
    return {name: round(monitor.grams(place, total / 4), 2) for name, total in sums}
