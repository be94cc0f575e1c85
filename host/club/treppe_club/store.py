"""A club's database: the store of boards and games, and the club's own tables; always PostgreSQL, by whose NOTIFY
all servers of a club hear of changes."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

import psycopg
from sqlalchemy import URL, Connection, make_url, text
from treppe_host.errors import StoreError
from treppe_host.store.database import read_url, server_patience
from treppe_host.store.migrations import Schema
from treppe_host.store.store import Store

from treppe_club.tables import METADATA, schema

SCHEMA = Schema(schema, METADATA)
"""The tables of a club, with a version of their own."""

_LOCK = 0x54726571  # number of the lock that lets one program alone make the tables

CHANNEL = "club"
"""The channel of PostgreSQL's NOTIFY on which all servers of the club listen."""
_AGAIN_S = 1.0
_LOOK_S = 0.5


class ClubStore(Store):
    """A store that several programs and servers share; raises as Store, and StoreError for other databases."""

    def __init__(self, url: str | URL) -> None:
        self.connect_url = postgres_url(url)
        """The database's URL with its password, for connections beside those of the store."""
        super().__init__(self.connect_url)
        with self.transaction(writes=True) as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
            SCHEMA.migrate(connection)

    def transaction(self, *, writes: bool = False) -> AbstractContextManager[Connection]:
        """Begin a transaction; errors of the database are StoreErrors."""
        return self._transaction(writes=writes)


def postgres_url(url: str | URL) -> str:
    """Return the URL of a PostgreSQL database with the driver that Treppe uses; raise StoreError for another one."""
    parsed = read_url(url)
    if parsed.get_backend_name() != "postgresql":
        raise StoreError("a club's server needs PostgreSQL: treppe --db postgresql://USER@HOST/NAME club")
    return parsed.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def wake(connection: Connection, what: str) -> None:
    """Wake all servers when the transaction is committed; `what` is the id of a board, or `access`."""
    connection.execute(text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": what})


class NotifyListener:
    """Calls `wake` with each payload, in a thread of its own; after each new connection with None: everything may have
    changed."""

    def __init__(self, url: str, wake: Callable[[str | None], object]):
        self._patience = server_patience(make_url(url))
        self._url = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._wake = wake
        self._is_ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def begin(self) -> None:
        """Listen from now on."""
        self._thread.start()

    def end(self) -> None:
        self._is_ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_ended.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self._is_ended.wait(_AGAIN_S)

    def _listen(self) -> None:
        with psycopg.connect(self._url, autocommit=True, **self._patience) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._wake(None)
            while not self._is_ended.is_set():
                for notice in connection.notifies(timeout=_LOOK_S):
                    self._wake(notice.payload)
