"""Stores events that arrive after later ones: another PC had the board meanwhile, and reported the gap.

Events behind a filled hole may belong to the game before it; they are added to that game then.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, text, update
from treppe.alphabet import events as kinds
from treppe_host.link.client import Message
from treppe_host.store.event_writer import EventWriter, rebuild
from treppe_host.store.remarks import apply_remarks
from treppe_host.store.tables import events, games, gaps


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """Stands in for a board's row, which knows only the present journal; the attributes have the row's names."""

    id: str
    journal: int
    game_id: int | None
    boot: int
    started_at: float | None

    def at_game(self, game: int | None) -> "JournalPlace":
        """Return the same place in another game, or in none."""
        return replace(self, game_id=game)


def fill_gaps(connection: Connection, place: JournalPlace, late: Sequence[Message]) -> set[int]:
    """Store the events that fill gaps of a journal; return the games that they belong to."""
    touched: set[int] = set()
    first = 0
    for gap in connection.execute(select(gaps).where(*_of_journal(place, gaps)).order_by(gaps.c.first)).all():
        for run in runs([event for event in late if gap.first <= event["e"] <= gap.last]):
            gap, games_of_run = _fill_gap(connection, place, gap, run)
            touched |= games_of_run
            first = first or run[0]["e"]
    return touched | _regroup(connection, place, first) if first else touched


def runs(late: Sequence[Message]) -> Iterator[list[Message]]:
    """Yield runs of consecutive events."""
    run: list[Message] = []
    for event in late:
        if run and event["e"] != run[-1]["e"] + 1:
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _fill_gap(connection: Connection, place: JournalPlace, gap: Any, run: list[Message]) -> tuple[Any, set[int]]:
    """Write a run of events into a hole; return the hole that is left behind it, and the games of the run."""
    first, last = run[0]["e"], run[-1]["e"]
    before = select(events.c.game_id).where(*_of_journal(place, events), events.c.number == first - 1)
    writer = EventWriter(connection, place.at_game(connection.scalar(before)), time.time(), is_dated=True)
    for event in run:
        writer.follow(event)
    writer.finish()
    connection.execute(delete(gaps).where(gaps.c.id == gap.id))
    row = {"board_id": place.id, "journal": place.journal, "noticed_at": gap.noticed_at}
    for left, right, game in ((gap.first, first - 1, gap.game_id), (last + 1, gap.last, writer.game_id)):
        if left <= right:
            connection.execute(insert(gaps).values(**row, first=left, last=right, game_id=game))
    behind = select(gaps).where(*_of_journal(place, gaps), gaps.c.first == last + 1)
    return connection.execute(behind).first() or gap, set(writer.touched)


def _regroup(connection: Connection, place: JournalPlace, first: int) -> set[int]:
    """Add events without a game, from a number on, to the game that they follow; return the games that got some."""
    _count_missing(connection, place)
    open_gaps = connection.execute(select(gaps).where(*_of_journal(place, gaps))).all()
    before = select(events.c.game_id).where(*_of_journal(place, events), events.c.number == first - 1)
    game, number = connection.scalar(before), first - 1
    orphans: dict[int, list[int]] = {}
    query = select(events).where(*_of_journal(place, events), events.c.number >= first).order_by(events.c.number)
    for row in connection.execute(query).all():
        game = game if row.number == number + 1 else None
        number = row.number
        if row.game_id is None and row.kind == kinds.RESUME:
            game = _resumed(connection, place, row, open_gaps)
        if row.game_id is None and game is not None:
            orphans.setdefault(game, []).append(row.id)
        game = row.game_id or game
    for owner, ids in orphans.items():
        _adopt(connection, owner, ids)
    return set(orphans)


def _count_missing(connection: Connection, place: JournalPlace) -> None:
    """Count again the missing events of a journal's games."""
    missing = select(func.coalesce(func.sum(gaps.c.last - gaps.c.first + 1), 0)).where(gaps.c.game_id == games.c.id)
    of_journal = games.c.origin.like(f"{place.id}/{place.journal}/%")
    cut_off = update(games).where(of_journal, games.c.num_missing > 0)
    connection.execute(cut_off.values(num_missing=missing.scalar_subquery()))


def _resumed(connection: Connection, place: JournalPlace, row: Row[Any], open_gaps: Sequence[Row[Any]]) -> int | None:
    """Return the game that an event resumes, None if some of it is missing."""
    origin = f"{place.id}/{place.journal}/{json.loads(row.raw)['game']}"
    game = connection.scalar(select(games.c.id).where(games.c.origin == origin, games.c.num_missing == 0))
    if game is None:
        return None
    earlier = (events.c.game_id == game, events.c.number < row.number)
    last = connection.scalar(select(func.max(events.c.number)).where(*earlier)) or 0
    return None if any(last < gap.first < row.number for gap in open_gaps) else int(game)


def _adopt(connection: Connection, game: int, ids: Sequence[int]) -> None:
    """Make events part of a game. A game's events are read in the order of their keys, so they get new ones."""
    change = text(
        "UPDATE events SET game_id = :game, id = nextval(pg_get_serial_sequence('events', 'id')) WHERE id = :id"
    )
    connection.execute(change, [{"game": game, "id": each} for each in ids])
    rebuild(connection, game)
    apply_remarks(connection, game)


def _of_journal(place: JournalPlace, table: Any) -> tuple[Any, Any]:
    return table.c.board_id == place.id, table.c.journal == place.journal
