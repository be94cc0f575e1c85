"""Boards and their journals in the database: which journal a board has, and how much of it is stored."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from treppe.alphabet import events as kinds

from treppe_host.link.client import Message
from treppe_host.store.dating import start_of
from treppe_host.store.tables import boards, events, games, gaps, journals


def lock_board(connection: Connection, board: str) -> Row[Any] | None:
    """Return a board's row, locked: until the transaction ends, other programs that write events of this board wait."""
    return connection.execute(select(boards).where(boards.c.id == board).with_for_update()).first()


def add_board(connection: Connection, row: dict[str, Any], identity: str | None) -> bool:
    """Store a new board with its first journal; return False if another program has just done so."""
    try:
        with connection.begin_nested():
            connection.execute(insert(boards).values(**row, journal=1))
            connection.execute(insert(journals).values(board_id=row["id"], number=1, identity=identity))
    except IntegrityError:
        return False
    return True


def last_number(connection: Connection, board: str, journal: int) -> int:
    """Return the number of the last event of a journal that is stored or known to be missing, 0 if none."""
    last_event = select(func.max(events.c.number)).where(events.c.board_id == board, events.c.journal == journal)
    last_gap = select(func.max(gaps.c.last)).where(gaps.c.board_id == board, gaps.c.journal == journal)
    found = connection.execute(select(last_event.scalar_subquery(), last_gap.scalar_subquery())).one()
    return max(found[0] or 0, found[1] or 0)


def last_game(connection: Connection, board: str, journal: int) -> int | None:
    """Return the game to which the last stored event of a journal belongs."""
    last = (events.c.board_id == board, events.c.journal == journal)
    query = select(events.c.game_id).where(*last).order_by(events.c.number.desc()).limit(1)
    found: int | None = connection.scalar(query)
    return found


def journal_of(connection: Connection, board: Row[Any], hello: Message) -> int:
    """Return the number of the journal that a board has now: a known one or a new one."""
    identity = hello.get("journal") or None
    query = select(journals).where(journals.c.board_id == board.id).order_by(journals.c.number.desc())
    rows = connection.execute(query).all()
    current = {row.number: row for row in rows}[board.journal]
    found = next((row for row in rows if row.identity == identity), None) if identity else current
    is_older = hello["boot"] < board.boot
    if found is None and current.identity is None and not is_older:
        found = current  # written by a firmware whose journals had no identity
    has_gone_back = found is not None and hello["next"] <= last_number(connection, board.id, found.number)
    if found is None or has_gone_back or (is_older and not identity):
        return begin_journal(connection, hello, rows[0].number + 1)
    if identity and not found.identity:
        connection.execute(update(journals).where(journals.c.id == found.id).values(identity=identity))
    return int(found.number)


def open_games(connection: Connection) -> set[str]:
    """Return the origins of the games that boards can resume, as their journals last reported."""
    played = connection.execute(select(boards).where(boards.c.game_id.is_not(None))).all()
    of_game = {row.game_id: row for row in played}
    told_by = (events.c.game_id.in_(of_game), events.c.kind.in_((kinds.START, kinds.RESUME)))
    query = select(events.c.game_id, events.c.raw).where(*told_by).order_by(events.c.id)
    found: dict[str, set[str]] = {}
    for game_id, raw in connection.execute(query):
        content = json.loads(raw)
        if "laid" in content:
            board, journal = of_game[game_id].id, of_game[game_id].journal
            number = content["e"] if content["k"] == kinds.START else content["game"]
            found[board] = {f"{board}/{journal}/{each}" for each in (*content["laid"], number)}
    return set().union(*found.values())


def add_gap(connection: Connection, board: Any, first: int, last: int, noticed_at: float) -> None:
    """Store that a board does not have these events any more; the game that was played ends there as a record."""
    first = max(first, last_number(connection, board.id, board.journal) + 1)
    if last < first:
        return
    row = {"board_id": board.id, "journal": board.journal, "first": first, "last": last}
    connection.execute(insert(gaps).values(row | {"game_id": board.game_id, "noticed_at": noticed_at}))
    if board.game_id is not None:
        num_missing = games.c.num_missing + last - first + 1
        connection.execute(update(games).where(games.c.id == board.game_id).values(num_missing=num_missing))
        connection.execute(update(boards).where(boards.c.id == board.id).values(game_id=None))


def num_missing_since(connection: Connection, board: Row[Any], game_id: int) -> int:
    """Return how many events of a board's journal are missing since the last one of a game."""
    last = select(func.max(events.c.number)).where(events.c.game_id == game_id).scalar_subquery()
    later = (gaps.c.board_id == board.id, gaps.c.journal == board.journal, gaps.c.first > last)
    return connection.scalar(select(func.sum(gaps.c.last - gaps.c.first + 1)).where(*later)) or 0


def begin_journal(connection: Connection, hello: Message, number: int) -> int:
    """Store a new journal; return its number."""
    row = {"board_id": hello["board"], "number": number, "identity": hello.get("journal") or None}
    connection.execute(insert(journals).values(row))
    return number


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
    """Events of one round of a board's clock, in order; `started_at`: when that was 0, None if unknown."""

    events: tuple[Message, ...]
    started_at: float | None


def read_journals(connection: Connection, board: str) -> list[JournalRecord]:
    """Return the journals of a board, the oldest first; those of one name are distinguished by a count after a dot."""
    row = connection.execute(select(boards).where(boards.c.id == board)).first()
    if row is None:
        return []
    rows = connection.execute(select(journals).where(journals.c.board_id == board).order_by(journals.c.number)).all()
    found: list[JournalRecord] = []
    names: dict[str, int] = {}
    for journal in rows:
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
    """Return events of one round of a board's clock within a span of numbers, at most so many, the first ones."""
    of_journal = (events.c.board_id == journal.board, events.c.journal == journal.number)
    query = select(events.c.raw).where(*of_journal, events.c.number.between(*span)).order_by(events.c.number)
    found = [json.loads(raw) for raw in connection.scalars(query.limit(most))]
    part = found[:1]
    for event in found[1:]:
        if event["boot"] != part[0]["boot"] or event["ms"] < part[-1]["ms"]:
            break
        part.append(event)
    board = connection.execute(select(boards).where(boards.c.id == journal.board)).first()
    return JournalPart(tuple(part), start_of(connection, board, journal.number, part[0]) if part else None)
