"""Invitations to a club, and the browsers that came by them. Tokens are random and kept as hashes only."""

import hashlib
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update
from treppe_host.errors import UnknownRecord

from treppe_club.roles import Role
from treppe_club.store import wake
from treppe_club.tables import club_boards, invitations, sessions

ACCESS = "access"
"""NOTIFY's payload when an invitation has ended."""
SESSION_S = 180 * 24 * 3600
"""After so long a browser needs its link again."""
_MOST_SESSIONS = 500  # of an invitation; all people of a club may come by one
_TOKEN_BYTES = 24


@dataclass(frozen=True, slots=True)
class Principal:
    """A person or PC with an invitation: its number, role, and the name that it was made for."""

    invitation: int
    role: Role
    name: str


def invite(connection: Connection, role: Role, name: str, num_boards: int = 1) -> str:
    """Make an invitation, for a PC with so many boards; return its token; the store keeps only its hash."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    row = {"role": role.value, "name": name, "digest": digest_of(token), "made_at": time.time()}
    connection.execute(insert(invitations).values(**row, num_boards=num_boards))
    return token


def guest_of(connection: Connection, token: str) -> Principal | None:
    """Return the guest of an invitation's token, None if it is unknown or has ended."""
    return _guest(connection, select(invitations).where(invitations.c.digest == digest_of(token)))


def begin_session(connection: Connection, principal: Principal) -> str:
    """Begin a session of a guest's browser, in place of the oldest if there are many; return its cookie."""
    of_guest = sessions.c.invitation_id == principal.invitation
    newest = select(sessions.c.id).where(of_guest).order_by(sessions.c.id.desc()).limit(_MOST_SESSIONS - 1)
    is_over = sessions.c.made_at < time.time() - SESSION_S
    connection.execute(delete(sessions).where(is_over | (of_guest & sessions.c.id.not_in(newest))))
    cookie = secrets.token_urlsafe(_TOKEN_BYTES)
    row = {"invitation_id": principal.invitation, "digest": digest_of(cookie), "made_at": time.time()}
    connection.execute(insert(sessions).values(**row))
    return cookie


def guest_of_session(connection: Connection, cookie: str) -> Principal | None:
    """Return the guest of a browser's cookie, None if it is unknown or its invitation has ended."""
    of_session = sessions.c.invitation_id == invitations.c.id
    is_meant = (sessions.c.digest == digest_of(cookie), sessions.c.made_at >= time.time() - SESSION_S)
    return _guest(connection, select(invitations).join(sessions, of_session).where(*is_meant))


def list_invitations(connection: Connection) -> list[tuple[Principal, float]]:
    """Return the invitations that have not ended, and when they were made."""
    query = select(invitations).where(invitations.c.ended_at.is_(None)).order_by(invitations.c.id)
    return [(Principal(row.id, Role(row.role), row.name), row.made_at) for row in connection.execute(query)]


def end_invitation(connection: Connection, number: int) -> None:
    """End an invitation and its sessions, and mark its boards as away. Raise UnknownRecord."""
    standing = (invitations.c.id == number, invitations.c.ended_at.is_(None))
    if not connection.execute(update(invitations).where(*standing).values(ended_at=time.time())).rowcount:
        raise UnknownRecord(f"no invitation {number} that is valid")
    wake(connection, ACCESS)
    of_link = club_boards.c.invitation_id == number
    for board in connection.scalars(select(club_boards.c.board_id).where(of_link)).all():
        wake(connection, board)
    connection.execute(update(club_boards).where(of_link).values(is_connected=0))


def ended_of(connection: Connection, numbers: Collection[int]) -> set[int]:
    """Return those invitations that have ended."""
    standing = select(invitations.c.id).where(invitations.c.id.in_(numbers), invitations.c.ended_at.is_(None))
    return set(numbers) - set(connection.scalars(standing))


def digest_of(token: str) -> str:
    """Return the hash of a token. Its 192 random bits cannot be guessed, so a slow hash would gain nothing."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _guest(connection: Connection, query: Select[Any]) -> Principal | None:
    row = connection.execute(query.where(invitations.c.ended_at.is_(None))).first()
    return Principal(row.id, Role(row.role), row.name) if row else None
