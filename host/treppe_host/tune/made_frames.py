"""Frames made from the image of a board, and from codes of cells that were measured."""

from array import array
from collections.abc import Sequence
from types import ModuleType

from treppe.sensing import storing
from treppe.sensing.calibration import Calibration
from treppe.sensing.masses import mass_of

_REFERENCES = {0: 3113, 15: 4096}
"""What each multiplexer reads of them, by channel."""
_THERMISTOR, _HALF_SUPPLY = 56, 57
_HALF = 8192


class MadeReeds:
    """The contacts of a reed surface."""

    record = b""
    """A reed has no calibration."""

    def __init__(self, surface: ModuleType) -> None:
        """Begin with all contacts open."""
        self.surface = surface
        self._frame = bytearray(b"\xff" * 18)

    def stand(self, image: Sequence[int]) -> None:
        """Let this stand on the board."""
        for field, value in enumerate(image):
            self.change(field, value)

    def change(self, field: int, value: int) -> None:
        """Let a field have another value."""
        chip, bit = divmod(self.surface.CHANNELS[field], 8)
        self._frame[chip] = self._frame[chip] & ~(1 << bit) | (0 if value else 1 << bit)

    def measure(self, field: int, value: int, code16: int) -> None:
        """Do nothing: a contact has no code."""

    def frame(self) -> bytes:
        """Return what a scan brings."""
        return bytes(self._frame)


class MadeCells:
    """The codes of a tower surface: measured ones where they are known, else those of its table."""

    def __init__(self, surface: ModuleType, table: Calibration) -> None:
        """Begin with an empty surface that has this calibration."""
        self.surface = surface
        self.record: bytes = storing.record_of(table, surface.NAME)
        self._table = table
        self._codes16 = [table.code16(field, 0) for field in range(surface.FIELDS)]
        self._values = bytearray(surface.FIELDS)
        self._frame = array("H", [0] * 64)
        for mux in range(4):
            for channel, reading in _REFERENCES.items():
                self._frame[16 * mux + channel] = reading
        self._frame[_THERMISTOR], self._frame[_HALF_SUPPLY] = table.thermistor or _HALF, _HALF

    def stand(self, image: Sequence[int]) -> None:
        """Let this stand on the board."""
        for field, value in enumerate(image):
            self.change(field, value)

    def change(self, field: int, value: int) -> None:
        """Let a field have another value."""
        then, now = (self._table.code16(field, mass_of(each)) for each in (self._values[field], value))
        self._codes16[field] += now - then
        self._values[field] = value

    def measure(self, field: int, value: int, code16: int) -> None:
        """Let a field have this code if this stands there; where hands were quick it has been measured earlier."""
        if self._values[field] == value:
            self._codes16[field] = code16

    def frame(self) -> bytes:
        """Return what a scan brings."""
        for field, channel in enumerate(self.surface.CHANNELS):
            self._frame[channel] = self._codes16[field] >> 2
        return self._frame.tobytes()
