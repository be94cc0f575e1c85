"""One board's sensors as all browsers see them: live or from a recording, with settings, effects and files."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from treppe.sensing.kinds import kind_of

from treppe_host.errors import BadFile, TreppeError
from treppe_host.link.client import Message
from treppe_host.store.store import Store
from treppe_host.tune import calibrations, lessons
from treppe_host.tune.effect import Effect
from treppe_host.tune.health import margins
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.learning import Learner
from treppe_host.tune.monitor import SensorMonitor
from treppe_host.tune.recording import Recording
from treppe_host.tune.reed_health import ReedDecline
from treppe_host.tune.session import RecordedSession, TuneSession
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.tune.suggestions import Suggestions

_MOST_EARLIER = 7


class BoardSensors:
    """The sensors on the page: the session `live` with the board, or a recording that a browser has loaded."""

    def __init__(self, connection: BoardConnection, store: Store):
        self.connection = connection
        self.live = TuneSession(store)
        self.recorded: RecordedSession | None = None
        """A recording that is shown instead of the board."""
        self.recorded_name = ""
        self._store = store
        self._num_judged = 0
        self._task_progress: list[int] = []
        self._folder = TemporaryDirectory(prefix="treppe-tune-")
        self.recording = Path(self._folder.name) / "recording.frames"
        self.first_recorded = 0
        """The number of frames that had come when recording began."""
        self._forget_surface()

    def _forget_surface(self) -> None:
        """Know nothing of a surface; another one may be plugged in."""
        self._surface = self.live.surface
        self.effects: tuple[Effect, Effect | None] | None = None
        """The effect on the shown frames of the saved settings, and of those of now if they differ."""
        self.check: dict[str, Any] = {}
        """What the last check has found: `residuals` in grams by field, or `missing` reeds."""
        self.learner: Learner | None = None
        """What the games have taught, see `look_at_games`."""
        self.can_restore = False
        """Whether the surface has another calibration than the last good one by people, which can come back."""
        self.margins: dict[int, float] = {}
        """Of the fields that were read often enough, see tune/health.py."""
        self.reeds: list[ReedDecline] | None = None
        """Those that do worse than they did; None while no game tells of any."""
        self.suggestions = Suggestions(self.connection, self._store)

    def take(self, name: str, message: Message) -> None:
        """Take a message of the board."""
        self.live.take(name, message)
        if self.live.surface is not self._surface:
            self._forget_surface()

    @property
    def session(self) -> TuneSession:
        """The shown session: with the board, or with a recording."""
        return self.recorded or self.live

    def monitor(self) -> SensorMonitor:
        """Return the shown session's monitor; raise BadFile while there is none."""
        if self.session.monitor is None:
            raise BadFile({"code": "no_readings_yet"})
        return self.session.monitor

    async def judge(self) -> None:
        """Judge the shown frames with the saved settings and with those of now."""
        session = self.session
        if session.frames:
            self._num_judged += 1
            number = self._num_judged
            effects = await asyncio.to_thread(_judge_settings, session)
            if number == self._num_judged and session is self.session:  # else a later request is being judged
                self.effects = effects

    async def look_at_task(self) -> None:
        """Ask for the check's result at each step of its progress: the board forgets it when the check ends."""
        display = self.live.display
        progress = display.get("progress", []) if display.get("phase") == "calibrate" else []
        if progress == self._task_progress:
            return
        self._task_progress = progress
        if progress:
            with contextlib.suppress(TreppeError):
                report = await self.connection.command("check")  # while a task goes on, its report is the answer
                if "residuals" in report or "missing" in report:
                    self.check = report

    def earlier_calibrations(self) -> Sequence[Any]:
        """Return the calibrations that this surface has had, without the present one."""
        surface = self.session.surface
        if surface is None:
            return []
        stored = self._store.calibrations(self.connection.board)
        return [each for each in stored if each.surface == surface.NAME][1 : 1 + _MOST_EARLIER]

    def to_restore(self) -> Any | None:
        """Return the last good calibration that people have made, where the surface has another one now; else None."""
        surface, monitor = self.live.surface, self.live.monitor
        if surface is None or not kind_of(surface).IS_CALIBRATED or monitor is None:
            return None
        return lessons.to_restore(self._store, self.connection.board, surface, monitor.table)

    async def look_at_games(self) -> None:
        """Learn from the games that the store has of this surface, for the page to show."""
        surface = self.live.surface
        if surface is None:
            return
        kind, board = sensor_kind(surface), self.connection.board
        if kind.sensing.IS_CALIBRATED:
            learner = await asyncio.to_thread(lessons.learn, self._store, board, surface)
            if surface is not self.live.surface:
                return
            self.learner = learner
            self.margins = margins(self.learner, surface) if self.learner else {}
            is_by_people = lessons.is_last_by_people(self._store, board, surface)
            self.can_restore = not is_by_people and self.to_restore() is not None
        else:
            declines = await asyncio.to_thread(kind.declines, self._store, board, surface)
            self.reeds = declines if surface is self.live.surface else None

    def record(self) -> None:
        """Begin to record what the board sees, or stop; raises OSError."""
        if self.live.is_recording:
            self.live.end_recording()
        elif self.live.monitor:
            self.first_recorded = self.live.monitor.num_frames
            self.live.begin_recording(self.recording)

    async def load_recording(self, content: bytes, name: str) -> None:
        """Show a recording instead of the board; raise BadFile."""
        path = Path(self._folder.name) / "loaded.frames"
        path.write_bytes(content)
        try:
            recorded = await asyncio.to_thread(lambda: RecordedSession(Recording.read(path, name), {}, self.live.saved))
        finally:
            path.unlink()
        self.recorded, self.recorded_name, self.effects = recorded, name, None
        await self.judge()

    def show_board(self) -> None:
        """Show the board again, not a recording."""
        self.recorded, self.effects = None, None

    def file(self, name: str) -> tuple[str, str | bytes] | None:
        """Return media type and content of a file; None if there is none of this name now."""
        monitor = self.session.monitor
        if monitor is None:
            return None
        if name == "recording.frames" and self.recording.exists():
            return "text/plain", self.recording.read_bytes()
        if name == "calibration.json" and monitor.is_calibrated:
            return "application/json", calibrations.to_json(monitor.table, monitor.surface)
        if name == "calibration.csv" and monitor.is_calibrated:
            return "text/csv", calibrations.to_csv(monitor.table, monitor.surface)
        return None


def _judge_settings(session: TuneSession) -> tuple[Effect, Effect | None]:
    saved = session.judge(session.saved)
    return saved, None if session.saved == session.settings else session.judge(session.settings)
