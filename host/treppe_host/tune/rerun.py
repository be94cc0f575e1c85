"""Runs a recorded game again with other settings of sensing, and compares the result with the record."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from treppe import games
from treppe.fold import GameLog
from treppe.sensing import UNSURE
from treppe_sim.bench_board import FRAME_MS, BenchBoard, RecordedFrames

_LATE_MS = 1500
"""An action that is recorded later than it was by this is missing: people would have looked up."""
_STILL = 30
"""Of a sum of four samples: by so much a reading moves when a hand does, 1.5 g."""
_FIRST_SCANS = 40
"""After so many all fields that stand still are decided, as when the power comes."""
_SETTLE_MS = 600


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a game whose frames are all known.

    `before` was recorded when it begins, `actions` are those of it that stand, with the board's time in ms. `frames`
    are the board's time and what the sensors read from then on; the first one is before the first action.
    """

    surface: str
    record: bytes
    game: str
    options: Mapping[str, Any]
    before: tuple[str, ...]
    actions: tuple[tuple[str, int], ...]
    frames: tuple[tuple[int, bytes], ...]


@dataclass(slots=True)
class Outcome:
    """What the table has made of actions: how many it was asked to see, and how many it asked about, or got wrong.

    `missing` are those that it neither recorded nor asked about. `delays_ms` are from the last movement to the record.
    `differences` say of each other action what was recorded, and what would be.
    """

    actions: int = 0
    questions: int = 0
    wrong: int = 0
    missing: int = 0
    delays_ms: list[int] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def add_outcome(self, other: "Outcome") -> None:
        """Add what came of other actions."""
        self.actions += other.actions
        self.questions += other.questions
        self.wrong += other.wrong
        self.missing += other.missing
        self.delays_ms += other.delays_ms
        self.differences += other.differences

    @property
    def delay_ms(self) -> float:
        """The median delay, 0 without any."""
        return median(self.delays_ms) if self.delays_ms else 0.0


def rerun(span: Span, settings: Mapping[str, Any]) -> Outcome:
    """Return what the table makes of a span with these settings."""
    return _Rerun(span, settings).replay()


class _Rerun:
    def __init__(self, span: Span, settings: Mapping[str, Any]) -> None:
        self._span = span
        self._settings = settings
        self._at = 0  # the next frame
        self._outcome = Outcome()
        self._state = games.start(span.game, dict(span.options))
        for word in span.before:
            self._state.apply_action(self._state.action(word))
        self._board = self._make_board(span.before, span.frames[0][0])

    def _make_board(self, notations: Sequence[str], now_ms: int) -> BenchBoard:
        """Return a board on which these actions were recorded, and stand as the record says."""
        span, frame = self._span, self._span.frames[max(0, self._at - 1)][1]
        frames = RecordedFrames(span.surface, span.record, frame, now_ms - _SETTLE_MS)
        board = BenchBoard(frames, self._settings)
        board.table.command("new", {"game": span.game, "options": dict(span.options), "seats": []})
        if notations:
            board.table.command("play", {"words": list(notations)})
        image = bytes(board.session.game_record.state.image())
        board.sensing.expect(image)
        for _ in range(_FIRST_SCANS):
            frames.scan(board.sensing)
        for place, value in enumerate(image):
            board.sensing.assume(place, value)
        board.run_ms(_SETTLE_MS)
        return board

    def replay(self) -> Outcome:
        notations = list(self._span.before)
        for word, at_ms in self._span.actions:
            action = self._state.action(word)
            is_seen = bool(self._state.hand_moves(action))
            self._state.apply_action(action)
            notations.append(word)
            if is_seen:
                self._outcome.actions += 1
                self._check_action(notations, at_ms)
            else:
                self._press(notations, at_ms)
        return self._outcome

    def _check_action(self, notations: list[str], at_ms: int) -> None:
        """Let the board see an action, and count what it makes of it."""
        moved_ms = self._last_movement(at_ms)
        self._pass(at_ms)
        recorded_at = self._at
        if not self._has(notations):
            self._pass(at_ms + _LATE_MS)
        if self._has(notations):
            recorded_ms = GameLog(self._board.events).actions[len(notations) - 1]["ms"]
            self._outcome.delays_ms.append(max(0, recorded_ms - moved_ms))
            return
        done = self._board.journal.notations()
        if len(done) >= len(notations):
            self._outcome.wrong += 1
            would = f"{done[len(notations) - 1]} would be"
        elif _is_asking(self._board):
            self._outcome.questions += 1
            would = "people would be asked"
        else:
            self._outcome.missing += 1
            would = "nothing would be"
        self._outcome.differences.append(f"action {len(notations)}: {notations[-1]} was recorded, {would}")
        self._at = recorded_at
        self._board = self._make_board(notations, at_ms)

    def _press(self, notations: list[str], at_ms: int) -> None:
        """Let people do what no sensor sees: a button, at the time at which it was recorded."""
        self._pass(at_ms)
        if not self._has(notations):
            try:
                self._board.table.command("choose", {"word": notations[-1]})
            except ValueError:
                self._board = self._make_board(notations, at_ms)

    def _has(self, notations: list[str]) -> bool:
        return self._board.journal.notations()[: len(notations)] == notations

    def _pass(self, until_ms: int) -> None:
        """Let the board see frames up to a time."""
        frames, board = self._span.frames, self._board
        while self._at < len(frames) and frames[self._at][0] <= until_ms:
            board.run_ms(frames[self._at][0] - FRAME_MS - board.now_ms)
            board.source.see(frames[self._at][1])
            self._at += 1
        board.run_ms(until_ms - board.now_ms)

    def _last_movement(self, until_ms: int) -> int:
        """Return when a hand has last moved something before an action was recorded."""
        frames = self._span.frames
        last = max(0, bisect_right(frames, until_ms, key=lambda frame: frame[0]) - 1)
        for at in range(last, 0, -1):
            if _differs(frames[at - 1][1], frames[last][1]):
                return frames[at][0]
        return until_ms


def _is_asking(board: BenchBoard) -> bool:
    """Tell whether people have to look at the board, or at its display."""
    shown = board.display
    is_reported = shown.get("choice") or shown.get("doubt") or shown.get("question")
    return bool(is_reported) or UNSURE in board.sensing.activity


def _differs(frame: bytes, other: bytes) -> bool:
    """Tell whether something has moved between two frames."""
    if len(frame) < 128:
        return frame[:18] != other[:18]
    readings = memoryview(frame).cast("H")
    others = memoryview(other).cast("H")
    return frame != other and any(abs(now - then) > _STILL for now, then in zip(readings, others, strict=True))
