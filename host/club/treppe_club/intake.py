"""Stores the events that PCs send, each once, in any order and however often they arrive."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update
from treppe_host.link.client import Message
from treppe_host.store.copies import join_copies
from treppe_host.store.event_writer import EventWriter
from treppe_host.store.journals import add_board, add_gap, last_game, last_number, lock_board
from treppe_host.store.tables import boards, gaps, journals

from treppe_club.board_links import admit
from treppe_club.gap_filling import JournalPlace, fill_gaps, runs
from treppe_club.roles import Role
from treppe_club.store import wake
from treppe_club.tables import club_boards, invitations
from treppe_club.upload import BadUpload, Span, Upload


@dataclass(frozen=True, slots=True)
class Held:
    """The stored part of a journal: all events up to `last`, but for the gaps."""

    last: int
    open_gaps: tuple[Span, ...]


def take(connection: Connection, upload: Upload, invitation: int) -> Held:
    """Store a PC's message in the transaction of a connection; return the stored part of the journal.

    Raises BadUpload if events would leave a hole that the message does not report, and BoardNotAllowed.
    """
    admit(connection, invitation, upload.board)
    row = _lock(connection, upload)
    journal = _journal_of(connection, upload)
    is_current = journal == row.journal
    last = last_number(connection, upload.board, journal)
    game = row.game_id if is_current else last_game(connection, upload.board, journal)
    boot = upload.events[0]["boot"] if upload.events else upload.boot
    place = JournalPlace(upload.board, journal, game, boot, upload.started_at)
    new = [event for event in upload.events if event["e"] > last]
    touched = _write_new(connection, place, new, upload.missing, last)
    filled = fill_gaps(connection, place, [event for event in upload.events if event["e"] <= last])
    if (is_current and filled) or (not is_current and upload.is_connected):
        _turn_to(connection, upload, journal)
    elif not is_current:
        connection.execute(update(boards).where(boards.c.id == row.id).values(game_id=row.game_id))
    join_copies(connection, touched | filled)
    _note_upload(connection, upload, invitation, bool(new or filled))
    return held(connection, upload.board, journal)


def held(connection: Connection, board: str, journal: int) -> Held:
    """Return the stored part of a journal."""
    of_journal = (gaps.c.board_id == board, gaps.c.journal == journal)
    rows = connection.execute(select(gaps.c.first, gaps.c.last).where(*of_journal).order_by(gaps.c.first))
    return Held(last_number(connection, board, journal), tuple((row.first, row.last) for row in rows))


def _lock(connection: Connection, upload: Upload) -> Any:
    """Return the board's row, locked; a new board is added with its first journal."""
    row = lock_board(connection, upload.board)
    if row is None:
        new: Message = {"id": upload.board, "surface": upload.surface, "firmware": upload.firmware}
        new |= {"boot": upload.boot, "started_at": upload.started_at or time.time()}
        add_board(connection, new, upload.journal)
        row = lock_board(connection, upload.board)
        assert row is not None
    elif (row.surface, row.firmware) != (upload.surface, upload.firmware) and upload.is_connected:
        facts = {"surface": upload.surface, "firmware": upload.firmware}
        connection.execute(update(boards).where(boards.c.id == row.id).values(**facts))
    return row


def _journal_of(connection: Connection, upload: Upload) -> int:
    of_board = journals.c.board_id == upload.board
    journal_query = select(journals.c.number).where(of_board, journals.c.identity == upload.journal)
    number = connection.scalar(journal_query)
    if number is None:
        number = 1 + (connection.scalar(select(func.max(journals.c.number)).where(of_board)) or 0)
        row = {"board_id": upload.board, "number": number, "identity": upload.journal}
        connection.execute(insert(journals).values(row))
    return int(number)


def _write_new(
    connection: Connection, place: JournalPlace, new: Sequence[Message], missing: Sequence[Span], last: int
) -> set[int]:
    """Write the events after the last one, and the gaps between them; return the games that they belong to."""
    touched: set[int] = set()
    for run in runs(new):
        first = run[0]["e"]
        if first > last + 1:
            if not any(span[0] <= last + 1 and first - 1 <= span[1] for span in missing):
                raise BadUpload(f"events {last + 1} to {first - 1} are neither sent nor reported missing")
            add_gap(connection, place, last + 1, first - 1, time.time())
            place = place.at_game(None)
        writer = EventWriter(connection, place, time.time(), is_dated=True)
        for event in run:
            writer.follow(event)
        writer.finish()
        touched |= writer.touched
        place, last = place.at_game(writer.game_id), run[-1]["e"]
    return touched


def _turn_to(connection: Connection, upload: Upload, journal: int) -> None:
    """Make a journal the board's present one."""
    journal_query: Message = {
        "journal": journal,
        "boot": upload.boot,
        "game_id": last_game(connection, upload.board, journal),
    }
    if upload.started_at is not None:
        journal_query["started_at"] = upload.started_at
    connection.execute(update(boards).where(boards.c.id == upload.board).values(**journal_query))


def _note_upload(connection: Connection, upload: Upload, invitation: int, is_new: bool) -> None:
    """Note the time of the board's message, and wake servers if there is a change to show."""
    of_board = club_boards.c.board_id == upload.board
    before = connection.execute(select(club_boards.c.is_connected).where(of_board)).first()
    facts = {"invitation_id": invitation, "brought_at": time.time(), "is_connected": int(upload.is_connected)}
    if before is None:
        number = _next_number(connection, invitation)
        connection.execute(insert(club_boards).values(id=number, board_id=upload.board, **facts))
    else:
        connection.execute(update(club_boards).where(of_board).values(**facts))
    if is_new or before is None or bool(before.is_connected) != upload.is_connected:
        wake(connection, upload.board)


def _next_number(connection: Connection, invitation: int) -> int:
    """Return a new table's number: its link's place among the boards' links, or one behind all if that is taken."""
    connection.execute(text("LOCK TABLE club_board IN SHARE ROW EXCLUSIVE MODE"))  # one program at a time gives numbers
    links = select(invitations.c.id).where(invitations.c.role == Role.BOARD.value).order_by(invitations.c.id)
    linked = list(connection.scalars(links))
    taken = set(connection.scalars(select(club_boards.c.id)))
    number = linked.index(invitation) + 1
    return number if number not in taken else 1 + max(len(linked), *taken)
