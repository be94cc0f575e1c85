"""The choice of games for `games list`, `export`, `stats` and the page."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import JSON, ColumnElement, Connection, Select, Text, cast, func, literal, select
from treppe.games import catalogue
from treppe.play.game_record import DISCARDED

from treppe_host.colours import COLOURS
from treppe_host.errors import TreppeError
from treppe_host.names import fold_name
from treppe_host.store.tables import games, remarks

_NONE_WON = "draw"
_RUNNING = "unfinished"
_INCOMPLETE = "incomplete"
_FIRST_DAY, _LAST_DAY = datetime(1970, 1, 2), datetime(9000, 1, 1)  # what systems can count in seconds

SORTED: dict[str, ColumnElement[Any]] = {
    "number": games.c.id,
    "game": games.c.game,
    "players": func.lower(cast(games.c.seats, Text)),
    "when": games.c.started_at,
    "result": games.c.reason,
    "actions": games.c.num_actions,
}
"""What a list of games may be sorted by."""


class InvalidChoice(TreppeError):
    """A filter has a value that does not exist; the text says which values exist."""


@dataclass(frozen=True, slots=True)
class GameFilter:
    """A choice of games; a field that is None excludes none. Times are seconds since 1970, `until` not included.

    `result`: `unfinished`, `incomplete`, `draw`, the colour of a winner, or a reason such as `goal`. Raises
    InvalidChoice for a value that does not exist.

        >>> GameFilter(game="step", result="draw", limit=10).game
        'step'
    """

    game: str | None = None
    player: str | None = None
    since: float | None = None
    until: float | None = None
    board: str | None = None
    result: str | None = None
    event: str | None = None
    limit: int | None = None
    sort: str = ""
    """One of SORTED, with a `-` for descending order; else the last stored come first."""
    is_part: bool = False
    """True for games with a player whose name holds `player` anywhere."""
    is_hidden: bool = False
    """True for the hidden games instead of the others."""
    is_played: bool = False
    """True for games with at least one action: a list leaves out those that ended before the first one."""

    def __post_init__(self) -> None:
        if self.game and self.game not in catalogue.names():
            raise InvalidChoice(f"no game {self.game!r}; there are: {' '.join(catalogue.names())}")

    def conditions(self, connection: Connection) -> list[ColumnElement[Any]]:
        """Return the conditions on a row of the table of games; the connection tells how names are spelt there."""
        hidden = games.c.id.in_(_hidden_games())
        found: list[ColumnElement[Any]] = [hidden if self.is_hidden else ~hidden]
        if self.game:
            found.append(games.c.game == self.game)
        if self.event:
            wanted = fold_name(self.event)
            found.append(_spelt(connection, games.c.event, lambda event: fold_name(event) == wanted))
        if self.board:
            found.append(games.c.board_id.startswith(self.board, autoescape=True))
        if self.since is not None:
            found.append(games.c.started_at >= self.since)
        if self.until is not None:
            found.append(games.c.started_at < self.until)
        if self.player:
            player, is_part = fold_name(self.player), self.is_part
            found.append(
                _spelt(
                    connection,
                    cast(games.c.seats, Text),
                    lambda seats: any(player in name if is_part else player == name for name in _fold_seats(seats)),
                )
            )
        if self.is_played:
            found.append(games.c.num_actions > 0)
        if self.result:
            found.append(self._result(self.result))
        return found

    def order(self) -> list[ColumnElement[Any]]:
        """Return by what rows are sorted; what is not known, as when a game began, comes last."""
        column = SORTED.get(self.sort.removeprefix("-"))
        last = games.c.id.desc()
        if column is None:
            return [last]
        return [column.is_(None), column.desc() if self.sort.startswith("-") else column.asc(), last]

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


def _spelt(connection: Connection, column: ColumnElement[Any], fits: Callable[[str], bool]) -> ColumnElement[bool]:
    """Return the condition that a column has a text that fits. Databases fold names by rules of their own."""
    texts = connection.scalars(select(column).distinct().where(column.is_not(None)))
    fitting = literal(json.dumps([text for text in texts if fits(text)]), Text)  # one value, however many they are
    if connection.dialect.name == "postgresql":
        return column.in_(select(func.json_array_elements_text(cast(fitting, JSON)).column_valued("spelt")))
    return column.in_(select(func.json_each(fitting).table_valued("value").c.value))


def _fold_seats(seats: str) -> set[str]:
    return {fold_name(name) for name in json.loads(seats) or () if isinstance(name, str)}


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
