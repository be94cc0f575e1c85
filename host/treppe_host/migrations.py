"""The schema's version: what this program writes, and how older databases become such."""

from collections.abc import Callable

from sqlalchemy import URL, Connection, inspect, select

from treppe_host.errors import StoreError, StoreTooNew
from treppe_host.tables import METADATA, schema

MIGRATIONS: list[Callable[[Connection], None]] = []
"""The n-th function makes version n + 1 of version n. It says its own SQL: the tables of today are not its own."""


def latest_version() -> int:
    """Return the version that this program writes."""
    return 1 + len(MIGRATIONS)


def name_of(url: URL) -> str:
    """Return what a person calls a database: its file, or its URL without the password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(url.database) if is_file else url.render_as_string(hide_password=True)


def read_version(connection: Connection) -> int:
    """Return a database's version, 0 if it is empty; raise StoreError if it is of another program."""
    names = inspect(connection).get_table_names()
    if not names:
        return 0
    version = connection.scalar(select(schema.c.version)) if schema.name in names else None
    if version is None:
        raise StoreError(f"database {name_of(connection.engine.url)} is of another program: it has {names[0]!r}")
    return int(version)


def is_current(connection: Connection) -> bool:
    """Tell whether a database is of this program's version; raise StoreTooNew if it is of a later one."""
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
