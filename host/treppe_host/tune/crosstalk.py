"""Measures how readings of fields move when another field changes, from changes of single fields."""

from types import ModuleType

from treppe.sensing import SETTLING, TOUCHED

from treppe_host.tune.kinds import sensor_kind

_REST_FRAMES = 20
_MOST_BLOCKS = 5


class Crosstalk:
    """Compares mean readings of two rests; if one field changed between them, the differences elsewhere are crosstalk.

    A rest lasts a fifth of a second to a second. Unsure and faulty fields and lost frames do not end it.
    """

    def __init__(self, surface: ModuleType) -> None:
        self.found: dict[int, list[float]] = {}
        """By changed field: how far each field moved at its last change, as a part of its own change."""
        self._least_change = sensor_kind(surface).LEAST_CHANGE
        self._sums = [0.0] * surface.FIELDS
        self._frames = 0
        self._rest: list[float] | None = None
        self._before: list[float] | None = None  # means of the rest before the last change
        self._changed: list[int] = []
        self._num_blocks = 0

    @property
    def num_changed(self) -> int:
        """Number of fields that changed between the last two different rests."""
        return len(self._changed)

    @property
    def is_ready(self) -> bool:
        """Return whether the readings at rest are known, so that the next change can be compared with them."""
        return self._rest is not None

    def add(self, readings: list[float], activity: bytes) -> None:
        """Take the fields' readings and activities of one frame."""
        if any(TOUCHED <= each <= SETTLING for each in activity):
            self._begin()
            return
        sums = self._sums
        for place, reading in enumerate(readings):
            sums[place] += reading
        self._frames += 1
        if self._frames == _REST_FRAMES:
            self._compare([total / _REST_FRAMES for total in sums])
            self._begin()

    def forget_rest(self) -> None:
        """Begin a new rest: frames are missing, and anything may have moved in them."""
        self._rest = None
        self._changed = []
        self._begin()

    def _begin(self) -> None:
        if self._frames:
            self._sums = [0.0] * len(self._sums)
            self._frames = 0

    def _compare(self, means: list[float]) -> None:
        rest = self._rest or means
        changed = [place for place, mean in enumerate(means) if abs(mean - rest[place]) > self._least_change]
        if changed or self._rest is None:
            self._before, self._rest, self._num_blocks = self._rest, means, 1
            self._changed = changed
        else:
            self._num_blocks += 1
            part = 1 / min(self._num_blocks, _MOST_BLOCKS)
            self._rest = [was + part * (mean - was) for was, mean in zip(rest, means, strict=True)]
        if self._before and len(self._changed) == 1 and self._num_blocks <= _MOST_BLOCKS:
            moved = [now - was for now, was in zip(self._rest, self._before, strict=True)]
            place = self._changed[0]
            self.found[place] = [change / moved[place] for change in moved]
