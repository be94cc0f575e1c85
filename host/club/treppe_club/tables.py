"""The tables that a club has besides those of its boards and games (`store/tables.py`); all are called `club_...`."""

from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    Constraint,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    event,
    text,
)
from treppe_host.store.tables import boards

METADATA = MetaData()


@event.listens_for(METADATA, "after_create")
def _add_index(_: MetaData, connection: Connection, **_options: object) -> None:
    """Let the newest finished games be found among many; a store alone does without."""
    connection.execute(
        text("CREATE INDEX club_finished ON games (ended_at DESC NULLS LAST, id DESC) WHERE winners IS NOT NULL")
    )


def _numbered_table(name: str, *columns: Column[Any] | Constraint) -> Table:
    return Table(name, METADATA, Column("id", Integer, primary_key=True), *columns)


schema = Table("club_schema", METADATA, Column("version", Integer, primary_key=True))

# Invitations with their roles. A link holds a random token, the table only its hash. It is valid until `ended_at`.
# `num_boards`: the number of boards that a PC may send by it without permission.
invitations = _numbered_table(
    "club_invitation",
    Column("role", String, nullable=False),
    Column("name", String, nullable=False),
    Column("digest", String, nullable=False, unique=True),
    Column("made_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("num_boards", Integer, nullable=False, server_default="1"),
)

# The boards of a PC's link, see board_links.py; `is_allowed` is 0 for those that wait for an owner's permission.
board_links = _numbered_table(
    "club_bond",
    Column("invitation_id", ForeignKey("club_invitation.id"), nullable=False),
    Column("board_id", String, nullable=False),
    Column("is_allowed", Integer, nullable=False),
    Column("since", Float, nullable=False),
    UniqueConstraint("invitation_id", "board_id"),
)

# The browsers that have come by an invitation; each has a cookie of its own, and only its hash is here.
sessions = _numbered_table(
    "club_session",
    Column("invitation_id", ForeignKey("club_invitation.id"), nullable=False),
    Column("digest", String, nullable=False, unique=True),
    Column("made_at", Float, nullable=False),
)

# The boards of the club; `id` is the table's number on the wall, as their links were made. `invitation_id` is of
# the PC that sent its last message, `brought_at` the time of it; `is_connected` whether that PC reaches the board.
club_boards = _numbered_table(
    "club_board",
    Column("board_id", ForeignKey(boards.c.id), nullable=False, unique=True),
    Column("invitation_id", ForeignKey("club_invitation.id"), nullable=False),
    Column("brought_at", Float, nullable=False),
    Column("is_connected", Integer, nullable=False, server_default="0"),
)

# Events; see event/event.py for what the words in `system` and `result` mean.
club_events = _numbered_table(
    "club_event",
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("system", String, nullable=False),
    Column("num_rounds", Integer, nullable=False),
    Column("cycles", Integer, nullable=False),
    Column("made_at", Float, nullable=False),
)

# `absent`: the rounds for which a player has asked for a bye.
event_players = _numbered_table(
    "club_event_player",
    Column("event_id", ForeignKey("club_event.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("first_round", Integer, nullable=False),
    Column("last_round", Integer),
    Column("absent", JSON, nullable=False),
    UniqueConstraint("event_id", "number"),
)

# `table_number` counts from 1 in each round. `game_id`: the game that gave the result; None where an arbiter did, or
# there is none yet. `paired_at`: games that were begun before do not count.
event_pairings = _numbered_table(
    "club_event_pairing",
    Column("event_id", ForeignKey("club_event.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("result", String),
    Column("game_id", Integer),
    Column("paired_at", Float, nullable=False),
    UniqueConstraint("event_id", "round", "table_number"),
)
