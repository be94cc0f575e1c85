"""The schema's version, and the steps that bring an older database up to date."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Integer,
    String,
    Text,
    UniqueConstraint,
    inspect,
    select,
    text,
)

from treppe_host.errors import StoreError, StoreTooNew, without_password
from treppe_host.store.tables import METADATA, schema

if TYPE_CHECKING:
    from alembic.operations import Operations


def _from_1(connection: Connection) -> None:
    """Add an identity to journals, tags, number of actions, origin and remarks to games, a name to boards."""
    key = "SERIAL" if connection.engine.dialect.name == "postgresql" else "INTEGER NOT NULL"
    for statement in (
        "ALTER TABLE boards ADD COLUMN name VARCHAR",
        "ALTER TABLE games ADD COLUMN event VARCHAR",
        "ALTER TABLE games ADD COLUMN site VARCHAR",
        "ALTER TABLE games ADD COLUMN round VARCHAR",
        "ALTER TABLE games ADD COLUMN num_actions INTEGER DEFAULT 0 NOT NULL",
        "ALTER TABLE games ADD COLUMN origin VARCHAR",
        "CREATE UNIQUE INDEX games_by_origin ON games (origin)",
        f"CREATE TABLE journals (id {key}, board_id VARCHAR NOT NULL, number INTEGER NOT NULL, identity VARCHAR, "
        "PRIMARY KEY (id), UNIQUE (board_id, number), FOREIGN KEY(board_id) REFERENCES boards (id))",
        f"CREATE TABLE remarks (id {key}, game_id INTEGER NOT NULL, at FLOAT NOT NULL, author VARCHAR, "
        "kind VARCHAR NOT NULL, raw TEXT NOT NULL, PRIMARY KEY (id), FOREIGN KEY(game_id) REFERENCES games (id))",
        "CREATE INDEX remarks_of_game ON remarks (game_id, id)",
        f"CREATE TABLE calibrations (id {key}, board_id VARCHAR NOT NULL, surface VARCHAR NOT NULL, "
        "at FLOAT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (id), FOREIGN KEY(board_id) REFERENCES boards (id))",
        "INSERT INTO journals (board_id, number) SELECT DISTINCT board_id, journal FROM events "
        "UNION SELECT id, journal FROM boards",
        "UPDATE games SET num_actions = (SELECT count(*) FROM actions "
        "WHERE actions.game_id = games.id AND actions.undone_by IS NULL)",
        "UPDATE games SET origin = (SELECT events.board_id || '/' || events.journal || '/' || events.number "
        "FROM events WHERE events.game_id = games.id AND events.kind = 'start')",
    ):
        connection.execute(text(statement))


def _from_2(connection: Connection) -> None:
    """Give the origin of an imported game to the board's own record; let a board's clock count for years."""
    connection.execute(
        text(
            "UPDATE games SET origin = 'copy 1 of ' || origin WHERE board_id = 'import' AND origin NOT LIKE 'import/%'"
        )
    )
    if connection.engine.dialect.name == "postgresql":
        for table in ("events", "actions"):
            connection.execute(text(f"ALTER TABLE {table} ALTER COLUMN board_ms TYPE BIGINT"))
        connection.execute(text("ALTER TABLE actions ALTER COLUMN thinking_ms TYPE BIGINT"))


def _from_3(connection: Connection) -> None:
    """Add gaps, and to games the number of missing events and the zone of their times."""
    key = "SERIAL" if connection.engine.dialect.name == "postgresql" else "INTEGER NOT NULL"
    number = "BIGINT" if connection.engine.dialect.name == "postgresql" else "INTEGER"
    for statement in (
        "ALTER TABLE games ADD COLUMN num_missing INTEGER DEFAULT 0 NOT NULL",
        "ALTER TABLE games ADD COLUMN zone_s INTEGER",
        f"CREATE TABLE gaps (id {key}, board_id VARCHAR NOT NULL, journal INTEGER NOT NULL, first {number} NOT NULL, "
        f"last {number} NOT NULL, game_id INTEGER, noticed_at FLOAT NOT NULL, PRIMARY KEY (id), "
        "UNIQUE (board_id, journal, first), FOREIGN KEY(board_id) REFERENCES boards (id), "
        "FOREIGN KEY(game_id) REFERENCES games (id))",
    ):
        connection.execute(text(statement))


def _from_4(connection: Connection) -> None:
    """Add what sensors measured of events, and where a calibration comes from."""
    change = _operations(connection)
    change.add_column("calibrations", Column("origin", String))
    change.create_table(
        "measurements",
        Column("id", Integer, primary_key=True),
        Column("board_id", String, ForeignKey("boards.id"), nullable=False),
        Column("journal", Integer, nullable=False),
        Column("number", BigInteger().with_variant(Integer, "sqlite"), nullable=False),
        Column("surface", String, nullable=False),
        Column("readings", Text, nullable=False),
        UniqueConstraint("board_id", "journal", "number"),
    )


def _operations(connection: Connection) -> "Operations":
    """Return Alembic's operations, one wording of a change for all databases, in the connection's transaction."""
    from alembic.operations import Operations  # seldom needed, and takes a moment
    from alembic.runtime.migration import MigrationContext

    return Operations(MigrationContext.configure(connection))


MIGRATIONS: list[Callable[[Connection], None]] = [_from_1, _from_2, _from_3, _from_4]
"""The n-th function turns version n into n + 1. It says itself what it does: `tables` has the present only."""


def latest_version() -> int:
    """Return the version that this program writes."""
    return 1 + len(MIGRATIONS)


def name_of(url: URL) -> str:
    """Return the name of a database to show: its file, or its URL without the password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(url.database) if is_file else without_password(url.render_as_string(hide_password=True))


def read_version(connection: Connection) -> int:
    """Return a database's version, 0 if it is empty; raise StoreError if another program made it."""
    names = inspect(connection).get_table_names()
    if not names:
        return 0
    version = connection.scalar(select(schema.c.version)) if schema.name in names else None
    if version is None:
        raise StoreError(f"database {name_of(connection.engine.url)} is of another program: it has {names[0]!r}")
    return int(version)


def is_current(connection: Connection) -> bool:
    """Return whether a database has this program's version; raise StoreTooNew if it has a later one."""
    version = read_version(connection)
    if version > latest_version():
        raise StoreTooNew(
            f"database {name_of(connection.engine.url)} is of a newer Treppe (schema {version}, this one knows "
            f"{latest_version()}); nothing was changed: update Treppe"
        )
    return version == latest_version()


def migrate(connection: Connection) -> None:
    """Bring a database up to date, in the transaction of the connection."""
    version = read_version(connection)
    if version == 0:
        METADATA.create_all(connection)
        connection.execute(schema.insert().values(version=latest_version()))
        return
    for step in MIGRATIONS[version - 1 :]:
        step(connection)
    connection.execute(schema.update().values(version=latest_version()))
