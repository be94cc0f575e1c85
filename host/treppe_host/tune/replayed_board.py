"""A board that sees what was recorded: frames go through the firmware's sensing and table, with any settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from treppe import games, surfaces
from treppe.fold import GameLog
from treppe.sensing import LIFTED, SETTLING, TOUCHED, UNSURE
from treppe.sensing.kinds import kind_of
from treppe.table.table import open_table
from treppe_sim.journal_in_memory import Flash, RecordingJournal

FRAME_MS = 10
_BUSY = frozenset((TOUCHED, LIFTED, SETTLING))
_CALM_FRAMES = 30
_FIRST_SCANS = 40
"""After so many all fields that stand still are decided, as when the power comes."""
_SETTLE_FRAMES = 60
_COARSE_FRAMES = 10
_COARSE_MS = 3000


class ReplayedBoard:
    """Sensing and table of a board in the middle of a game, at a time of the board's clock."""

    def __init__(
        self,
        surface: str,
        record: bytes,
        settings: Mapping[str, Any],
        game: str,
        options: Mapping[str, Any],
        words: Sequence[str],
        now_ms: int,
        frame: bytes,
    ) -> None:
        """Begin where these words have been recorded; `record` is the calibration of a tower surface."""
        described = surfaces.load(surface)
        self.sensing: Any = kind_of(described).open(described, record, dict(settings))
        self._is_calibrated: bool = self.sensing.IS_CALIBRATED
        self.journal = RecordingJournal(Flash())
        self.now_ms = now_ms - FRAME_MS * _SETTLE_FRAMES
        self._echo = 0
        self._frame = frame
        self._calm = 0
        self.table = open_table(described, self.sensing, self.journal, dict(settings))
        self.table.command("new", {"game": game, "options": dict(options), "seats": []})
        if words:
            self.table.command("play", {"words": list(words)})
        self._stand(game, options, words)

    def _stand(self, game: str, options: Mapping[str, Any], words: Sequence[str]) -> None:
        """Let what stands on the board be what the record says."""
        state = games.start(game, dict(options))
        for word in words:
            state.apply_action(state.action(word))
        self.sensing.expect(bytes(state.image()))
        for _ in range(_FIRST_SCANS):
            self._scan()
        for field, value in enumerate(state.image()):
            self.sensing.assume(field, value)
        for _ in range(_SETTLE_FRAMES):
            self._step()

    @property
    def words(self) -> list[str]:
        """What the table has recorded and not taken back."""
        return self.journal.words()

    @property
    def is_asking(self) -> bool:
        """Tell whether people have to look at the board, or at its display."""
        shown = self.table.display
        is_told = shown.get("choice") or shown.get("doubt") or shown.get("question")
        return bool(is_told) or UNSURE in self.sensing.activity

    def recorded_ms(self, count: int) -> int:
        """Return when the last of so many actions was recorded, for the last time."""
        ms: int = GameLog(self.journal.events).actions[count - 1]["ms"]
        return ms

    def choose(self, word: str) -> None:
        """Play an action that no sensor sees; raises ValueError where the table does not take it."""
        self.table.command("choose", {"word": word})

    def run_until(self, until_ms: int) -> None:
        """Let time pass in which no reading changes."""
        while self.now_ms < until_ms:
            if self._calm < _CALM_FRAMES or self.table.session.job:
                self._step()
            else:
                self._leap(until_ms)

    def _leap(self, until_ms: int) -> None:
        """Pass time at rest: one frame in ten is looked at, and after some seconds none."""
        session = self.table.session
        wait_ms = session.pending.wait_ms
        if wait_ms:
            until_ms = min(until_ms, self.now_ms + max(FRAME_MS, wait_ms - session.evidence.quiet_ms()))
        is_long = self._calm * FRAME_MS > _COARSE_MS and not wait_ms
        frames = (until_ms - self.now_ms) // FRAME_MS - 1
        frames = max(0, frames if is_long else min(_COARSE_FRAMES, frames))
        self.now_ms += frames * FRAME_MS
        self._calm += frames
        if self._is_calibrated:
            self.sensing.settling.scan += frames
        self._step()

    def see(self, frame: bytes) -> None:
        """Let another frame be what the sensors read from now on."""
        self._frame = frame
        self._calm = 0

    def _step(self) -> None:
        self.now_ms += FRAME_MS
        if self._scan() or not _BUSY.isdisjoint(self.sensing.activity):
            self._calm = 0
        self._calm += 1
        self.journal.now_ms = self.now_ms
        self.table.tick(self.now_ms, 0)
        while self.table.session.job:
            self.table.tick(self.now_ms)

    def _scan(self) -> bool:
        if self._is_calibrated:
            return bool(self.sensing.update(self.sensing.frame_of(self._frame)))
        self._echo ^= 255
        return bool(self.sensing.update(bytearray(self._frame[:18]) + bytes((self._echo, self._echo))))
