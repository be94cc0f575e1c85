"""The option `--db`: the database that a command works on."""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from treppe_host.store.store import Store


def open_store(context: typer.Context) -> "Store":
    """Open the database that was chosen."""
    from treppe_host.paths import database_url
    from treppe_host.store.store import Store

    return Store(database_url(context.obj))
