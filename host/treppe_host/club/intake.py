"""Stores the events that PCs send: each once, in whatever order and however often they arrive."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from treppe_host.club.bonds import admit
from treppe_host.club.bringing import BadBringing, Bringing, Span
from treppe_host.club.holes import fill_holes, runs
from treppe_host.club.place import Place
from treppe_host.club.roles import Role
from treppe_host.club.store import wake
from treppe_host.club.tables import club_boards, invitations
from treppe_host.link.client import Message
from treppe_host.store.copies import join_copies
from treppe_host.store.event_writer import EventWriter
from treppe_host.store.journals import add_board, add_gap, last_game, last_number, lock_board
from treppe_host.store.tables import boards, gaps, journals


@dataclass(frozen=True, slots=True)
class Held:
    """What a club has of a journal: all events up to `last`, but for the holes."""

    last: int
    holes: tuple[Span, ...]


def take(connection: Connection, brought: Bringing, invitation: int) -> Held:
    """Store what a PC has brought, in the transaction of a connection; return what is held of the journal.

    Raises BadBringing where events would leave a hole that the PC has not told, and BoardNotAllowed.
    """
    admit(connection, invitation, brought.board)
    row = _lock(connection, brought)
    journal = _journal_of(connection, brought)
    is_current = journal == row.journal
    last = last_number(connection, brought.board, journal)
    game = row.game_id if is_current else last_game(connection, brought.board, journal)
    boot = brought.events[0]["boot"] if brought.events else brought.boot
    place = Place(brought.board, journal, game, boot, brought.started_at)
    new = [event for event in brought.events if event["e"] > last]
    touched = _write_new(connection, place, new, brought.missing, last)
    filled = fill_holes(connection, place, [event for event in brought.events if event["e"] <= last])
    if (is_current and filled) or (not is_current and brought.is_connected):
        _turn_to(connection, brought, journal)
    elif not is_current:
        connection.execute(update(boards).where(boards.c.id == row.id).values(game_id=row.game_id))
    join_copies(connection, touched | filled)
    _note(connection, brought, invitation, bool(new or filled))
    return held(connection, brought.board, journal)


def held(connection: Connection, board: str, journal: int) -> Held:
    """Return what the store has of a journal."""
    of_journal = (gaps.c.board_id == board, gaps.c.journal == journal)
    rows = connection.execute(select(gaps.c.first, gaps.c.last).where(*of_journal).order_by(gaps.c.first))
    return Held(last_number(connection, board, journal), tuple((row.first, row.last) for row in rows))


def _lock(connection: Connection, brought: Bringing) -> Any:
    """Return the board's row, locked; a new board is added with its first journal."""
    row = lock_board(connection, brought.board)
    if row is None:
        new: Message = {"id": brought.board, "surface": brought.surface, "firmware": brought.firmware}
        new |= {"boot": brought.boot, "started_at": brought.started_at or time.time()}
        add_board(connection, new, brought.journal)
        row = lock_board(connection, brought.board)
        assert row is not None
    elif (row.surface, row.firmware) != (brought.surface, brought.firmware) and brought.is_connected:
        facts = {"surface": brought.surface, "firmware": brought.firmware}
        connection.execute(update(boards).where(boards.c.id == row.id).values(**facts))
    return row


def _journal_of(connection: Connection, brought: Bringing) -> int:
    of_board = journals.c.board_id == brought.board
    known = select(journals.c.number).where(of_board, journals.c.identity == brought.journal)
    number = connection.scalar(known)
    if number is None:
        number = 1 + (connection.scalar(select(func.max(journals.c.number)).where(of_board)) or 0)
        row = {"board_id": brought.board, "number": number, "identity": brought.journal}
        connection.execute(insert(journals).values(row))
    return int(number)


def _write_new(
    connection: Connection, place: Place, new: Sequence[Message], missing: Sequence[Span], last: int
) -> set[int]:
    """Write the events after the last one, and the gaps between them; return the games that they belong to."""
    touched: set[int] = set()
    for run in runs(new):
        first = run[0]["e"]
        if first > last + 1:
            if not any(span[0] <= last + 1 and first - 1 <= span[1] for span in missing):
                raise BadBringing(f"events {last + 1} to {first - 1} are neither brought nor missing")
            add_gap(connection, place, last + 1, first - 1, time.time())
            place = place.at_game(None)
        writer = EventWriter(connection, place, time.time())
        for event in run:
            writer.follow(event)
        writer.finish()
        touched |= writer.touched
        place, last = place.at_game(writer.game_id), run[-1]["e"]
    return touched


def _turn_to(connection: Connection, brought: Bringing, journal: int) -> None:
    """Make a journal the one that the board has now."""
    known: Message = {
        "journal": journal,
        "boot": brought.boot,
        "game_id": last_game(connection, brought.board, journal),
    }
    if brought.started_at is not None:
        known["started_at"] = brought.started_at
    connection.execute(update(boards).where(boards.c.id == brought.board).values(**known))


def _note(connection: Connection, brought: Bringing, invitation: int, is_new: bool) -> None:
    """Note that the board was heard of, and wake servers if there is anything to show."""
    of_board = club_boards.c.board_id == brought.board
    before = connection.execute(select(club_boards.c.is_connected).where(of_board)).first()
    facts = {"invitation_id": invitation, "brought_at": time.time(), "is_connected": int(brought.is_connected)}
    if before is None:
        number = _next_number(connection, invitation)
        connection.execute(insert(club_boards).values(id=number, board_id=brought.board, **facts))
    else:
        connection.execute(update(club_boards).where(of_board).values(**facts))
    if is_new or before is None or bool(before.is_connected) != brought.is_connected:
        wake(connection, brought.board)


def _next_number(connection: Connection, invitation: int) -> int:
    """Return a new table's number: its link's place among the boards' links, or one behind all if that is taken."""
    connection.execute(text("LOCK TABLE club_board IN SHARE ROW EXCLUSIVE MODE"))  # numbers are given one by one
    links = select(invitations.c.id).where(invitations.c.role == Role.BOARD.value).order_by(invitations.c.id)
    linked = list(connection.scalars(links))
    taken = set(connection.scalars(select(club_boards.c.id)))
    number = linked.index(invitation) + 1
    return number if number not in taken else 1 + max(len(linked), *taken)
