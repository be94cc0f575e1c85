"""Takes settings over to a board, and remembers those before, so that they can be taken back."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from treppe_host.tune.kinds import SensorKind
from treppe_host.tune.suggest import of_curve

_MOST = 20
Command = Callable[..., Mapping[str, Any]]
"""Gives a board a command with its fields, and returns its answer."""


def present(command: Command, kind: SensorKind) -> dict[str, int]:
    """Return those of a board's settings that the curve changes; raise BoardError."""
    return of_curve(kind, command("status")["settings"])


def take(command: Command, kind: SensorKind, settings: Mapping[str, int], folder: Path, board: str) -> None:
    """Let a board have other settings, at once and for good; raise BoardError, OSError."""
    before = present(command, kind)
    _remember(folder, board, [*_earlier(folder, board), before])
    _change(command, before, settings)


def take_back(command: Command, kind: SensorKind, folder: Path, board: str) -> dict[str, int]:
    """Let a board have the settings before the last ones that were taken; return them, nothing if there are none.

    Raises BoardError, OSError.
    """
    earlier = _earlier(folder, board)
    if not earlier:
        return {}
    _change(command, present(command, kind), earlier[-1])
    _remember(folder, board, earlier[:-1])
    return earlier[-1]


def can_take_back(folder: Path, board: str) -> bool:
    """Tell whether settings were taken that can be taken back."""
    return bool(_earlier(folder, board))


def _change(command: Command, before: Mapping[str, int], settings: Mapping[str, int]) -> None:
    for name, value in settings.items():
        if before.get(name) != value:
            command("set", name=name, value=value)


def _earlier(folder: Path, board: str) -> list[dict[str, int]]:
    try:
        found = json.loads((folder / board / "earlier_settings.json").read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return found if isinstance(found, list) else []


def _remember(folder: Path, board: str, earlier: list[dict[str, int]]) -> None:
    path = folder / board / "earlier_settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(earlier[-_MOST:]), "utf-8")
    new.replace(path)
