"""Figures of many games: counts, results by seat, length, thinking time, most used fields."""

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from sqlalchemy import Connection, Text, cast, func, select
from treppe.play.game_record import DISCARDED

from treppe_host.store.game_filter import GameFilter
from treppe_host.store.tables import actions, games

SAMPLE = 2000
"""Thinking times and fields come from this many games at most, the latest ones."""

_FIELD = re.compile(r"[a-z]\d+")
_LENGTH_STEP = 10


@dataclass(slots=True)
class GameStatistics:
    """Figures of all games of one kind. `wins` counts by seat; a game with two winners counts for both."""

    game: str
    num_games: int = 0
    num_ended: int = 0
    num_draws: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    """Ended games by number of actions, in steps of ten: 20 stands for 20 to 29."""
    num_actions: int = 0
    """Sum over all ended games."""
    thinking_ms: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """By seat: one time for each action, in ascending order."""
    fields: Counter[str] = field(default_factory=Counter)

    @property
    def mean_length(self) -> float:
        """Mean number of actions of an ended game."""
        return self.num_actions / self.num_ended if self.num_ended else 0.0


def gather(connection: Connection, game_filter: GameFilter) -> list[GameStatistics]:
    """Return the figures of the chosen games, one for each kind, the most played first."""
    found: dict[str, GameStatistics] = {}
    winners = cast(games.c.winners, Text)
    step = games.c.num_actions - games.c.num_actions % _LENGTH_STEP
    columns = (games.c.game, games.c.reason, winners, step)
    query = select(*columns, func.count(), func.sum(games.c.num_actions)).where(*game_filter.conditions(connection))
    for name, reason, won, length, count, total in connection.execute(query.group_by(*columns)):
        figures = found.setdefault(name, GameStatistics(name))
        figures.num_games += count
        if reason in (None, DISCARDED):
            continue
        seats = json.loads(won or "[]")
        figures.num_ended += count
        figures.num_draws += 0 if seats else count
        figures.reasons[reason] += count
        figures.lengths[length] += count
        figures.num_actions += int(total)
        for seat in seats:
            figures.wins[seat] += count
    _gather_actions(connection, game_filter, found)
    return sorted(found.values(), key=lambda figures: -figures.num_games)


def _gather_actions(connection: Connection, game_filter: GameFilter, found: dict[str, GameStatistics]) -> None:
    sample = (
        select(games.c.id, games.c.game)
        .where(*game_filter.conditions(connection))
        .order_by(games.c.id.desc())
        .limit(SAMPLE)
    )
    latest = sample.subquery()
    columns = (latest.c.game, actions.c.player, actions.c.word, actions.c.thinking_ms)
    query = select(*columns).join(latest, actions.c.game_id == latest.c.id).where(actions.c.undone_by.is_(None))
    for name, player, word, thinking_ms in connection.execute(query):
        figures = found[name]
        if thinking_ms is not None:
            figures.thinking_ms[player].append(thinking_ms)
        figures.fields.update(_FIELD.findall(word))
    for figures in found.values():
        for times in figures.thinking_ms.values():
            times.sort()
