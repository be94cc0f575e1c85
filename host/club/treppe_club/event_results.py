"""Enters the results of finished games into their pairings, so that arbiters need not type them.

A game that is opened again takes its result back, and gives it anew when it ends. One that may have been begun before
its round was paired, as an old one that comes late, is proposed to arbiters.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select
from treppe.alphabet.events import END, START
from treppe.play.game_record import DISCARDED
from treppe.runtime import elapsed_ms
from treppe_host.names import fold_name
from treppe_host.store.tables import events, games

from treppe_club.event.event import Event, EventError, Pairing, Result
from treppe_club.event_rows import Proposal, StoredEvent, amend, enter, read_event, wake_event
from treppe_club.tables import club_boards, club_events, event_pairings

_SLACK_S = 60.0  # no game has ended so long after its end was reported
_RESULTS = {(0,): Result.FIRST_WINS, (1,): Result.SECOND_WINS, (): Result.DRAW, (0, 1): Result.DRAW}


def take_results(connection: Connection) -> None:
    """Enter the results of games that were begun since their rounds were paired, and amend those of games that go on.

    The round that was paired last comes first: it is more likely to be meant than a forgotten one.
    """
    _amend(connection)
    paired_at = func.max(event_pairings.c.paired_at)
    query = select(event_pairings.c.event_id).where(event_pairings.c.result.is_(None))
    for number in connection.scalars(query.group_by(event_pairings.c.event_id).order_by(paired_at.desc())).all():
        stored = read_event(connection, number)
        for found in _find(connection, stored):
            if found.is_sure:
                with suppress(EventError):  # the round was taken back meanwhile
                    enter(connection, stored, found.pairing, found.game)
            else:
                wake_event(connection, number)


def propose(connection: Connection, stored: StoredEvent) -> dict[int, Proposal]:
    """Return games that came since the last round was paired, but may be older or of another event, by their tables."""
    found = _find(connection, stored)
    return {each.pairing.table: Proposal(each.game, each.pairing) for each in found if not each.is_sure}


def accept(connection: Connection, number: int, game: int) -> None:
    """Enter the result of a proposed game as an arbiter; raise EventError if there is no such proposal."""
    stored = read_event(connection, number, locks=True)
    for each in propose(connection, stored).values():
        if each.game == game:
            enter(connection, stored, each.pairing, game)
            return
    raise EventError("unknown")


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


class _Found(NamedTuple):
    """A finished game of a pairing, with its result there; `is_sure`: it was begun since the round was paired."""

    game: int
    pairing: Pairing
    is_sure: bool


def _find(connection: Connection, stored: StoredEvent) -> list[_Found]:
    """Return the games for open pairings of the last round whose end arrived since it was paired, and that gave no
    result yet.
    """
    if not any(pairing.result is None for pairings in stored.event.rounds[-1:] for pairing in pairings):
        return []
    of_board = club_boards.c.board_id == games.c.board_id
    query = select(games, club_boards.c.id.label("table"))
    query = query.select_from(games.outerjoin(club_boards, of_board)).order_by(games.c.id)
    ended_since = (events.c.game_id == games.c.id, events.c.kind == END, events.c.received_at >= stored.paired_at)
    is_used = select(event_pairings.c.id).where(event_pairings.c.game_id == games.c.id).exists()
    is_meant = (games.c.game == stored.game, select(events.c.id).where(*ended_since).exists(), ~is_used)
    is_over = (games.c.winners.is_not(None), games.c.reason != DISCARDED)
    found = []
    for game in connection.execute(query.where(*is_meant, *is_over)).all():
        seats = [seat if isinstance(seat, str) else "" for seat in game.seats or ()]
        pairing = recognise(stored.event, seats, game.winners, game.table)
        if pairing:
            is_meant_here = any(seats) or not _is_another_paired_later(connection, stored)
            is_sure = is_meant_here and _was_begun_since(connection, game, stored.paired_at)
            found.append(_Found(game.id, pairing, is_sure))
    return found


def _is_another_paired_later(connection: Connection, stored: StoredEvent) -> bool:
    """Return whether another event of the same game has been paired since: a game without names may be of that one."""
    since = (event_pairings.c.paired_at > stored.paired_at, club_events.c.game == stored.game)
    pairings = event_pairings.join(club_events, club_events.c.id == event_pairings.c.event_id)
    return connection.scalar(select(event_pairings.c.id).select_from(pairings).where(*since).limit(1)) is not None


def _was_begun_since(connection: Connection, game: Any, paired_at: float) -> bool:
    """Return whether a game was certainly begun after a time: its first event arrived after it, and either its times
    say so, which are the server's and not the PC's (see upload.py), or it arrived as slowly as it was played.
    """
    of_game = (events.c.game_id == game.id, events.c.kind.in_((START, END)))
    query = select(events.c.kind, events.c.boot, events.c.board_ms, events.c.received_at).where(*of_game)
    rows = connection.execute(query.order_by(events.c.id)).all()
    first, last = rows[0], rows[-1]
    if first.kind != START or first.received_at < paired_at:
        return False
    times = (game.started_at, game.ended_at)
    if None not in times and paired_at <= game.started_at and game.ended_at <= last.received_at + _SLACK_S:
        return True
    here_s, there_s = last.received_at - first.received_at, elapsed_ms(last.board_ms, first.board_ms) / 1000
    return first.boot == last.boot and bool(here_s > 0 and 2 * here_s >= there_s)


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
