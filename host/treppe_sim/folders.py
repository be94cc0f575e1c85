"""Where the program keeps what it writes: the platform's data folder, or `TREPPE_DATA`."""

import contextlib
import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder for databases, simulated boards and the compiled firmware; make it if it is missing.

    It is its owner's alone: names of players, keys and codes lie in it.
    """
    chosen = os.environ.get("TREPPE_DATA")
    folder = Path(chosen) if chosen else Path(platformdirs.user_data_dir("treppe"))
    with contextlib.suppress(OSError):  # whoever writes there says what is wrong
        folder.mkdir(0o700, parents=True, exist_ok=True)
    return folder
