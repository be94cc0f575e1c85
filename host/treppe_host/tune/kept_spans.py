"""Parts of a board's games with the sensors' frames that are kept, and the record as people have corrected it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from treppe import games

from treppe_host.store.game_filter import GameFilter
from treppe_host.tune.kept_frames import KeptFile, kept_files
from treppe_host.tune.rerun import Span

MOST_ACTIONS = 3000
"""Older ones are left out: to run more again takes minutes."""
_AFTER_MS = 1000


class GameStore(Protocol):
    """What is needed of the store."""

    def games(self, game_filter: GameFilter | None = None) -> list[Any]:
        """Return the chosen games, the latest first."""

    def game(self, number: int) -> Any:
        """Return a game."""

    def actions(self, number: int) -> list[Any]:
        """Return all actions of a game in order, those taken back included."""


def kept_spans(store: GameStore, folder: Path, board: str, surface: str) -> list[Span]:
    """Return what is kept of the last games on a surface of a board, the latest hour first."""
    files = [each for each in kept_files(folder, board) if each.surface == surface]
    if not files:
        return []
    recent = [each for each in store.games(GameFilter(board=board)) if _is_recent(each, files[0].begun_at)]
    standing = [_kept_actions(store, game) for game in recent]
    found: list[Span] = []
    for file in reversed(files):
        found += _spans_in(file, standing)
        if sum(len(span.actions) for span in found) >= MOST_ACTIONS:
            break
    return found


def spans_of_game(store: GameStore, folder: Path, number: int) -> list[Span]:
    """Return what is kept of one game, the earliest hour first."""
    game, actions = _kept_actions(store, store.game(number))
    boots = {action.boot for action in actions}
    files = [each for each in kept_files(folder, game.board) if each.boot in boots] if game.board else []
    return [span for file in files for span in _spans_in(file, [(game, actions)])]


def _kept_actions(store: GameStore, game: Any) -> tuple[Any, list[Any]]:
    """Return a game with its actions that were not taken back."""
    found = []
    with suppress(ValueError):  # a record that was corrected in part may break the rules from there on
        state = games.start(game.game, game.options)
        for each in store.actions(game.number):
            if not each.is_undone:
                state.apply_action(state.action(each.word))
                found.append(each)
    return game, found


def _is_recent(game: Any, since: float) -> bool:
    return game.ended_at is None or bool(game.ended_at >= since)


def _spans_in(file: KeptFile, standing: list[tuple[Any, list[Any]]]) -> Iterator[Span]:
    """Yield the parts of games in a file."""
    frames = tuple(file.frames())
    times = [ms for ms, _ in frames]
    if len(times) < 2:
        return
    for game, actions in standing:
        within = [
            number
            for number, action in enumerate(actions)
            if action.boot == file.boot and times[0] < action.board_ms <= times[-1] + _AFTER_MS
        ]
        if not within:
            continue
        first, last = within[0], within[-1]
        if not first and not actions[0].thinking_ms:
            first = 1  # the time when the board was set up is unknown
        if first > last:
            continue
        begin = max(0, bisect_right(times, _begin_ms(file, actions, first)) - 1)
        end = bisect_left(times, actions[last].board_ms + _AFTER_MS)
        notations = tuple(action.word for action in actions[:first])
        chosen = tuple((action.word, action.board_ms) for action in actions[first : last + 1])
        span_frames = frames[begin : max(end, begin + 2)]
        yield Span(file.surface, file.record, game.game, game.options, notations, chosen, span_frames)


def _begin_ms(file: KeptFile, actions: list[Any], first: int) -> int:
    """Return when the board began to wait for an action; 0 if that was before the file."""
    if not first:
        return int(actions[0].board_ms - actions[0].thinking_ms)
    earlier = actions[first - 1]
    return int(earlier.board_ms) if earlier.boot == file.boot else 0
