"""Where the games are kept, in the data folder or where the user says."""

import os
from pathlib import Path

from treppe_sim.folders import data_folder

from treppe_host.errors import BadFile


def database_url(chosen: str | None = None) -> str:
    """Return the URL of a database: of the one chosen by URL or by file name, else of the user's own.

    The folder of that is made; raises OSError. Any other folder has to be there: it may be a slip of the pen.
    """
    if chosen:
        return chosen if "://" in chosen else f"sqlite:///{chosen}"
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"


def check_writable(path: Path | None) -> None:
    """Raise BadFile where a file, if one is wanted, could not be written: sooner than there is much to lose."""
    if path is None:
        return
    if not path.parent.is_dir():
        raise BadFile(f"{path}: there is no folder {path.parent}")
    if path.is_dir():
        raise BadFile(f"{path}: this is a folder")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise BadFile(f"{path}: may not be written")
