"""Where the program keeps what it writes: the platform's data folder, or `TREPPE_DATA`."""

import os
from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Return the folder for databases, simulated boards and the compiled firmware; it need not exist yet."""
    chosen = os.environ.get("TREPPE_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("treppe"))
