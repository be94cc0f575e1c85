"""The option `--db`: the database that a command works on."""

from typing import TYPE_CHECKING

import typer
from treppe_sim.folders import data_folder

from treppe_host.errors import TreppeError

if TYPE_CHECKING:
    from treppe_host.store.store import Store


class NoDataFolder(TreppeError):
    """TREPPE_DATA names something that is not a folder."""


def open_store(context: typer.Context) -> "Store":
    """Open the database of `--db`, else the user's own."""
    from treppe_host.store.store import Store

    return Store(database_url(context.obj))


def database_url(chosen: str | None = None) -> str:
    """Return the URL of the database that was chosen by URL or file name, else of the user's own.

    Makes the data folder for the user's own. Makes no folder for a chosen file: its name may be misspelt. Raises
    NoDataFolder and OSError.
    """
    if chosen:
        return chosen if "://" in chosen else f"sqlite:///{chosen}"
    folder = data_folder()
    if folder.is_file():
        raise NoDataFolder(f"{folder} is a file: TREPPE_DATA names a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"
