"""Reads parts of a board's stored journals, to send them to another store."""

import json
from dataclasses import dataclass
from itertools import takewhile

from sqlalchemy import Connection, func, select

from treppe_host.link.client import Message
from treppe_host.store.tables import actions, boards, events, gaps, journals


@dataclass(frozen=True, slots=True)
class JournalRecord:
    """A journal of a board. `begins` is the number of the event with which its current game began, 0 if none.

    `boot` is the power-up that the board was in when it was last connected.
    """

    board: str
    surface: str
    firmware: str
    number: int
    identity: str
    boot: int
    last: int
    begins: int
    is_current: bool
    missing: tuple[tuple[int, int], ...]
    """First and last numbers of events that the board had lost before they were stored."""


@dataclass(frozen=True, slots=True)
class JournalPart:
    """Events of one power-up, in order; `started_at` is the time when the board's clock was 0, None if unknown."""

    events: tuple[Message, ...]
    started_at: float | None


def read_journals(connection: Connection, board: str) -> list[JournalRecord]:
    """Return the journals of a board, the oldest first; those of one name are told apart by a count after a dot."""
    row = connection.execute(select(boards).where(boards.c.id == board)).first()
    if row is None:
        return []
    known = connection.execute(select(journals).where(journals.c.board_id == board).order_by(journals.c.number)).all()
    found: list[JournalRecord] = []
    names: dict[str, int] = {}
    for journal in known:
        count = names[journal.identity or ""] = names.get(journal.identity or "", -1) + 1
        identity = f"{journal.identity or ''}.{count}" if count else journal.identity or ""
        of_journal = (events.c.board_id == board, events.c.journal == journal.number)
        last = connection.scalar(select(func.max(events.c.number)).where(*of_journal)) or 0
        spans = select(gaps.c.first, gaps.c.last).where(gaps.c.board_id == board, gaps.c.journal == journal.number)
        missing = tuple((each.first, each.last) for each in connection.execute(spans.order_by(gaps.c.first)))
        is_current = journal.number == row.journal
        first = select(func.min(events.c.number)).where(*of_journal, events.c.game_id == row.game_id)
        begins = connection.scalar(first) if is_current and row.game_id is not None else None
        facts = (board, row.surface, row.firmware, journal.number, identity, row.boot)
        found.append(JournalRecord(*facts, last, begins or 0, is_current, missing))
    return found


def read_part(connection: Connection, journal: JournalRecord, span: tuple[int, int], most: int) -> JournalPart:
    """Return events of one power-up within a span of numbers, at most so many, the first ones."""
    of_journal = (events.c.board_id == journal.board, events.c.journal == journal.number)
    query = select(events.c.raw).where(*of_journal, events.c.number.between(*span)).order_by(events.c.number)
    found = [json.loads(raw) for raw in connection.scalars(query.limit(most))]
    part = tuple(takewhile(lambda event: event["boot"] == found[0]["boot"], found))
    return JournalPart(part, _started_at(connection, journal, part[0]["boot"]) if part else None)


def _started_at(connection: Connection, journal: JournalRecord, boot: int) -> float | None:
    """Return when the board's clock was 0 in a power-up, by an action whose time is known."""
    of_boot = (events.c.board_id == journal.board, events.c.journal == journal.number, events.c.boot == boot)
    timed = select(actions.c.at, actions.c.board_ms).join(events, actions.c.event_id == events.c.id)
    row = connection.execute(timed.where(*of_boot, actions.c.at.is_not(None)).limit(1)).first()
    if row:
        return float(row.at - row.board_ms / 1000)
    known = select(boards.c.started_at).where(boards.c.id == journal.board, boards.c.boot == boot)
    return connection.scalar(known) if journal.is_current else None
