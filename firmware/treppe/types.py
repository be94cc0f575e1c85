"""Names of types, for the type checker alone: no board loads this."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, Protocol

Bytes = bytes | bytearray
"""A byte a field: an image, activity, stamps, roles; or a byte a move."""
Diagnostic = dict[str, Any]
"""A code of codes.toml, under `code`, and its values by name."""
Changes = dict[int, int]
"""Field -> the change of its value."""
Alternative = tuple[int, list[int]]
"""What people are asked about: how many of the last actions to take back, and which to play instead."""
Job = Generator[Any, Any, Any]
"""Work that pauses, see job.py."""
Movements = Sequence[tuple[int, int, int]]
"""What hands do, in physical order: (field, change, change of the field in the end)."""
Fields = Mapping[str, Any]
"""Fields of a command."""
Settings = dict[str, Any]
"""What people have set, by name."""
Page = tuple[str, list[Any]]
"""Title and entries of a page of the menu, see menu.py."""
Order = tuple[str, dict[str, Any], bool]
"""(command, fields, is_last), see menu.py."""


class Surface(Protocol):
    """A table of treppe.surfaces: see `treppe/surfaces/__init__.py`."""

    NAME: str
    SENSOR: str
    FIELDS: int
    COLUMNS: int
    NAMES: Sequence[str]
    LAMPS: Sequence[int]
    X_MM10: Sequence[int]
    Y_MM10: Sequence[int]
    PITCH_MM10: int


class Sensing(Protocol):
    """The part of sensing that the table uses; besides, cells can be calibrated and reeds masked."""

    image: bytearray
    activity: bytearray
    faults: list[Diagnostic]
    serial: int
    num_known: int

    def use(self, kind: str = "") -> None:
        """Read the weights of the surface's pieces; raise ValueError where it cannot tell them apart."""

    def expect(self, image: Bytes) -> None:
        """Take the image to which the board leads; an empty one: it leads no longer."""

    def may_be(self, field: int, value: int) -> bool:
        """Tell whether the field's weight fits this value."""

    def assume(self, field: int, value: int) -> None:
        """Take this for a field's content."""

    def open_values(self, field: int) -> Bytes:
        """Return what an unsure field may hold whose weights play still teaches; nothing of any other field."""

    def felt(self, fields: "Iterable[int]") -> bytes:
        """Return what the sensors measured of a change of these fields."""


class Journal(Protocol):
    """The part of the journal that the table uses, see link/journal.py."""

    acknowledged: int
    next_number: int
    lost_number: int

    @property
    def open_number(self) -> int:
        """Number of the game that is being played, 0 without one."""

    @property
    def unfinished(self) -> list[int]:
        """Numbers of the games that can go on."""

    def append(self, event: dict[str, Any]) -> int:
        """Write an event; raise OSError where that cannot be."""

    def record_failure(self, diagnostic: Diagnostic) -> None:
        """Write that the firmware itself has failed."""

    def head(self, game: int) -> dict[str, Any]:
        """Return the `start` event of a game, empty if it is damaged."""

    def list_unfinished(self) -> list[dict[str, Any]]:
        """Return number, game and seats of the games that can go on."""

    def last_head(self) -> dict[str, Any]:
        """Return the `start` event of the game that was played last, empty if there is none."""

    def read_game(self, game: int) -> Iterable[dict[str, Any]]:
        """Read the events of a game."""
