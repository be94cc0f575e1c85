"""Follows a game by events: what was sensed, pressed and answered goes in, what counts comes out."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.tracking.decide import Decision, decide
from treppe.table.tracking.positions import Positions, units
from treppe.table.tracking.search import common, tell
from treppe.table.tracking.stories import CHOSEN, END, QUIET, REFUSED, SENSED, Story

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.table.tracking.stories import Event

_QUIET_MS = const(1500)
_WITHIN_REACH = const(4)  # so many recorded actions may still become others


class Tracker:
    """The stories of a game. `certain` are the actions that all of them tell, `recorded` those that count after them.

    Whoever calls passes times that do not decrease, in milliseconds.
    """

    def __init__(self, state: "State", image: "bytes | bytearray", now_ms: int = 0):
        """Begin at a state's position; what the board shows else is open."""
        self.positions = Positions(state)
        position = self.positions.at(bytes(state.position))
        self.certain: list[int] = []
        self.recorded: tuple[int, ...] = ()
        self.offers: list[tuple[int, ...]] = []
        self.changed_ms = now_ms
        self._is_quiet = False
        items = []
        for field, value in enumerate(image):
            items += [(field, unit, now_ms, False) for unit in units(value - position.image[field])]
        self.stories = [Story(position, 0, tuple(items))]

    def sense(self, now_ms: int, felt_ms: int, field: int, change: int) -> None:
        """Take by how much a field's value has changed, and when that was first felt."""
        for unit in sorted(units(change)):
            self._take_event((SENSED, felt_ms, field, unit), now_ms)

    def press_end(self, at_ms: int) -> None:
        """END was pressed: it says no to a question, else it ends the turn."""
        if self.offers:
            self.refuse(at_ms)
        else:
            self._take_event((END, at_ms, 0, 0), at_ms)

    def choose(self, at_ms: int, actions: "tuple[int, ...]") -> None:
        """People say that these actions were played since the certain ones."""
        self._take_event((CHOSEN, at_ms, actions, 0), at_ms)

    def refuse(self, at_ms: int) -> None:
        """People say that nothing of what was asked is true; UNDO says it, too."""
        offers, self.offers = self.offers, []
        for actions in offers:
            self._take_event((REFUSED, at_ms, actions, 0), at_ms)

    def decide(self, now_ms: int) -> Decision:
        """Return what counts now, and what is asked."""
        quiet_ms = now_ms - self.changed_ms
        if quiet_ms >= _QUIET_MS and not self._is_quiet:
            self._is_quiet = True
            self.stories = tell(self.positions, self.stories, ((QUIET, now_ms, 0, 0),))
        decision = decide(self.positions, self.stories, self.recorded, now_ms, quiet_ms)
        self.recorded = decision.record
        self.offers = decision.offers
        return decision

    def _take_event(self, event: "Event", now_ms: int) -> None:
        self.stories = tell(self.positions, self.stories, (event,))
        self.changed_ms = now_ms
        self._is_quiet = False
        self._forget_certain()

    def _forget_certain(self) -> None:
        """Let the position after what all stories tell, and the record has, be the one that nobody doubts."""
        settled = self.recorded[: max(0, len(self.recorded) - _WITHIN_REACH)]
        kept = [story for story in self.stories if story.actions[: len(settled)] == settled]
        self.stories = kept or self.stories
        first = self.stories[0].actions
        number = len(first)
        for actions in [story.actions for story in self.stories] + [self.recorded]:
            number = min(number, common(first, actions))
        if number:
            self.certain += first[:number]
            self.recorded = self.recorded[number:]
            self.offers = [actions[number:] for actions in self.offers]
            for story in self.stories:
                story.actions = story.actions[number:]
