"""Enters the results of finished games into their pairings, so that arbiters need not type them.

A game that is opened again takes its result back, and gives it anew when it ends.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection, select
from treppe.events import END
from treppe.table.course import DISCARDED

from treppe_host.club.event.event import Event, EventError, Pairing, Result
from treppe_host.club.event_rows import StoredEvent, amend, enter, read_event
from treppe_host.club.tables import club_boards, club_events, event_pairings
from treppe_host.names import fold_name
from treppe_host.store.tables import events, games

_RESULTS = {(0,): Result.FIRST_WINS, (1,): Result.SECOND_WINS, (): Result.DRAW, (0, 1): Result.DRAW}


def take_results(connection: Connection) -> None:
    """Enter the results of games that ended since their rounds were paired, and amend those of games that go on."""
    _amend(connection)
    is_open = (event_pairings.c.result.is_(None), event_pairings.c.event_id == club_events.c.id)
    query = select(club_events.c.id).where(select(event_pairings.c.id).where(*is_open).exists())
    for number in connection.scalars(query).all():
        _take(connection, read_event(connection, number))


def _amend(connection: Connection) -> None:
    """Give pairings the present results of their games."""
    columns = (event_pairings, games.c.winners, games.c.reason)
    query = select(*columns).select_from(event_pairings.join(games, games.c.id == event_pairings.c.game_id))
    for row in connection.execute(query).all():
        is_over = row.winners is not None and row.reason != DISCARDED
        result = result_of(row.winners) if is_over else None
        if result != row.result:
            with suppress(EventError):  # taken back meanwhile: an arbiter's word counts
                amend(connection, row.event_id, row.round, row.table_number, result)


def _take(connection: Connection, stored: StoredEvent) -> None:
    of_board = club_boards.c.board_id == games.c.board_id
    query = select(games.c.id, games.c.seats, games.c.winners, club_boards.c.id.label("table"))
    query = query.select_from(games.outerjoin(club_boards, of_board)).order_by(games.c.id)
    # The clock of a table's PC may be wrong: what counts is when the end arrived here. One game gives one result.
    ended_since = (events.c.game_id == games.c.id, events.c.kind == END, events.c.received_at >= stored.paired_at)
    is_used = select(event_pairings.c.id).where(event_pairings.c.game_id == games.c.id).exists()
    is_meant = (games.c.game == stored.game, select(events.c.id).where(*ended_since).exists(), ~is_used)
    is_over = (games.c.winners.is_not(None), games.c.reason != DISCARDED)
    for game in connection.execute(query.where(*is_meant, *is_over)).all():
        seats = [seat if isinstance(seat, str) else "" for seat in game.seats or ()]
        pairing = recognise(stored.event, seats, game.winners, game.table)
        if pairing:
            with suppress(EventError):  # the round was taken back meanwhile
                enter(connection, stored, pairing, game.id)
            stored = read_event(connection, stored.number)


def result_of(winners: Sequence[int]) -> Result | None:
    """Return the result of a game of two with these winners, for a pairing whose first player moved first."""
    return _RESULTS.get(tuple(sorted(winners)))


def recognise(event: Event, seats: Sequence[str], winners: Sequence[int], table: int | None) -> Pairing | None:
    """Return the pairing of the present round to which a game belongs, with its result; None if it is another game.

    `table` is the number of the board's table, None if it has none; at a table that is paired in this round only that
    pairing is played. In the pairing that is returned the player who really moved first is the first. With colours
    turned it is not that of two who have met before: it may be their earlier game, come late.
    """
    result = result_of(winners)
    if not event.rounds or len(seats) != 2 or result is None:
        return None
    names = [fold_name(seat) for seat in seats]
    paired_tables = {pairing.table for pairing in event.rounds[-1] if pairing.second is not None}
    for pairing in event.rounds[-1]:
        if pairing.second is None or pairing.result is not None or table in paired_tables - {pairing.table}:
            continue
        paired = [fold_name(event.player(number).name) for number in (pairing.first, pairing.second)]
        if names == paired or (not any(names) and table == pairing.table):
            return replace(pairing, result=result)
        if names == paired[::-1] and not _have_met(event, pairing):
            return replace(replace(pairing, result=None).turned(), result=result)
    return None


def _have_met(event: Event, pairing: Pairing) -> bool:
    """Return whether the two of a pairing have been paired before with colours turned."""
    return any(
        (each.first, each.second) == (pairing.second, pairing.first)
        for pairings in event.rounds[:-1]
        for each in pairings
    )
