"""The option `--db`: the database that a command works on."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer
from treppe_sim.folders import data_folder

from treppe_host.errors import TreppeError

if TYPE_CHECKING:
    from sqlalchemy import URL

    from treppe_host.store.store import Store


class NoDataFolder(TreppeError):
    """TREPPE_DATA names something that is not a folder."""


GAMES, DEMO = "games.db", "demo.db"
"""The files in the data folder with the games of people, and with those of `treppe demo`."""


def open_store(context: typer.Context, file: str = GAMES) -> "Store":
    """Open the database of `--db`, else the user's own."""
    from treppe_host.store.store import Store

    return Store(database_url(context.obj, file))


def database_url(chosen: str | None = None, file: str = GAMES) -> "str | URL":
    """Return the URL of the database that was chosen by URL or file name, else of the user's own.

    Makes no folder for a chosen file: its name may be misspelt. Raises NoDataFolder.
    """
    if chosen:
        return chosen if "://" in chosen else _url_of(chosen)
    folder = data_folder()
    if folder.is_file():
        raise NoDataFolder(f"{folder} is a file: TREPPE_DATA names a folder")
    return _url_of(folder / file)


def _url_of(file: str | Path) -> "URL":
    """Return the URL of a file, whose name may have characters that mean something in a URL's text."""
    from sqlalchemy import URL

    return URL.create("sqlite", database=str(file))
