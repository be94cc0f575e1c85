"""Decides which boards a PC's link may send: the first ones, up to its number of boards, unless another link has sent
them before, and those that an owner allows."""

import time
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update
from treppe_host.errors import TreppeError, UnknownRecord
from treppe_host.store.tables import boards

from treppe_club.tables import board_links, club_boards, invitations

_MOST_WAITING = 16  # boards without permission that are remembered for a link


class BoardNotAllowed(TreppeError):
    """A PC has sent a board by a link that is for other boards."""

    def __init__(self, invitation: int, board: str):
        super().__init__(f"link {invitation} is not for board {board}")
        self.invitation = invitation
        self.board = board


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A board and the link by which a PC sends it, or would like to; `table` is None before an owner allows it."""

    invitation: int
    link_name: str
    board: str
    board_name: str
    table: int | None
    is_allowed: bool


def admit(connection: Connection, invitation: int, board: str) -> None:
    """Bind a board that no other link has to a link that has room for it; raise BoardNotAllowed for others."""
    if _is_allowed(connection, invitation, board):
        return
    connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(board))))  # two links may want it at a time
    if _is_of_another_link(connection, board):
        raise BoardNotAllowed(invitation, board)
    of_link = select(invitations.c.num_boards).where(invitations.c.id == invitation)
    room = connection.scalar(of_link.with_for_update()) or 0  # the boards of a PC are admitted one by one
    count = select(func.count()).where(board_links.c.invitation_id == invitation, board_links.c.is_allowed == 1)
    if (connection.scalar(count) or 0) >= room:
        raise BoardNotAllowed(invitation, board)
    _bind(connection, invitation, board, is_allowed=True)


def note_waiting(connection: Connection, invitation: int, board: str) -> None:
    """Remember that a board waits for permission, for owners to see."""
    waiting = select(func.count()).where(board_links.c.invitation_id == invitation, board_links.c.is_allowed == 0)
    if (connection.scalar(waiting) or 0) < _MOST_WAITING and not _exists(connection, invitation, board):
        _bind(connection, invitation, board, is_allowed=False)


def allow(connection: Connection, invitation: int, board: str) -> None:
    """Let a link send another board besides its first ones; raise UnknownRecord if there is no such link."""
    standing = (invitations.c.id == invitation, invitations.c.ended_at.is_(None), invitations.c.role == "board")
    if not connection.scalar(select(invitations.c.id).where(*standing)):
        raise UnknownRecord(f"no link {invitation} for a PC with boards")
    _bind(connection, invitation, board, is_allowed=True)
    room = (
        select(func.count())
        .where(board_links.c.invitation_id == invitation, board_links.c.is_allowed == 1)
        .scalar_subquery()
    )
    more = func.greatest(invitations.c.num_boards, room)
    connection.execute(update(invitations).where(invitations.c.id == invitation).values(num_boards=more))


def list_bonds(connection: Connection) -> list[BoardLink]:
    """Return the boards of all links that have not ended, by link."""
    rows = board_links.join(invitations, invitations.c.id == board_links.c.invitation_id)
    rows = rows.outerjoin(boards, boards.c.id == board_links.c.board_id)
    rows = rows.outerjoin(club_boards, club_boards.c.board_id == board_links.c.board_id)
    names = (invitations.c.name.label("link_name"), boards.c.name.label("board_name"), club_boards.c.id.label("table"))
    query = (
        select(board_links, *names).select_from(rows).where(invitations.c.ended_at.is_(None)).order_by(board_links.c.id)
    )
    return [
        BoardLink(row.invitation_id, row.link_name, row.board_id, row.board_name or "", row.table, bool(row.is_allowed))
        for row in connection.execute(query)
    ]


def _bind(connection: Connection, invitation: int, board: str, *, is_allowed: bool) -> None:
    facts = {"is_allowed": int(is_allowed), "since": time.time()}
    if _exists(connection, invitation, board):
        of_bond = (board_links.c.invitation_id == invitation, board_links.c.board_id == board)
        connection.execute(update(board_links).where(*of_bond).values(**facts))
    else:
        connection.execute(insert(board_links).values(invitation_id=invitation, board_id=board, **facts))


def _exists(connection: Connection, invitation: int, board: str) -> bool:
    query = select(board_links.c.id).where(board_links.c.invitation_id == invitation, board_links.c.board_id == board)
    return connection.scalar(query) is not None


def _is_allowed(connection: Connection, invitation: int, board: str) -> bool:
    of_bond = (
        board_links.c.invitation_id == invitation,
        board_links.c.board_id == board,
        board_links.c.is_allowed == 1,
    )
    return connection.scalar(select(board_links.c.id).where(*of_bond)) is not None


def _is_of_another_link(connection: Connection, board: str) -> bool:
    """Return whether a link that has not ended may send a board; asked by one that may not."""
    standing = (board_links.c.board_id == board, board_links.c.is_allowed == 1, invitations.c.ended_at.is_(None))
    rows = board_links.join(invitations, invitations.c.id == board_links.c.invitation_id)
    return connection.scalar(select(board_links.c.id).select_from(rows).where(*standing)) is not None
