"""Names of programs, as they stand among the players' names: on the page, the display and in the record."""

from collections.abc import Sequence
from typing import Any

from treppe.play.game_record import PROGRAMS
from treppe_host.programs.levels import LAST

_CALLED = "Treppe "


def seat_name(level: int) -> str:
    """Return what a program of a level, 1 to 6, is called."""
    return _CALLED + str(level)


def level_of(name: Any) -> int:
    """Return the level of the program that is called so; 0 if it is a person's name, or none."""
    if not isinstance(name, str) or not name.startswith(_CALLED):
        return 0
    number = name.removeprefix(_CALLED)
    return int(number) if number in map(str, range(1, LAST + 1)) else 0


def board_level_of(name: Any) -> int:
    """Return the level of the board's own program that is called so; 0 if it is anybody else's name, or none."""
    return PROGRAMS.index(name) + 1 if name in PROGRAMS else 0


def is_program(name: Any) -> bool:
    """Tell whether a program is called so, one of a host's or a board's own."""
    return level_of(name) > 0 or board_level_of(name) > 0


def is_program_at(seats: Sequence[Any], player: int) -> bool:
    """Tell whether a program of any kind sits in a player's seat."""
    return 0 <= player < len(seats) and is_program(seats[player])


def level_at(seats: Sequence[Any], player: int) -> int:
    """Return the level of the program in a player's seat; 0 if a person sits there, or the seat has no name."""
    return level_of(seats[player]) if 0 <= player < len(seats) else 0
