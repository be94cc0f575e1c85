"""The choice of games for `games list`, `export`, `stats` and the page."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, Text, cast, func, select
from treppe.games import catalogue
from treppe.table.course import DISCARDED

from treppe_host.colours import COLOURS
from treppe_host.errors import TreppeError
from treppe_host.store.tables import games, remarks

_NONE_WON = "draw"
_RUNNING = "unfinished"
_INCOMPLETE = "incomplete"
_FIRST_DAY, _LAST_DAY = datetime(1970, 1, 2), datetime(9000, 1, 1)  # what systems can count in seconds


class InvalidChoice(TreppeError):
    """A filter has a value that does not exist; the text says which values exist."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A choice of games; a field that is None excludes none. Times are seconds since 1970, `until` not included.

    `result`: `unfinished`, `incomplete`, `draw`, the colour of a winner, or a reason such as `goal`.
    """

    game: str | None = None
    player: str | None = None
    since: float | None = None
    until: float | None = None
    board: str | None = None
    result: str | None = None
    event: str | None = None
    limit: int | None = None
    is_hidden: bool = False
    """True for the hidden games instead of the others."""
    is_played: bool = False
    """True for games with at least one action: a list leaves out those that ended before the first one."""

    def __post_init__(self) -> None:
        if self.game and self.game not in catalogue.names():
            raise InvalidChoice(f"no game {self.game!r}; there are: {' '.join(catalogue.names())}")

    def conditions(self) -> list[ColumnElement[Any]]:
        """Return the conditions on a row of the table of games."""
        hidden = games.c.id.in_(_hidden_games())
        found: list[ColumnElement[Any]] = [hidden if self.is_hidden else ~hidden]
        for column, value in ((games.c.game, self.game), (games.c.event, self.event)):
            if value:
                found.append(func.lower(column) == value.lower())
        if self.board:
            found.append(games.c.board_id.startswith(self.board, autoescape=True))
        if self.since is not None:
            found.append(games.c.started_at >= self.since)
        if self.until is not None:
            found.append(games.c.started_at < self.until)
        if self.player:
            name = json.dumps(self.player)
            found.append(func.lower(cast(games.c.seats, Text)).contains(name.lower(), autoescape=True))
        if self.is_played:
            found.append(games.c.num_actions > 0)
        if self.result:
            found.append(self._result(self.result))
        return found

    def _result(self, result: str) -> ColumnElement[Any]:
        winners = cast(games.c.winners, Text)
        if result == _RUNNING:
            return games.c.reason.is_(None) & (games.c.num_missing == 0)
        if result == _INCOMPLETE:
            return games.c.num_missing > 0
        if result == _NONE_WON:
            return (winners == "[]") & (games.c.reason != DISCARDED)
        if result in COLOURS:
            return winners.contains(str(COLOURS.index(result)))
        return games.c.reason == result


def _hidden_games() -> Select[Any]:
    """Return the query for games whose last remark of the kinds `hide` and `show` is `hide`."""
    last = select(func.max(remarks.c.id)).where(remarks.c.kind.in_(("hide", "show"))).group_by(remarks.c.game_id)
    return select(remarks.c.game_id).where(remarks.c.id.in_(last), remarks.c.kind == "hide")


def day(text: str | None, *, is_end: bool = False) -> float | None:
    """Return the beginning or the end of a day `2026-11-21` in local time; raise InvalidChoice.

    Days before 1970 count as 1970, those after 9000 as 9000.
    """
    if text is None:
        return None
    try:
        moment = datetime.strptime(text, "%Y-%m-%d")
    except ValueError as error:
        raise InvalidChoice(f"a day is YYYY-MM-DD, not {text!r}") from error
    return (min(max(moment, _FIRST_DAY), _LAST_DAY) + timedelta(days=is_end)).timestamp()
