"""Opens a database by its URL, brings its schema up to date, and makes SQLite durable."""

import contextlib
import os
import shutil
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import NullPool
from treppe_sim.extras import command_to_add

from treppe_host.errors import StoreDamaged, StoreError, StoreUnavailable, without_password
from treppe_host.store.migrations import STORE, name_of, read_version

_PATIENCE_S = 5.0  # to wait while another program writes
_RETRY_S = 0.05
_SERVER_PATIENCE = {
    "connect_timeout": 5,
    "tcp_user_timeout": 15_000,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
_MIGRATION = 0x54726570  # number of the lock that allows one program at a time to make the tables
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
}

_OF_DISK = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN}
_LEAST_ROOM = 100_000  # bytes


def read_url(url: str | URL) -> URL:
    """Return the URL of a database; raise StoreError, whose text has no password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(f"database {without_password(str(url))}: Could not parse it as URL") from None
    if "@" in (parsed.host or ""):
        raise StoreError(f"database {without_password(str(url))}: within a name or a password @ is written as %40")
    return parsed


def open_engine(parsed: URL) -> Engine:
    """Connect, and bring the schema up to date. A database of a newer version stays untouched.

    A SQLite file in a folder without write access is opened for reading. Raises StoreTooNew, StoreError, and errors of
    SQLAlchemy.
    """
    if parsed.get_backend_name() != "sqlite":
        engine = create_engine(parsed, pool_pre_ping=True, connect_args=server_patience(parsed))
    elif parsed.database in (None, "", ":memory:") or "uri" in parsed.query:
        engine = create_engine(parsed)
    else:
        engine = _open_file(parsed)
    with engine.connect() as connection:
        version = read_version(connection)
        is_current = version == STORE.latest_version
        if 0 < version < STORE.latest_version:
            _back_up(connection, version)
    if parsed.get_backend_name() == "sqlite" and not _is_read_only(engine.url):
        engine.dispose()
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    if not is_current:
        with engine.execution_options(writes=True).begin() as connection:
            _lock_schema(connection)
            STORE.migrate(connection)
    return engine


def server_patience(url: URL) -> dict[str, Any]:
    """Return parameters by which a PostgreSQL server whose power or network went is noticed within seconds."""
    if not url.get_driver_name().startswith("psycopg"):
        return {}
    return {name: value for name, value in _SERVER_PATIENCE.items() if name not in url.query}


def _back_up(connection: Connection, version: int) -> None:
    """Copy an older SQLite file before its schema changes, to a file beside it that names the schema's version."""
    file = connection.engine.url.database
    if connection.engine.dialect.name != "sqlite" or not file or _is_read_only(connection.engine.url):
        return
    copy = Path(f"{file}.schema{version}")
    fresh = Path(f"{copy}.new-{os.getpid()}")
    fresh.unlink(missing_ok=True)
    fresh.touch(0o600)  # it has names of people in it
    connection.rollback()  # SQLite copies outside of transactions only
    # The driver begins no transaction for it.
    connection.connection.driver_connection.execute("VACUUM INTO ?", (str(fresh),))  # type: ignore[union-attr]
    fresh.replace(copy)


def _open_file(url: URL) -> Engine:
    file = Path(str(url.database))
    if not file.parent.is_dir():
        raise StoreError(f"database: there is no folder {file.parent}")
    if file.exists() and not os.access(file.parent, os.W_OK):
        url = url.update_query_dict({"mode": "ro", "uri": "true"})
        return create_engine(url, creator=lambda: _connect_read_only(file), poolclass=NullPool)
    with contextlib.suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it has names of people in it
    return create_engine(url, connect_args={"timeout": _PATIENCE_S})


def _is_read_only(url: URL) -> bool:
    return url.query.get("mode") == "ro"


def _connect_read_only(file: Path) -> sqlite3.Connection:
    """Open a file in a folder where this program cannot write, anew for each transaction.

    Another one may write there, and has then a log of its changes beside the file. Only without it the file alone is
    the whole, and SQLite, which cannot make its own files beside it, has to know.
    """
    how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=_PATIENCE_S, check_same_thread=False)


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # else the driver begins transactions too late: see _begin_sqlite
    end_s = time.monotonic() + _PATIENCE_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError as error:  # unlike SQLite it does not wait for other programs by itself
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end_s:
                raise
            time.sleep(_RETRY_S)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads first and writes later fails if another program writes in between.
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _lock_schema(connection: Connection) -> None:
    """Wait until no other program makes the tables; in SQLite the transaction itself excludes others."""
    if connection.engine.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION})


def check_file(connection: Connection) -> None:
    """Raise StoreDamaged if a SQLite file is damaged anywhere."""
    if connection.engine.dialect.name == "sqlite":
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise StoreDamaged(_damage(connection.engine.url, str(found).replace("\n", " ")))


def explained(error: Exception, url: URL) -> StoreError:
    """Return the error that a database's error means: busy for now, damaged, or another reason."""
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    if isinstance(error, ImportError) and url.get_backend_name() == "postgresql":
        reason = f"{reason}: {command_to_add('postgres')}"
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    if code is not None and code & 0xFF in _OF_DISK and not _has_room(url):
        reason = "the disk is full"
    failure = {"code": "store_failed", "store": name_of(url), "why": reason}
    if code is not None and code & 0xFF in _DAMAGED:
        return StoreDamaged(_damage(url, reason))
    is_passing = code & 0xFF in _PASSING if code is not None else isinstance(error, OperationalError | InterfaceError)
    if isinstance(error, SQLAlchemyError) and (is_passing or isinstance(error, PoolTimeout)):
        return StoreUnavailable(failure)
    return StoreError(failure)


def _has_room(url: URL) -> bool:
    """Return whether a file's disk has room for SQLite's own files beside it."""
    try:
        disk = shutil.disk_usage(Path(str(url.database)).absolute().parent)
    except OSError:
        return True
    return disk.free >= _LEAST_ROOM or disk.total == 0


def _damage(url: URL, reason: str) -> dict[str, str]:
    return {"code": "store_damaged", "store": name_of(url), "why": reason}
