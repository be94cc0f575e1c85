"""Where the games are kept, in the data folder or where the user says."""

from treppe_sim.folders import data_folder


def database_url(chosen: str | None = None) -> str:
    """Return the URL of a database: of the one chosen by URL or by file name, else of the user's own.

    The folder of that is made; raises OSError. Any other folder has to be there: it may be a slip of the pen.
    """
    if chosen:
        return chosen if "://" in chosen else f"sqlite:///{chosen}"
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'games.db'}"
