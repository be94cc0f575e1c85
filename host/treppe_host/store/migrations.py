"""The version of tables in a database, and the steps that bring older ones up to date (docs/dev/kept.md)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import URL, BigInteger, Column, Connection, Integer, MetaData, Table, inspect, select

from treppe_host.errors import StoreError, StoreTooNew, without_password
from treppe_host.store.tables import METADATA, schema

if TYPE_CHECKING:
    from alembic.operations import Operations


@dataclass
class Schema:
    """Tables that change together, and the `version_table` whose one row has their version, from 1 on."""

    version_table: Table
    tables: MetaData
    steps: list[Callable[["Operations"], None]] = field(default_factory=list)
    """The n-th function turns version n into n + 1. It says itself what it does: `tables` has the present only."""

    @property
    def latest_version(self) -> int:
        """The version that this program writes."""
        return 1 + len(self.steps)

    def read_version(self, connection: Connection) -> int:
        """Return a database's version, 0 if it has none of the tables; raise StoreTooNew for a later one."""
        if self.version_table.name not in inspect(connection).get_table_names():
            return 0
        version = connection.scalar(select(self.version_table.c.version)) or 0
        if version > self.latest_version:
            raise StoreTooNew(
                f"database {name_of(connection.engine.url)} is of a newer Treppe ({self.version_table.name} {version}, "
                f"this one knows {self.latest_version}); nothing was changed: update Treppe"
            )
        return int(version)

    def migrate(self, connection: Connection) -> None:
        """Make the tables or bring them up to date, in the transaction of the connection."""
        version = self.read_version(connection)
        if version == 0:
            self.tables.create_all(connection)
            connection.execute(self.version_table.insert().values(version=self.latest_version))
        elif version < self.latest_version:
            change = _operations(connection)
            for step in self.steps[version - 1 :]:
                step(change)
            connection.execute(self.version_table.update().values(version=self.latest_version))


def _operations(connection: Connection) -> "Operations":
    """Return Alembic's operations, one wording of a change for all databases, in the connection's transaction."""
    from alembic.operations import Operations  # seldom needed, and takes a moment
    from alembic.runtime.migration import MigrationContext

    return Operations(MigrationContext.configure(connection))


def _from_1(change: "Operations") -> None:
    """Add whether times are guessed, and a board's count of milliseconds."""
    for table in ("boards", "games"):
        change.add_column(table, Column("is_guessed", Integer, nullable=False, server_default="0"))
    change.add_column("boards", Column("heard_ms", BigInteger, nullable=False, server_default="0"))


STORE = Schema(schema, METADATA, [_from_1])
"""The tables of every store; a club's server has tables of its own besides."""


def read_version(connection: Connection) -> int:
    """Return a store's version, 0 if the database is empty; raise StoreTooNew, and StoreError for another program's."""
    names = inspect(connection).get_table_names()  # first: another program may make tables and version between the two
    version = STORE.read_version(connection)
    if version == 0 and names:
        raise StoreError(f"database {name_of(connection.engine.url)} is of another program: it has {names[0]!r}")
    return version


def name_of(url: URL) -> str:
    """Return the name of a database to show: its file, or its URL without the password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(url.database) if is_file else without_password(url.render_as_string(hide_password=True))
