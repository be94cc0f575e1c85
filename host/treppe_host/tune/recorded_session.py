"""A session with a recording instead of a board: it runs through sensing with any settings."""

from typing import Any

from treppe import surfaces

from treppe_host.tune import effect
from treppe_host.tune.effect import Effect
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.recording import Recording
from treppe_host.tune.session import TuneSession
from treppe_host.tune.settings import defaults


class RecordedSession(TuneSession):
    """Shows the last minute of a recording, and judges all of it."""

    def __init__(self, recorded: Recording, settings: dict[str, Any], saved: dict[str, Any], kind: str = "") -> None:
        """Run it with these settings; `saved` are the board's. Raises BadFile if its calibration cannot be used."""
        super().__init__(kind=kind)
        surface = surfaces.load(recorded.surface)
        self.recorded = recorded
        self.hello = {"surface": recorded.surface, "board": ""}
        self.record = recorded.calibration
        self.saved = {**defaults(surface), **saved}
        self.settings = {**self.saved, **settings}
        self.monitor: SensorMonitor = SensorMonitor(surface, recorded.calibration, self.settings, kind, recorded.start)
        for number, frame in recorded.frames:
            self.monitor.feed(number, frame)
            self.frames.append((number, frame))
            self.images.append(bytes(self.monitor.sensing.image))
            self.activities.append(bytes(self.monitor.sensing.activity))

    def with_settings(self, change: dict[str, Any]) -> "RecordedSession":
        """Return the same recording, run with changed settings."""
        return RecordedSession(self.recorded, {**self.settings, **change}, self.saved, self._kind)

    def judge(self, settings: dict[str, Any]) -> Effect:
        """Return how sensing decides over the whole recording with these settings."""
        recorded, changed = self.recorded, {**self.settings, **settings}
        return effect.judge(self.monitor.surface, self.record, changed, self._kind, recorded.frames, recorded.start)
