"""Fields of a surface as games and displays know them: names and markings."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any

from treppe.games.host import facts

from treppe_host.colours import COLOUR_LETTERS


def field_names(state: Any) -> tuple[str, ...]:
    """Return the game's name of each field of its surface, empty for a field that its board does not have."""
    return tuple(state.field_name(field) for field in range(len(state.image())))


def place_names(start: Any) -> tuple[str, ...]:
    """Return the names of all fields where pieces may stand; `start` is the start of a game.

    A field beside the board where a numbered stone waits is named after the stone: `B4` is blue's stone 4.
    """
    names = list(field_names(start))
    for field, name in enumerate(names):
        for code in start.pieces(field) if not name else ():
            names[field] = COLOUR_LETTERS[int(code[2])] + code[1]
    return tuple(names)


def display_names(state: Any, surface: ModuleType) -> list[str]:
    """Return the display's name of each field: the game's name, beside its board `*` and the surface's name."""
    return [state.field_name(field) or f"*{name}" for field, name in enumerate(surface.NAMES)]


@dataclass(frozen=True, slots=True)
class Markings:
    """The marks of a game on the ground: `goals` have a star, `colours` are those of discs, a byte a field.

    `homes` are pairs of a field and the player who wants to get there.
    """

    goals: frozenset[int] = frozenset()
    colours: bytes = b""
    """Without them a surface of hexes has its own."""
    homes: tuple[tuple[int, int], ...] = ()


def markings_of(state: Any) -> Markings:
    """Return the marks of a game on the ground."""
    about = facts.of(state.NAME)
    return Markings(frozenset(about.goals(state)), about.colours(state), tuple(about.homes(state).items()))
