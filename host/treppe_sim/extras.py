"""Extras of the distribution `treppe`: what only some installations have, and the command that adds it."""

import sys
from pathlib import Path


def command_to_add(extra: str) -> str:
    """Return the command that adds an extra to this installation, which pipx, uv or pip has made."""
    name = f"'treppe[{extra}]'"
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx install --force {name}"
    if Path(sys.prefix, "uv-receipt.toml").exists():
        return f"uv tool install --force {name}"
    return f"pip install {name}"
