"""Where the program keeps what it writes: the platform's data folder, or `TREPPE_DATA`."""

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder for databases and simulated boards; it need not exist yet."""
    chosen = os.environ.get("TREPPE_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("treppe"))


def database_url(chosen: str | None = None) -> str:
    """Return the URL of a database: of the one chosen by URL or by file name, else of the user's own."""
    if chosen and "://" in chosen:
        return chosen
    return f"sqlite:///{Path(chosen) if chosen else data_folder() / 'games.db'}"
