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
    from treppe.table.types import Changes, Job

_QUIET_MS = const(1500)
_WITHIN_REACH = const(4)  # so many recorded actions may still become others


class Tracker:
    """The stories of a game since `base`, the position that nobody doubts; `certain` are the actions before it.

    `recorded` are the actions that count after it. Whoever calls passes times that do not decrease, in milliseconds;
    events wait until `work` has told the stories of them.
    """

    def __init__(self, state: "State", changes: "Changes", now_ms: int = 0):
        """Begin at a state's position, from which the board differs by some changes."""
        self.positions = Positions(state)
        self.base = self.positions.at(bytes(state.position))
        self.certain: list[int] = []
        self.recorded: tuple[int, ...] = ()
        self.offers: list[tuple[int, ...]] = []
        self.changed_ms = now_ms
        self._is_quiet = False
        self._events: list[Event] = []
        items = []
        for field, change in changes.items():
            items += [(field, unit, now_ms, False) for unit in units(change)]
        self.stories = [Story(self.base, 0, tuple(items))]

    def sense(self, now_ms: int, felt_ms: int, field: int, change: int) -> None:
        """Take by how much a field's value has changed, and when that was first felt."""
        for unit in sorted(units(change)):
            self._events.append((SENSED, felt_ms, field, unit))
        self._note_event(now_ms)

    def press_end(self, at_ms: int) -> None:
        """END was pressed: it says no to a question, else it ends the turn."""
        if self.offers:
            self.refuse(at_ms)
        else:
            self._events.append((END, at_ms, 0, 0))
            self._note_event(at_ms)

    def choose(self, at_ms: int, actions: "tuple[int, ...]") -> None:
        """People say that these actions were played since `base`."""
        self._events.append((CHOSEN, at_ms, actions, 0))
        self._note_event(at_ms)

    def refuse(self, at_ms: int) -> None:
        """People say that nothing of what was asked is true; UNDO says it, too."""
        offers, self.offers = self.offers, []
        for actions in offers:
            self._events.append((REFUSED, at_ms, actions, 0))
        self._note_event(at_ms)

    def _note_event(self, now_ms: int) -> None:
        self.changed_ms = now_ms
        self._is_quiet = False

    def work(self, now_ms: int) -> "Job":
        """Tell the stories of all that has happened. What is given up half done is done again."""
        if not self._events and not self._is_quiet and now_ms - self.changed_ms >= _QUIET_MS:
            self._is_quiet = True
            self._events.append((QUIET, now_ms, 0, 0))
        while self._events:
            self.stories = yield tell(self.positions, self.stories, self._events[0])
            event = self._events.pop(0)
            if event[0] != QUIET:
                self._forget_certain()

    def decide(self, now_ms: int) -> Decision:
        """Return what counts now, and what is asked."""
        decision = decide(self.stories, self.recorded, now_ms, now_ms - self.changed_ms)
        self.recorded = decision.record
        self.offers = decision.offers
        return decision

    def _forget_certain(self) -> None:
        """Let the position after what all stories tell, and the record has, be the one that nobody doubts."""
        settled = self.recorded[: max(0, len(self.recorded) - _WITHIN_REACH)]
        kept = [story for story in self.stories if story.actions[: len(settled)] == settled]
        self.stories = kept or self.stories
        first = self.stories[0].actions
        number = common(first, self.recorded)
        for actions in [story.actions for story in self.stories] + self.offers:
            number = min(number, common(first, actions))
        if number:
            self.certain += first[:number]
            self.base = self.positions.follow(self.base, first[:number])
            self.recorded = self.recorded[number:]
            self.offers = [actions[number:] for actions in self.offers]
            for story in self.stories:
                story.actions = story.actions[number:]
                story.num_said = max(0, story.num_said - number)
