"""What games and displays call the fields of a surface."""

from types import ModuleType
from typing import Any

from treppe_host.colours import COLOUR_LETTERS


def field_names(state: Any) -> tuple[str, ...]:
    """Return what the game calls each field of its surface; an empty name is no part of its board."""
    return tuple(state.field_name(field) for field in range(len(state.image())))


def place_names(start: Any) -> tuple[str, ...]:
    """Return the names of all fields where pieces may stand, from the start of a game.

    A field beside the board, where a numbered stone waits, is named after it: `B4` waits for blue's stone 4.
    """
    names = list(field_names(start))
    for field, name in enumerate(names):
        for code in start.pieces(field) if not name else ():
            names[field] = COLOUR_LETTERS[int(code[2])] + code[1]
    return tuple(names)


def display_names(state: Any, surface: ModuleType) -> list[str]:
    """Return what the board's display calls each field: as the game does, beside its board `*` and the surface's."""
    return [state.field_name(field) or f"*{name}" for field, name in enumerate(surface.NAMES)]
