"""Where the games are kept, in the data folder or where the user says."""

from pathlib import Path

from treppe_sim.folders import data_folder


def database_url(chosen: str | None = None) -> str:
    """Return the URL of a database: of the one chosen by URL or by file name, else of the user's own."""
    if chosen and "://" in chosen:
        return chosen
    return f"sqlite:///{Path(chosen) if chosen else data_folder() / 'games.db'}"
