"""Parts of a board's games, with readings made from what is kept of them for ever: what sensors saw of each action.

The event of an action has the changes of the image and their times, its measurement the codes of the cells. The
store has neither hands that were only felt, nor contacts that closed for too short a time: so these parts tell nothing
of quicker settings.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from treppe import games
from treppe.fold import GameLog

from treppe_host.store.game_filter import GameFilter
from treppe_host.tune import calibrations
from treppe_host.tune.felt import changes
from treppe_host.tune.kinds import sensor_kind
from treppe_host.tune.made_frames import MadeCells, MadeReeds
from treppe_host.tune.rerun import Span

MOST_ACTIONS = 3000
"""Older ones are left out: a replay of more takes too long."""
_AFTER_MS = 1000
_SEEN_BYTES, _MOST_SEEN_BYTES, _LONGEST_PAUSE = 4, 192, 65535
_IN_STEP_MS = 300
"""Pauses are whole hundredths of a second, so a sum of many is too short: where the record came at once, it tells."""


class SeenStore(Protocol):
    """What is needed of the store."""

    def games(self, game_filter: GameFilter | None = None) -> list[Any]:
        """Return the chosen games, the latest first."""

    def events(self, number: int) -> list[dict[str, Any]]:
        """Return the raw events of a game."""

    def measurements(self, board: str, surface: str, since: float = 0.0) -> list[Any]:
        """Return what was measured of a board's actions."""

    def calibrations(self, board: str) -> list[Any]:
        """Return the calibrations of a board, the latest first."""


def seen_spans(store: SeenStore, board: str, surface: ModuleType, until: float | None = None) -> list[Span]:
    """Return the last games on a surface of a board that ended before a time, the latest first."""
    felt = {(each.game, each.event): each.readings for each in store.measurements(board, surface.NAME)}
    found: list[Span] = []
    for game in store.games(GameFilter(board=board)):
        if _is_later(game, until):
            continue
        of_game = {event: readings for (number, event), readings in felt.items() if number == game.number}
        # Another surface's, a game that is not installed, or events are missing: nothing can be made of it.
        with contextlib.suppress(ValueError):
            found += _spans(store, board, surface, game, of_game)
        if sum(len(span.actions) for span in found) >= MOST_ACTIONS:
            break
    return found


def _spans(store: SeenStore, board: str, surface: ModuleType, game: Any, felt: Mapping[int, bytes]) -> list[Span]:
    """Return the parts of a game; raise ValueError if its events are no game."""
    if games.start(game.game, game.options).surface != surface.NAME:
        return []
    sensors = _sensors(store, board, surface, game)
    return list(_Rebuilt(game, sensors, store.events(game.number), felt).spans()) if sensors else []


def _is_later(game: Any, until: float | None) -> bool:
    return until is not None and (game.ended_at is None or game.ended_at >= until)


def _sensors(store: SeenStore, board: str, surface: ModuleType, game: Any) -> MadeReeds | MadeCells | None:
    """Return the sensors that a game began with; None where their calibration is not known."""
    kind = sensor_kind(surface)
    if not kind.sensing.IS_CALIBRATED:
        return kind.made(surface, None)
    known = [each for each in store.calibrations(board) if each.surface == surface.NAME]
    if not known:
        return None
    used = next((each for each in known if each.at <= (game.started_at or 0.0)), known[-1])
    return kind.made(surface, calibrations.decode(calibrations.read_text(used.content, surface), surface))


class _Moment(NamedTuple):
    """A field takes a value; if `code16` is not 0 it had this code with that value."""

    ms: int
    field: int
    value: int
    code16: int = 0


class _Rebuilt:
    """One game."""

    def __init__(
        self, game: Any, sensors: MadeReeds | MadeCells, events: Sequence[dict[str, Any]], felt: Mapping[int, bytes]
    ) -> None:
        self._game = game
        self._sensors = sensors
        self._events = events
        self._felt = felt
        self._state = games.start(game.game, game.options)
        self._words: list[str] = []
        self._boot = -1
        self._seen_ms = 0  # when the last change was seen, 0 if that is unknown
        self._begin()

    def spans(self) -> Iterator[Span]:
        """Yield the parts of the game whose sensor readings are all known."""
        standing = {event["e"] for event in GameLog(self._events).actions}
        before_ms = 0
        for event in self._events:
            is_action = event["e"] in standing
            moments = self._moments(event, before_ms)
            is_known = self._is_known(event, is_action=is_action)
            if is_action:
                self._play(event["word"])
            if is_known:
                self._moved += moments
                self._actions += [(event["word"], event["ms"])] if is_action else []
            else:
                yield from self._span()
                self._begin(event["ms"])
            self._boot = event["boot"]
            before_ms = event["ms"]
        yield from self._span()

    def _begin(self, ms: int = 0) -> None:
        """Begin a part with what the record says."""
        self._before = tuple(self._words)
        self._actions: list[tuple[str, int]] = []
        self._moved: list[_Moment] = []
        self._sensors.stand(self._state.image())
        self._first = (ms, self._sensors.frame())

    def _is_known(self, event: Mapping[str, Any], *, is_action: bool) -> bool:
        """Return whether the store has all that sensors saw of an event; the set-up before it is unknown."""
        if event["boot"] != self._boot or not self._words:
            return False
        if not is_action or not self._state.placement(self._state.action(event["word"])):
            return True
        is_felt = event["e"] in self._felt or not self._sensors.record
        return bool(event.get("seen")) and is_felt

    def _play(self, word: str) -> None:
        self._state.apply_action(self._state.action(word))
        self._words.append(word)

    def _moments(self, event: Mapping[str, Any], before_ms: int) -> list[_Moment]:
        """Return what changed before an event, and what cells measured of it; `before_ms` is the event before."""
        content = bytes.fromhex(event.get("seen", ""))
        lift_ms, put_ms = sensor_kind(self._sensors.surface).DECIDED_MS
        moments = [
            _Moment(ms - (put_ms if value else lift_ms), field, value)
            for ms, field, value in self._timed(content, event)
            if field < self._sensors.surface.FIELDS
        ]
        for each in changes(self._felt.get(event["e"], b""), self._sensors.surface.FIELDS)[1]:
            last_ms = max((moment.ms for moment in moments if moment.field == each.field), default=event["ms"])
            if each.before16 and last_ms < event["ms"]:
                moments.append(_Moment(before_ms, each.field, each.before, each.before16))
            moments.append(_Moment(last_ms, each.field, each.now, each.now16))
        return moments

    def _timed(self, content: bytes, event: Mapping[str, Any]) -> Iterator[tuple[int, int, int]]:
        """Yield time, field and value of each change."""
        if not content:
            return
        seen = [content[at : at + _SEEN_BYTES] for at in range(0, len(content), _SEEN_BYTES)]
        pauses = [10 * (high << 8 | low) for _, _, high, low in seen]
        soon_ms = event["ms"] - sensor_kind(self._sensors.surface).WAIT_MS
        last_ms = self._seen_ms + sum(pauses)
        is_cut = len(content) >= _MOST_SEEN_BYTES or pauses[0] >= 10 * _LONGEST_PAUSE
        if is_cut or event["boot"] != self._boot or abs(last_ms - soon_ms) < _IN_STEP_MS:
            last_ms = soon_ms
        self._seen_ms = last_ms
        ms = last_ms - sum(pauses[1:])
        for (field, value, _, _), pause in zip(seen, [0, *pauses[1:]], strict=True):
            ms += pause
            yield ms, field, value

    def _span(self) -> Iterator[Span]:
        """Yield the part that ends here, if there is something in it."""
        if not self._actions:
            return
        frames = [self._first]
        for moment in sorted(self._moved, key=lambda moment: moment.ms):
            if moment.ms > self._actions[-1][1] + _AFTER_MS:
                break
            if moment.code16:
                self._sensors.measure(moment.field, moment.value, moment.code16)
            else:
                self._sensors.change(moment.field, moment.value)
            if frames[-1][0] >= moment.ms:
                moment = moment._replace(ms=frames[-1][0])
                frames.pop()
            frames.append((moment.ms, self._sensors.frame()))
        game, sensors = self._game, self._sensors
        yield Span(
            sensors.surface.NAME,
            sensors.record,
            game.game,
            game.options,
            self._before,
            tuple(self._actions),
            tuple(frames),
            is_whole=False,
        )
