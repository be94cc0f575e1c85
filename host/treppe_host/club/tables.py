"""The tables that a club has besides those of its boards and games (`store/tables.py`); all are called `club_...`."""

from sqlalchemy import Column, Float, ForeignKey, Integer, MetaData, String, Table

METADATA = MetaData()

schema = Table(
    "club_schema",
    METADATA,
    Column("version", Integer, primary_key=True),
)

# Who is invited in which role. A link holds a random token; only its hash is here. After `ended_at` it opens nothing.
invitations = Table(
    "club_invitation",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("role", String, nullable=False),
    Column("name", String, nullable=False),
    Column("digest", String, nullable=False, unique=True),
    Column("made_at", Float, nullable=False),
    Column("ended_at", Float),
)

# The browsers that have come by an invitation; each has a cookie of its own, and only its hash is here.
sessions = Table(
    "club_session",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("invitation_id", ForeignKey("club_invitation.id"), nullable=False),
    Column("digest", String, nullable=False, unique=True),
    Column("made_at", Float, nullable=False),
)

# The boards of the club in the order in which they came; `id` is the table's number on the wall. `invitation_id` is of
# the PC that brought it last, `brought_at` when it was heard of last; `is_connected` whether that PC reaches the board.
club_boards = Table(
    "club_board",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("board_id", String, nullable=False, unique=True),
    Column("invitation_id", ForeignKey("club_invitation.id"), nullable=False),
    Column("brought_at", Float, nullable=False),
    Column("is_connected", Integer, nullable=False, server_default="0"),
)
