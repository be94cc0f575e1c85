"""Reads tables for servers: one query for all changed boards, for any number of spectators."""

import json
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, or_, select
from treppe_host.link.client import Message
from treppe_host.store.tables import boards, events, games

from treppe_club.tables import club_boards

SILENCE_S = 60.0
"""A board is shown as away after so long without a message."""


@dataclass(frozen=True, slots=True)
class Table:
    """A board of the club, from its rows; `game` is the number of the game that is played there, None if none."""

    number: int
    board: str
    name: str
    surface: str
    is_connected: bool
    game: int | None
    seats: tuple[Any, ...]


def read_tables(connection: Connection, wanted: Collection[str] | None = None) -> list[Table]:
    """Return the tables with these boards, by default all, in their order on the wall."""
    of_board = club_boards.c.board_id == boards.c.id
    columns = (
        *(club_boards.c.id, club_boards.c.board_id, boards.c.name, boards.c.surface),
        *(club_boards.c.is_connected, club_boards.c.brought_at),
        *(boards.c.game_id, games.c.seats),
    )
    joined = club_boards.join(boards, of_board).outerjoin(games, games.c.id == boards.c.game_id)
    query = select(*columns).select_from(joined).order_by(club_boards.c.id)
    if wanted is not None:
        query = query.where(club_boards.c.board_id.in_(wanted))
    silent_since = time.time() - SILENCE_S
    return [
        Table(
            number, board, name or "", surface, bool(is_connected and heard_at > silent_since), game, tuple(seats or ())
        )
        for number, board, name, surface, is_connected, heard_at, game, seats in connection.execute(query)
    ]


def read_events(connection: Connection, last_events: Mapping[int, int]) -> dict[int, list[Message]]:
    """Return the new events of games, by game; `last_events` has the number of the last known event of each."""
    if not last_events:
        return {}
    later = [and_(events.c.game_id == game, events.c.number > last) for game, last in last_events.items()]
    query = select(events.c.game_id, events.c.raw).where(or_(*later)).order_by(events.c.number)
    found: dict[int, list[Message]] = {}
    for game, raw in connection.execute(query):
        found.setdefault(game, []).append(json.loads(raw))
    return found
