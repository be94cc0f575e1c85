"""The tables of the database, as this version writes them."""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Constraint,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()
LONG = BigInteger().with_variant(Integer, "sqlite")  # SQLite's integers all have 64 bits


def _numbered_table(name: str, *columns: Column[Any] | Constraint | Index) -> Table:
    return Table(name, METADATA, Column("id", Integer, primary_key=True), *columns)


schema = Table("treppe_schema", METADATA, Column("version", Integer, primary_key=True))

# `journal` is the number of the journal that the board has now, `game_id` the game that is played on it.
# `started_at` is the host's time when the board's clock was 0, in the power-up `boot`, a guess or not: see dating.py.
# `heard_ms` is the board's count at the last contact that counted for that. People give a board its `name`.
boards = Table(
    "boards",
    METADATA,
    Column("id", String, primary_key=True),
    Column("surface", String, nullable=False),
    Column("firmware", String, nullable=False),
    Column("journal", Integer, nullable=False),
    Column("boot", Integer, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("game_id", Integer),
    Column("name", String),
    Column("is_guessed", Integer, nullable=False, server_default="0"),
    Column("heard_ms", LONG, nullable=False, server_default="0"),
)

# The journals that a board has had, counted from 1: an erased one begins at event 1 again, under another identity.
# Event numbers are unique within one of them.
journals = _numbered_table(
    "journals",
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("identity", String),
    UniqueConstraint("board_id", "number"),
)

# `seats` are the players' names, `event`, `site` and `round` as in PGN. `num_actions` counts those that were not
# taken back. `origin` is where the record comes from: board, journal and number of the first event; of a record that
# came in a file, `copy N of` its game's origin (see copies.py). `num_missing`: so many events are missing where the
# record breaks off. `zone_s`: so many seconds the clock on the wall was ahead of UTC. `is_guessed`: the PC did
# not know the time, so the times are a guess.
games = _numbered_table(
    "games",
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("game", String, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("firmware", String, nullable=False),
    Column("started_at", Float),
    Column("ended_at", Float),
    Column("reason", String),
    Column("winners", JSON(none_as_null=True)),
    Column("scores", JSON(none_as_null=True)),
    Column("event", String),
    Column("site", String),
    Column("round", String),
    Column("num_actions", Integer, nullable=False, server_default="0"),
    Column("origin", String),
    Column("num_missing", Integer, nullable=False, server_default="0"),
    Column("zone_s", Integer),
    Column("is_guessed", Integer, nullable=False, server_default="0"),
    Index("games_by_origin", "origin", unique=True),
)

# Events that a board does not have any more. What comes after them belongs to no game until one begins or is resumed.
gaps = _numbered_table(
    "gaps",
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("journal", Integer, nullable=False),
    Column("first", LONG, nullable=False),
    Column("last", LONG, nullable=False),
    Column("game_id", ForeignKey("games.id")),
    Column("noticed_at", Float, nullable=False),
    UniqueConstraint("board_id", "journal", "first"),
)

events = _numbered_table(
    "events",
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("journal", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("game_id", ForeignKey("games.id")),
    Column("kind", String, nullable=False),
    Column("boot", Integer, nullable=False),
    Column("board_ms", LONG, nullable=False),
    Column("raw", Text, nullable=False),
    Column("received_at", Float, nullable=False),
    UniqueConstraint("board_id", "journal", "number"),
    Index("events_of_game", "game_id", "id"),
)

# `at` is the host's time, where the board's clock could be related to it; `thinking_ms` what the board counted
# since the action before, without pauses. `undone_by` is the event that took the action back.
actions = _numbered_table(
    "actions",
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("event_id", ForeignKey("events.id"), nullable=False, unique=True),
    Column("player", Integer, nullable=False),
    Column("word", String, nullable=False),
    Column("boot", Integer, nullable=False),
    Column("board_ms", LONG, nullable=False),
    Column("at", Float),
    Column("thinking_ms", LONG),
    Column("undone_by", ForeignKey("events.id")),
    Index("actions_of_game", "game_id", "id"),
)

# Remarks of people about a stored game: names, tags, comments, corrections. They erase no content.
remarks = _numbered_table(
    "remarks",
    Column("game_id", ForeignKey("games.id"), nullable=False),
    Column("at", Float, nullable=False),
    Column("author", String),
    Column("kind", String, nullable=False),
    Column("raw", Text, nullable=False),
    Index("remarks_of_game", "game_id", "id"),
)

# The sensors' measurement of an event, in the form of the stream `explain`, and the surface that was plugged in.
measurements = _numbered_table(
    "measurements",
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("journal", Integer, nullable=False),
    Column("number", LONG, nullable=False),
    Column("surface", String, nullable=False),
    Column("readings", Text, nullable=False),
    UniqueConstraint("board_id", "journal", "number"),
)

# The calibrations that a surface has had, as text. `origin` is "learned" for one that follows from play, else empty.
calibrations = _numbered_table(
    "calibrations",
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("surface", String, nullable=False),
    Column("at", Float, nullable=False),
    Column("content", Text, nullable=False),
    Column("origin", String),
)
