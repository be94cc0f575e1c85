"""The way back to a position: which pieces to move next, so that hands need as few movements as possible.

Works on what stands on the fields and on what should: bytes as the sensors give them, a level and 16 for a ball on
top. A surplus piece is led to where one is missing; only what is left over then goes to the box, or comes from it.
"""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BALL, LEVEL
from treppe.sensing import FAULTY
from treppe.sensing.kinds import kind_of
from treppe.tracking.changes import places_that_differ

if TYPE_CHECKING:
    from treppe.types import Bytes, Surface


class Recovery:
    """What hands are to do next: put pieces on `targets`, taken from `sources`, or from the box if there are none.

    Sources without a target go to the box. As long as something stands where it should not there is at most one
    target, so that a hand can follow; it stays while the piece for it is carried, and no source is shown then. All
    targets are shown when only the box is left to take from.
    """

    def __init__(self, surface: "Surface", image: "Bytes", remembered: dict[int, str], strangers: list[int]):
        """Begin on a surface with this image; bricks are all alike, so one source will do; else the hand has to choose.

        `remembered` has the code of the piece on top of each field where that is known, until the field changes.
        `strangers` are fields that look right, and on which something else stands than should.
        """
        self._surface = surface
        self._seen = bytearray(image)
        self.remembered = remembered
        self.strangers = strangers
        self._are_alike = kind_of(surface).HAS_WEIGHTS and not hasattr(surface, "COLOURS")
        self.targets: list[int] = []
        self.sources: list[int] = []
        self._balance = 0
        self._is_carried = False

    def look(self, image: "Bytes", expected: "Bytes", activity: "Bytes") -> None:
        """Find the next movements on a board with this image; leave faulty fields alone."""
        self._forget_what_changed(image)
        survey = _Survey(image, expected, activity, self.strangers)
        if survey.balance != self._balance:
            self._is_carried = survey.balance < self._balance and len(self.targets) == 1
            self._balance = survey.balance
        if self._is_carried and self.targets[0] in survey.ball_targets + survey.targets:
            self.sources = []
            return
        self._is_carried = False
        self.targets, self.sources = survey.choose_fields()
        if self._are_alike and self.targets and self.targets[0] in survey.targets:
            self.sources = self._nearest(self.sources, self.targets[0])

    def _forget_what_changed(self, image: "Bytes") -> None:
        for field in places_that_differ(image, self._seen):
            self._seen[field] = image[field]
            self.remembered.pop(field, None)
            if field in self.strangers:
                self.strangers.remove(field)

    def _nearest(self, fields: list[int], target: int) -> list[int]:
        """Return the field nearest to the target, as a list."""
        x, y = self._surface.X_MM10, self._surface.Y_MM10
        nearest: list[int] = []
        shortest = 1 << 29
        for field in fields:
            distance = (x[field] - x[target]) * (x[field] - x[target]) + (y[field] - y[target]) * (y[field] - y[target])
            if distance < shortest:
                shortest = distance
                nearest = [field]
        return nearest


class _Survey:
    """Fields with a piece too many on top, and fields that can take one; balls and other pieces apart."""

    def __init__(self, image: "Bytes", expected: "Bytes", activity: "Bytes", strangers: list[int]):
        self.targets: list[int] = []
        self.sources: list[int] = []
        self.ball_targets: list[int] = []
        self.ball_sources: list[int] = []
        self.own_balls: list[int] = []  # ball sources whose ball will come back to its field
        self.num_missing = self.num_surplus = 0
        self.balance = 0  # pieces on the board, less those that should stand there
        for field in places_that_differ(image, expected):
            actual, wanted = image[field], expected[field]
            self.balance += (actual & LEVEL) + (actual >> 4) - (wanted & LEVEL) - (wanted >> 4)
            if activity[field] != FAULTY:
                self._note(field, actual, wanted)
        for field in strangers:
            if image[field] & BALL:
                self.ball_sources.append(field)
            else:
                self.sources.append(field)
                self.num_surplus += 1
                self.num_missing += 1

    def _note(self, field: int, actual: int, wanted: int) -> None:
        more = (actual & LEVEL) - (wanted & LEVEL)
        if more > 0:
            self.num_surplus += more
        else:
            self.num_missing -= more
        if actual & BALL:  # the ball has to go first
            self.ball_sources.append(field)
            if wanted & BALL:
                self.own_balls.append(field)
        elif more > 0:
            self.sources.append(field)
        elif more < 0:
            self.targets.append(field)
        else:
            self.ball_targets.append(field)

    def choose_fields(self) -> tuple[list[int], list[int]]:
        """Return targets and sources of the best next movement."""
        if self.ball_targets and self.ball_sources:
            return self.ball_targets[:1], self.ball_sources
        if self.targets and self.sources:
            return self.targets[:1], self.sources
        if self.targets and self.ball_sources and self.num_missing > self.num_surplus:
            return self.targets[:1], []
        if self.sources and self.num_surplus > self.num_missing:
            return [], self.sources
        if self.ball_sources:  # lay one aside: first those that have to be lifted twice in any case
            return [], (self.own_balls or self.ball_sources)[:1]
        return self.ball_targets + self.targets, self.sources
