"""Frames of a bench board from a script, which says what sensing has found."""

from typing import Any

from fakes_table import FakeSensing
from treppe import surfaces
from treppe.sensing import QUIET
from treppe_sim.world import World

AT_ONCE = 1 << 30


class ScriptedSensing(FakeSensing):
    """Sensing that has found what a script says: `image` and `activity` are to be written, then `serial` counted up."""

    serial = 0

    def __init__(self, surface: Any, image: bytes = b""):
        """Begin with this image, by default an empty board, settled."""
        super().__init__(surface)
        self.image[:] = image or self.image

    def may_be(self, field: int, value: int) -> bool:
        """Tell whether a field may have a value: what is found is sure."""
        return value == self.image[field]

    def felt(self, fields: object) -> bytes:
        """Return nothing: nothing is measured."""
        return b""

    def record(self) -> bytes:
        """Return nothing: there is no calibration."""
        return b""


class ScriptedFrames:
    """What sensing has found, as a script says; it is reported at the times at which the script lets the board run."""

    calm_frames = 3

    def __init__(self, surface: str, image: bytes = b"", now_ms: int = 0):
        """Begin with an image, by default an empty board."""
        self.surface = surfaces.load(surface)
        self.sensing = ScriptedSensing(self.surface, image)
        self.world = World(self.surface)
        """Nothing of it is felt but its buttons."""
        self.now_ms = now_ms
        self._is_new = False

    @property
    def buttons(self) -> int:
        """See WorldFrames."""
        return self.world.buttons

    def open_sensing(self, settings: dict[str, Any]) -> ScriptedSensing:
        """Return the sensing that a script writes."""
        return self.sensing

    def find_piece(self, field: int, value: int, activity: int = QUIET) -> None:
        """Let sensing find something."""
        self.sensing.image[field], self.sensing.activity[field] = value, activity
        self.sensing.serial += 1
        self._is_new = True

    def feel(self, now_ms: int) -> bool:
        """See WorldFrames."""
        is_new, self._is_new = self._is_new, False
        return is_new

    def scan(self, sensing: Any) -> bool:
        """See WorldFrames: all is found without frames."""
        return False

    def frames_at_once(self, frames: int, calm_frames: int) -> int:
        """See WorldFrames."""
        return AT_ONCE

    def skip(self, sensing: Any, frames: int) -> None:
        """See WorldFrames."""
