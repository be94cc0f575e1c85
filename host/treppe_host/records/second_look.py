"""Plays a game's recorded sensor changes to this version's table, and compares its record with the stored one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from treppe import events as kinds
from treppe import games, surfaces
from treppe.fold import GameLog
from treppe.sensing import SETTLING
from treppe.table import CommandError
from treppe_sim.bench_board import FRAME_MS, BenchBoard, ScriptedFrames
from treppe_sim.journal_in_memory import Flash, RecordingJournal
from treppe_sim.world import sensors_of

from treppe_host.errors import BadFile
from treppe_host.store.score_sheet import Content
from treppe_host.words import reason

_ANSWER_MS = 100  # between an answer and the record of it
_LONG_MS = 7000  # after so much quiet the table takes no further decision by itself


@dataclass
class _Stretch:
    """Consecutive changes of the image, and the events that the board recorded after them."""

    began_ms: int
    events: list[Content] = field(default_factory=list)


@dataclass(order=True)
class _Moment:
    """A field takes a value; None: its reading begins to change."""

    ms: int
    place: int
    value: int | None


def look_again(events: Sequence[Content]) -> list[str]:
    """Return the differences between the actions in a board's events of one game and those that this version's table
    would record, a line each.

    The table gets the recorded sensor changes and people's answers, and after each difference goes on from the record.
    If it waits or asks, that is no difference: the journal lacks the fields that hands only touched. A game from a
    firmware that kept no sensor changes gives no line. Raises BadFile if the events contradict each other.
    """
    try:
        return _look_again(events)
    except ValueError as error:
        raise BadFile(f"the events of this game contradict each other: {reason(error)}") from None


def _look_again(events: Sequence[Content]) -> list[str]:
    stretches, moments = _read(events)
    if not stretches:
        return []
    told: list[str] = []
    table = _Table(events[0])
    recorded = GameLog(events[:1])
    ends_ms = [stretch.began_ms for stretch in stretches[1:]] + [moments[0].ms + _LONG_MS]
    for stretch, end_ms in zip(stretches, ends_ms, strict=True):
        table.run(moments, end_ms)
        for event in stretch.events:
            recorded.follow(event)
        meant = _words(_position(events[0], recorded.words))
        table.answer(meant)
        done = table.words()
        if done != meant[: len(done)]:
            told.append(f"action {len(meant)}: {_last(meant)} was recorded, {_last(done)} would be")
        if done != meant:
            table = _Table(events[0], meant, table)
    return told


def _read(events: Sequence[Content]) -> tuple[list[_Stretch], list[_Moment]]:
    """Return the stretches of events; a take-back belongs to the stretch before it."""
    surface = surfaces.load(games.start(events[0]["game"], events[0]["options"]).surface)
    closed_ms = sensors_of(surface).CLOSED_MS
    stretches: list[_Stretch] = []
    moments: list[_Moment] = []
    now_ms = 0
    for event in events[1:]:
        content = bytes.fromhex(event.get("seen", ""))
        for at in range(0, len(content), 4):
            place, value, high, low = content[at : at + 4]
            now_ms += min(10 * (high << 8 | low), _LONG_MS)
            if not at:
                stretches.append(_Stretch(now_ms))
            if closed_ms and value:
                moments.append(_Moment(now_ms - closed_ms, place, None))
            moments.append(_Moment(now_ms, place, value))
        if stretches:
            stretches[-1].events.append(event)
    return stretches, sorted(moments, key=lambda moment: moment.ms, reverse=True)


def _position(start: Content, words: Sequence[str]) -> Any:
    """Return the game after these words; raise ValueError for one that the rules do not allow."""
    state = games.start(start["game"], start["options"])
    for word in words:
        state.apply_action(state.action(word))
    return state


def _words(state: Any) -> list[str]:
    """Return the actions so far in the game's notation."""
    twin = games.start(state.NAME, state.options)
    words = []
    for action in state.history():
        words.append(twin.notation(action))
        twin.apply_action(action)
    return words


def _last(words: list[str]) -> str:
    return " ".join(words[-2:]) or "nothing"


class _Table:
    """This version's table over sensors that find what was recorded."""

    _board: BenchBoard

    def __init__(self, start: Content, words: Sequence[str] = (), before: "_Table | None" = None):
        """Begin a game, or go on after these words with the board and the time of the table `before`."""
        state = games.start(start["game"], start["options"])
        flash = Flash()
        if before:
            journal = RecordingJournal(flash)
            journal.append({key: start[key] for key in ("k", "game", "options", "seats", "firmware")})
            for word in words:
                journal.append({"k": kinds.ACTION, "player": state.current_player(), "word": word})
                state.apply_action(state.action(word))
            found = before._board.sensing
            self._source = ScriptedFrames(state.surface, bytes(found.image), before._board.now_ms)
            self._board = BenchBoard(self._source, flash=flash)
            self._board.run_ms(FRAME_MS)
            self._late_ms: int = before._late_ms + FRAME_MS
            self._board.sensing.activity[:] = found.activity
        else:
            self._source = ScriptedFrames(state.surface)
            self._board = BenchBoard(self._source)
            self._late_ms = _LONG_MS  # the table sees a change this much later
            told = {"game": start["game"], "options": start["options"], "seats": start["seats"]}
            self._board.table.command("new", told)
            self._source.sensing.image[:] = self._board.session.evidence.position.image
            self._board.run_ms(1000)

    def run(self, moments: list[_Moment], end_ms: int) -> None:
        """Let the moments before a time pass, from the end of the list on."""
        while moments and moments[-1].ms < end_ms:
            moment = moments.pop()
            self._run_until(moment.ms)
            if moment.value is None:
                self._source.find_piece(moment.place, self._source.sensing.image[moment.place], SETTLING)
            else:
                self._source.find_piece(moment.place, moment.value)
        self._run_until(end_ms)

    def _run_until(self, recorded_ms: int) -> None:
        """Let time pass up to the frame before a time of the recording."""
        self._board.run_ms(recorded_ms + self._late_ms - self._board.now_ms - FRAME_MS)

    def words(self) -> list[str]:
        """Return the recorded actions that stand."""
        return _words(self._board.session.course.state)

    def answer(self, meant: list[str]) -> None:
        """Answer, choose and take back as people did, until the table's record has the actions `meant`."""
        table, done = self._board.table, self.words()
        while done != meant:
            same = sum(1 for one, other in zip(done, meant, strict=False) if one == other)
            try:
                if meant == done[: len(meant)]:
                    table.command("undo", {"count": len(done) - len(meant)})
                else:
                    table.command("choose", {"word": self._answer(done, meant) or meant[same]})
            except (CommandError, IndexError):
                return
            self._board.run_ms(_ANSWER_MS)
            self._late_ms += _ANSWER_MS
            done, before = self.words(), done
            if done == before:
                return

    def _answer(self, done: list[str], meant: list[str]) -> str:
        """Return the proposed answer that leads to the recorded actions, empty if there is none."""
        session = self._board.session
        for back, actions in session.pending.offers:
            twin = session.course.state.clone()
            for _ in range(back):
                twin.undo_action()
            words = []
            for action in actions:
                words.append(twin.word(action))
                twin.apply_action(action)
            whole = done[: len(done) - back] + words
            if whole == meant[: len(whole)]:
                return " ".join(words)
        return ""
