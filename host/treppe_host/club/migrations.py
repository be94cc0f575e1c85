"""The version of a club's tables, and the steps that bring them up to date; apart from those of every store."""

from collections.abc import Callable

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    String,
    UniqueConstraint,
    inspect,
    select,
    text,
)

from treppe_host.club.tables import schema
from treppe_host.errors import StoreTooNew

_LOCK = 0x54726571  # number of the lock that lets one program alone make the tables


def _from_0(change: Operations) -> None:
    """Add invitations, browsers that came by them, and the boards of the club."""
    change.create_table(
        "club_invitation",
        Column("id", Integer, primary_key=True),
        Column("role", String, nullable=False),
        Column("name", String, nullable=False),
        Column("digest", String, nullable=False, unique=True),
        Column("made_at", Float, nullable=False),
        Column("ended_at", Float),
    )
    change.create_table(
        "club_session",
        Column("id", Integer, primary_key=True),
        Column("invitation_id", Integer, ForeignKey("club_invitation.id"), nullable=False),
        Column("digest", String, nullable=False, unique=True),
        Column("made_at", Float, nullable=False),
    )
    change.create_table(
        "club_board",
        Column("id", Integer, primary_key=True),
        Column("board_id", String, ForeignKey("boards.id"), nullable=False, unique=True),
        Column("invitation_id", Integer, ForeignKey("club_invitation.id"), nullable=False),
        Column("brought_at", Float, nullable=False),
        Column("is_connected", Integer, nullable=False, server_default="0"),
    )


def _from_1(change: Operations) -> None:
    """Add events with their players and pairings."""
    change.create_table(
        "club_event",
        Column("id", Integer, primary_key=True),
        Column("name", String, nullable=False),
        Column("game", String, nullable=False),
        Column("system", String, nullable=False),
        Column("num_rounds", Integer, nullable=False),
        Column("cycles", Integer, nullable=False),
        Column("made_at", Float, nullable=False),
    )
    change.create_table(
        "club_event_player",
        Column("id", Integer, primary_key=True),
        Column("event_id", Integer, ForeignKey("club_event.id"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("name", String, nullable=False),
        Column("first_round", Integer, nullable=False),
        Column("last_round", Integer),
        Column("absent", JSON, nullable=False),
        UniqueConstraint("event_id", "number"),
    )
    change.create_table(
        "club_event_pairing",
        Column("id", Integer, primary_key=True),
        Column("event_id", Integer, ForeignKey("club_event.id"), nullable=False),
        Column("round", Integer, nullable=False),
        Column("table_number", Integer, nullable=False),
        Column("first", Integer, nullable=False),
        Column("second", Integer),
        Column("result", String),
        Column("game_id", Integer),
        Column("paired_at", Float, nullable=False),
        UniqueConstraint("event_id", "round", "table_number"),
    )


def _from_2(change: Operations) -> None:
    """Let the newest finished games be found among many."""
    newest_first = [text("ended_at DESC NULLS LAST"), text("id DESC")]
    change.create_index("club_finished", "games", newest_first, postgresql_where=text("winners IS NOT NULL"))


def _from_3(change: Operations) -> None:
    """Bind links to the boards that have come by them."""
    change.add_column("club_invitation", Column("num_boards", Integer, nullable=False, server_default="1"))
    change.create_table(
        "club_bond",
        Column("id", Integer, primary_key=True),
        Column("invitation_id", Integer, ForeignKey("club_invitation.id"), nullable=False),
        Column("board_id", String, nullable=False),
        Column("is_allowed", Integer, nullable=False),
        Column("since", Float, nullable=False),
        UniqueConstraint("invitation_id", "board_id"),
    )
    change.execute(
        "INSERT INTO club_bond (invitation_id, board_id, is_allowed, since) "
        "SELECT invitation_id, board_id, 1, brought_at FROM club_board"
    )
    change.execute(
        "UPDATE club_invitation SET num_boards = counted.boards FROM "
        "(SELECT invitation_id, count(*) AS boards FROM club_bond GROUP BY invitation_id) AS counted "
        "WHERE counted.invitation_id = club_invitation.id"
    )


MIGRATIONS: list[Callable[[Operations], None]] = [_from_0, _from_1, _from_2, _from_3]
"""The n-th function turns version n into n + 1. It says itself what it does: `tables` has the present only."""


def migrate(connection: Connection) -> None:
    """Bring a club's tables up to date in the connection's transaction; raise StoreTooNew for later ones."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
    version = 0
    if schema.name in inspect(connection).get_table_names():
        version = connection.scalar(select(schema.c.version)) or 0
    else:
        schema.create(connection)
        connection.execute(schema.insert().values(version=0))
    if version > len(MIGRATIONS):
        raise StoreTooNew(f"the club's tables are of a newer Treppe (version {version}): update Treppe")
    if version == len(MIGRATIONS):
        return
    change = Operations(MigrationContext.configure(connection))
    for step in MIGRATIONS[version:]:
        step(change)
    connection.execute(schema.update().values(version=len(MIGRATIONS)))
