"""Opens a database by its URL, brings its schema up to date, and makes SQLite durable."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url

from treppe_host.errors import StoreError
from treppe_host.store.migrations import is_current, migrate


def open_engine(url: str) -> Engine:
    """Connect, and bring the schema up to date. A database of a newer version stays untouched.

    Raises StoreTooNew, StoreError, and what SQLAlchemy raises.
    """
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    if is_sqlite and parsed.database:
        _check_folder(Path(parsed.database).parent)
    engine = create_engine(parsed)
    with engine.connect() as connection:
        current = is_current(connection)
    if is_sqlite:
        engine.dispose()
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    if not current:
        with engine.execution_options(writes=True).begin() as connection:
            migrate(connection)
    return engine


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        raise StoreError(f"database: there is no folder {folder}")


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # else the driver begins transactions too late: see _begin_sqlite
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails if another program writes in between.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def reason_of(error: Exception) -> str:
    """Return the database's complaint in one line."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]
