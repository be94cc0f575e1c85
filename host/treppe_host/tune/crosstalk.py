"""Which fields move when another one changes: learned from changes of single fields, between two times of rest."""

from types import ModuleType

from treppe.sensing import QUIET

_BLOCK_FRAMES = 20


class Crosstalk:
    """Means over a fifth of a second; of two restful ones between which one field changed, the rest is crosstalk."""

    def __init__(self, surface: ModuleType) -> None:
        self.found: dict[int, list[float]] = {}
        """By field that changed last: by how much each field moved then, as part of what that field itself moved."""
        self._sums = [0.0] * surface.FIELDS
        self._frames = 0
        self._is_restful = True
        self._image = b""
        self._rest: list[float] | None = None
        self._rest_image = b""

    def add(self, readings: list[float], image: bytes, activity: bytes) -> None:
        """Take what the fields read in one frame, what they are taken for and what they do."""
        self._is_restful &= max(activity) == QUIET and image == (self._image or image)
        self._image = image
        self._frames += 1
        sums = self._sums
        for place, reading in enumerate(readings):
            sums[place] += reading
        if self._frames == _BLOCK_FRAMES:
            if self._is_restful:
                self._compare([total / _BLOCK_FRAMES for total in sums], image)
            self._sums = [0.0] * len(sums)
            self._frames = 0
            self._is_restful = True

    def _compare(self, means: list[float], image: bytes) -> None:
        if self._rest is not None and image != self._rest_image:
            moved = [now - before for now, before in zip(means, self._rest, strict=True)]
            changed = [place for place, value in enumerate(image) if value != self._rest_image[place]]
            if len(changed) == 1 and moved[changed[0]]:
                self.found[changed[0]] = [change / moved[changed[0]] for change in moved]
        self._rest, self._rest_image = means, image
