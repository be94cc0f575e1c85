"""Computes the time of a game's events from the board's clock and the host's."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, select
from treppe import events as kinds
from treppe.runtime import elapsed_ms

from treppe_host.link.client import Message
from treppe_host.store.tables import actions, events, games


class _Known(NamedTuple):
    """An event on both clocks: the board's, and the host's in seconds since 1970."""

    boot: int
    board_ms: int
    at: float


class GameClock:
    """The clock of one game on a board, whose row is `board`; of no game yet if `game_id` is None.

    Within a power-up times follow the board's own clock from the first one that is known on, also if the PC's clock
    jumps. A later power-up has its time from the PC; it cannot be before what is known.
    """

    def __init__(self, connection: Connection, board: Any, game_id: int | None) -> None:
        self._board = board
        self._known = None if game_id is None else _last_known(connection, game_id)

    def time_of(self, event: Message) -> float | None:
        """Return the host's time of the next event, None if it is unknown."""
        boot, milliseconds = event["boot"], event["ms"]
        known = self._known
        if known and known.boot == boot:
            at: float = known.at + elapsed_ms(milliseconds, known.board_ms) / 1000
        elif boot == self._board.boot and self._board.started_at is not None:
            at = self._board.started_at + milliseconds / 1000
            if known and at < known.at:
                return None
        else:
            return None
        self._known = _Known(boot, milliseconds, at)
        return at


def _last_known(connection: Connection, game_id: int) -> _Known | None:
    """Return the last event of a game whose time is known, None if there is none."""
    played = select(actions.c.boot, actions.c.board_ms, actions.c.at).where(actions.c.game_id == game_id)
    columns = (events.c.boot, events.c.board_ms, games.c.started_at)
    begun = select(*columns).join(games, events.c.game_id == games.c.id).where(games.c.id == game_id)
    for query in (
        played.where(actions.c.at.is_not(None)).order_by(actions.c.id.desc()),
        begun.where(games.c.started_at.is_not(None), events.c.kind == kinds.START),
    ):
        row = connection.execute(query.limit(1)).first()
        if row:
            return _Known(*row)
    return None
