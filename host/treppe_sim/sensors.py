"""What the sensors of a surface feel, of any kind; this plain kind reads how many pieces stand on a field."""

from collections.abc import Callable, Collection
from random import Random
from types import ModuleType
from typing import Any

from treppe.sensing.kinds import kind_of

from treppe_sim.piece import Piece


class Sensors:
    """The sensors of a surface. Times are the world's, in microseconds."""

    FAULTS: tuple[str, ...] = ()
    """What can break, see faults.py."""
    HABITS: tuple[str, ...] = ()
    """In what ways a careless hand puts pieces, see hands/traits.py."""
    CALM_FRAMES = 25
    """After a change sensing may count for so many frames."""
    CLOSED_MS = 0
    """A put is read so long before sensing believes it, by the usual settings, and no activity shows that."""
    is_still = True
    """Whether nothing will change until a hand comes."""
    hands_off_us = 0.0
    """When the last hand has let go, or what it moved has come to rest."""

    def __init__(self, surface: ModuleType, random: Random, variant: str = ""):
        """Draw what differs from field to field; `variant` is the springs' material."""
        self._surface = surface
        self._heights = bytearray(surface.FIELDS)

    def mend(self) -> None:
        """Mend every fault."""

    def break_part(self, name: str, number: int) -> None:
        """Break one of `FAULTS`."""

    def record(self, variant: str = "steel") -> bytes:
        """Return the calibration that a workshop finds; nothing if these sensors need none."""
        return b""

    def sensing(self, settings: dict[str, Any]) -> Any:
        """Return the firmware's sensing, calibrated as in the workshop."""
        return kind_of(self._surface).from_record(self._surface, self.record(), settings)

    def frames(self, seed: int) -> Callable[[bytes], Any]:
        """Return the maker of the frames that a board scans, from what is felt."""
        return bytearray

    @staticmethod
    def frames_again(surface: ModuleType) -> Callable[[bytes], Any]:
        """Return the maker of frames from those that a board has recorded."""
        frame_of: Callable[[bytes], Any] = kind_of(surface).frame_of
        return frame_of

    @staticmethod
    def skip_scans(sensing: Any, scans: int) -> None:
        """Let a sensing that counts its scans miss some in which nothing changes."""

    # What hands do.

    def be_handled(self, ways: Collection[str], rest_ms: tuple[float, float] = (0.0, 0.0)) -> None:
        """Let the next hands be careless in these ways; so long one rests on what it has put."""

    def arrange(self, stacks: list[list[Piece]]) -> None:
        """Let the pieces stand, as if they had for long."""
        for field, stack in enumerate(stacks):
            self._heights[field] = len(stack)

    def put(self, field: int, stack: list[Piece], now_us: float) -> None:
        """A hand puts the last piece of the stack there."""
        self._heights[field] = len(stack)

    def lift(self, field: int, stack: list[Piece], lifted: list[Piece], now_us: float) -> None:
        """A hand takes pieces off, and leaves the stack."""
        self._heights[field] = len(stack)

    def hover(self, field: int, now_us: float) -> None:
        """A hand holds a piece over a field, or touches what stands there."""

    def leave(self, field: int, stack: list[Piece], now_us: float) -> None:
        """The hand goes on."""

    def nudge(self, field: int, now_us: float) -> None:
        """A hand bumps into what stands there."""

    def bear(self, field: int, force_g: float, duration_ms: float, now_us: float) -> None:
        """A hand rests on a stack, or bears a part of its weight, for so long."""

    def slip(self, field: int, off_mm: float, now_us: float) -> None:
        """A hand pushes a stack so far out of the centre."""

    def centre(self, field: int, stack: list[Piece], now_us: float) -> None:
        """A hand pushes a stack to the centre."""

    def knock(self, speed_mm_per_ms: float) -> None:
        """A hand knocks on the table."""

    def step(self, now_us: float) -> None:
        """Let time pass."""

    def felt(self) -> bytes:
        """Return what the board's pins feel."""
        felt = bytearray(max(self._surface.CHANNELS) + 1)
        for field, channel in enumerate(self._surface.CHANNELS):
            felt[channel] = self._heights[field]
        return bytes(felt)
