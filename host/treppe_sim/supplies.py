"""The resources of a run of the firmware."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class Supplies:
    """The files that are flash, surface's memory and display, and the console: Pipes or Relay of the same runtime."""

    flash: Path
    memory: Path | None
    display: Path | None
    errors: Path
    console: Any
    is_virtual: bool
    seed: int
    identity: str
