"""Follows a game by events: what was sensed, pressed and answered goes in, what counts comes out."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.tracking.costs import QUIET_MS
from treppe.table.tracking.decide import Decision, decide
from treppe.table.tracking.positions import Positions, end_of, units
from treppe.table.tracking.search import common, tell
from treppe.table.tracking.stories import CHOSEN, END, QUIET, REFUSED, SENSED, Story

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.table.tracking.positions import Position
    from treppe.table.tracking.stories import Event
    from treppe.table.types import Bytes, Changes, Job

_TOUCH_MS = const(10_000)  # what lies beside its field is felt again and again
_MOST_TOUCHED = const(8)
_MOST_WAYS = const(12)
_WITHIN_REACH = const(4)  # so many recorded actions may still become others


class Tracker:
    """The stories of a game since `base`, the position that nobody doubts; `certain` are the actions before it.

    `recorded` are the actions that count after it. Whoever calls passes times that do not decrease, in milliseconds;
    events wait until `work` has told the stories of them.
    """

    def __init__(self, state: "State", changes: "Changes", now_ms: int = 0, has_weights: bool = True):
        """Begin at a state's position, from which the board differs by some changes."""
        self.positions = Positions(state, has_weights)
        self.base = self.positions.at(bytes(state.position))
        self.certain: list[int] = []
        self.recorded: tuple[int, ...] = ()
        self.offers: list[tuple[int, ...]] = []
        self.changed_ms = now_ms
        self._is_quiet = self._is_answered = False  # since the last movement people have answered
        self._events: list[Event] = []
        self.start_from(changes)

    def start_from(self, changes: "Changes") -> None:
        """Let there be one story only: the board differs from `base` by some changes."""
        items = []
        for field, change in changes.items():
            items += [(field, unit, self.changed_ms, False) for unit in units(change)]
        self.stories = [Story(self.base, 0, tuple(items))]

    def want(self, position: "Position", actions: "tuple[int, ...]", at_ms: int) -> "Position":
        """Take nothing but these actions for legal after a recorded position; return that position."""
        if actions and self.recorded:
            self.choose(at_ms, self.recorded)
        positions = self.positions
        wanted = positions.want(position, actions)
        self.base = positions.at(self.base.key)
        for story in self.stories:
            story.position = positions.at(story.position.key)
        return wanted

    def left_over(self) -> "Changes":
        """Return what the rules have removed or moved by themselves, and hands have not yet: field -> change."""
        changes: dict[int, int] = {}
        for story in self.stories:
            if story.actions == self.recorded:
                for field, unit, _, is_left_over in story.open:
                    if is_left_over:
                        changes[field] = changes.get(field, 0) + unit
                break
        return changes

    def sense(self, now_ms: int, felt_ms: int, field: int, change: int) -> None:
        """Take by how much a field's value has changed, and when that was first felt."""
        for unit in sorted(units(change)):
            self._events.append((SENSED, felt_ms, field, unit))
        self._is_answered = False
        self._note_event(now_ms)

    def touch(self, at_ms: int, field: int) -> None:
        """Take that a field has felt something, and stays as it was."""
        touched = self.positions.touched
        if at_ms - touched.get(field, -_TOUCH_MS) >= _TOUCH_MS:
            touched[field] = at_ms
        if len(touched) > _MOST_TOUCHED:
            del touched[min(touched, key=touched.get)]  # type: ignore[arg-type]

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
        self._is_answered = True
        self._note_event(at_ms)

    def refuse(self, at_ms: int) -> None:
        """People say that nothing of what was asked is true; UNDO says it, too."""
        offers, self.offers = self.offers, []
        self._is_answered = True
        for actions in offers:
            self._events.append((REFUSED, at_ms, actions, 0))
        self._note_event(at_ms)

    def _note_event(self, now_ms: int) -> None:
        self.changed_ms = now_ms
        self._is_quiet = False

    def work(self, now_ms: int) -> "Job":
        """Tell the stories of all that has happened. What is given up half done is done again."""
        if not self._events and not self._is_quiet and now_ms - self.changed_ms >= QUIET_MS:
            self._is_quiet = True
            self._events.append((QUIET, now_ms, 0, not self._is_answered))
        while self._events:
            self.stories = yield tell(self.positions, self.stories, self._events[0])
            self.positions.pinned = [story.position for story in self.stories]
            event = self._events.pop(0)
            if event[0] != QUIET:
                self._forget_certain()

    def weigh(self, image: "Bytes", open_values: "dict[int, Bytes]", now_ms: int) -> "Job":
        """Work out what fields may hold, whose weight alone leaves that open: [(values by field, actions)].

        The actions are those since the record. What was recorded is the only way if it is one; nothing is found where
        hands have only begun, or too much is open.
        """
        count = 1
        for values in open_values.values():
            count *= len(values)
        ways: list[tuple[dict[int, int], tuple[int, ...]]] = []
        for number in range(count if count <= _MOST_WAYS else 0):
            values_now = {}
            stories = self.stories
            for field, values in open_values.items():
                values_now[field] = values[number % len(values)]
                number //= len(values)
                for unit in sorted(units(values_now[field] - image[field])):
                    stories = yield tell(self.positions, stories, (SENSED, now_ms, field, unit))
            best = stories[0]
            num_recorded = len(self.recorded)
            if best.is_clean() and best.actions[:num_recorded] == self.recorded:
                if best.actions == self.recorded:
                    return [(values_now, ())]
                ways.append((values_now, best.actions[num_recorded:]))
        return ways

    def forget_field(self, field: int) -> None:
        """Let no story wait for a field whose sensor is broken."""
        for story in self.stories:
            story.open = tuple([item for item in story.open if item[0] != field])

    def decide(self, now_ms: int) -> Decision:
        """Return what counts now, and what is asked."""
        decision = decide(self.stories, self.recorded, now_ms, now_ms - self.changed_ms)
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
            self.base = end_of(self.base, first[:number])
            self.recorded = self.recorded[number:]
            self.offers = [actions[number:] for actions in self.offers]
            for index, (kind, at_ms, what, unit) in enumerate(self._events):
                if kind in (CHOSEN, REFUSED):
                    self._events[index] = (kind, at_ms, what[number:], unit)
            for story in self.stories:
                story.actions = story.actions[number:]
                story.num_said = max(0, story.num_said - number)
