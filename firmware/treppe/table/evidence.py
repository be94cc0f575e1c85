"""What sensors tell of the board, held against the position that counts; and the stories of how it came to be so."""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.table.images import difference, next_difference
from treppe.table.trace import Trace
from treppe.table.tracking.positions import Position, end_of, words
from treppe.table.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.games.state import State
    from treppe.table.types import Bytes

_WRAP = const(0x3FFFFFFF)  # milliseconds wrap here on a Pico


class Evidence:
    """What sensors and record tell. The session alone changes it, all other code only reads it.

    `position` is the one that counts, `state` the game with its history, and `tracker` holds the stories of what hands
    have done since. `image` and `activity` have a byte a field, as sensing gives them. `touched` has a byte a field,
    too: 1 if it has been touched since the board was last at rest. `to_turn` are the fields of stones that lie wrong
    side up. `absent`: for each field whose piece is not seen, how many actions were recorded since it went.
    `has_weights`: the fields weigh what stands on them. `settled_ms`: so long after a change an action counts.
    """

    def __init__(self, num_fields: int, has_weights: bool):
        self.position: Position = None  # type: ignore[assignment]  # before the first game only
        self.state: Any = None
        self.tracker: Tracker = None  # type: ignore[assignment]  # likewise
        self.image = bytearray(num_fields)
        self.activity = bytearray(num_fields)
        self.touched = bytearray(num_fields)
        self.has_weights = has_weights
        self.settled_ms = 0
        self.now_ms = self.changed_ms = 0
        self.to_turn: list[int] = []
        self.absent: dict[int, int] = {}
        self.trace = Trace()
        self._never = bytes(num_fields)
        self._story_ms = 0  # as `now_ms`, but does not wrap
        self._felt_ms: dict[int, int] = {}  # since when fields move
        self._turned: list[list[int]] = []  # `to_turn` before each of the last actions
        self._compared: Position | None = None  # the position to which `_changes` belong
        self._changes: dict[int, int] = {}

    def since(self, then_ms: int) -> int:
        """Return the milliseconds since then."""
        return (self.now_ms - then_ms) & _WRAP

    def quiet_ms(self) -> int:
        """Return for how many milliseconds nothing has changed."""
        return self.since(self.changed_ms)

    def changes(self) -> dict[int, int]:
        """Return how the board differs from the position that counts: field -> change.

        The table asks some times with each change, so that is worked out once.
        """
        if self._compared is not self.position:
            self._compared = self.position
            self._changes = difference(self.image, self.position.image, self.activity)
        return self._changes

    def is_busy(self) -> bool:
        """Tell whether a field moves, or cannot be read."""
        return has_activity(self.activity, TOUCHED, UNSURE)

    def recorded(self, count: int) -> "tuple[int, ...]":
        """Return the last recorded actions that may still become others, at most so many."""
        return self.tracker.recorded[-count:] if count else ()

    def position_before(self, back: int) -> Position:
        """Return the position before so many of the last actions."""
        tracker = self.tracker
        return end_of(tracker.base, tracker.recorded[: len(tracker.recorded) - back]) if back else self.position

    @property
    def story_ms(self) -> int:
        """The time of the stories: it does not wrap."""
        return self._story_ms

    # What changes it.

    def begin(self, state: "State") -> None:
        """Let the position of a game's state be the one that counts; nothing recorded before can be replaced."""
        is_same = state is self.state and self.position.key == state.position
        wanted = self.position.wanted if is_same else ()
        self.state = state
        self.to_turn = []
        self.start_stories()
        if wanted:
            self.want(wanted)

    def start_stories(self) -> None:
        """Begin new stories, at the position of the game."""
        self.tracker = Tracker(self.state, {}, self._story_ms, self.has_weights)
        self.position = self.tracker.base
        self._compared = None
        self.tracker.start_from(self.changes())
        self._turned = []
        self.absent = {}

    def want(self, actions: tuple[int, ...]) -> None:
        """Take nothing but these actions of the player to move for legal, see Position.

        He has answered what was played before, so that stands until it is taken back.
        """
        self.position = self.tracker.want(self.position, actions, self._story_ms)
        self._compared = None

    def advise(self, fields: bytes, lines: list[str]) -> None:
        """Take note of what a program advises the player to move, see Position."""
        self.position.advise(fields, lines)

    def end(self) -> None:
        """There is no game any more."""
        self.state = None
        self.to_turn = []

    def take_time(self, now_ms: int) -> None:
        """It is now so late."""
        self._story_ms += (now_ms - self.now_ms) & _WRAP
        self.now_ms = now_ms

    def observe(self, image: "Bytes", activity: "Bytes", is_heard: bool) -> bool:
        """Take a new image and activity of all fields, and tell the stories if that `is_heard`.

        Returns whether hands have only begun, or go on with it, so that the board means what it did.
        """
        old_image, old_activity, felt_ms = self.image, self.activity, self._felt_ms
        now_ms = self._story_ms
        field = next_difference(0, old_activity, activity)
        has_begun = True
        while field < len(old_image):
            is_calm = activity[field] in (QUIET, FAULTY)
            if not is_calm and field not in felt_ms:
                felt_ms[field] = now_ms
            self.touched[field] = 1
            if activity[field] == FAULTY and self.tracker:
                self.tracker.forget_field(field)
            has_begun = has_begun and old_activity[field] <= SETTLING and TOUCHED <= activity[field] <= SETTLING
            field = next_difference(field + 1, old_activity, activity)
        field = next_difference(0, old_image, image)
        has_begun = has_begun and field == len(old_image)
        while field < len(old_image):
            self.trace.see(field, image[field], self.now_ms)
            self.touched[field] = 1
            if is_heard and self.state and activity[field] != FAULTY:
                at_ms = felt_ms.get(field, now_ms)
                self.tracker.sense(now_ms, at_ms, field, image[field] - old_image[field])
            felt_ms[field] = now_ms
            field = next_difference(field + 1, old_image, image)
        for field in list(felt_ms):
            if activity[field] in (QUIET, FAULTY):
                at_ms = felt_ms.pop(field)
                if is_heard and self.state and image[field] == old_image[field]:
                    self.tracker.touch(at_ms, field)
        old_image[:] = image
        old_activity[:] = activity
        self._compared = None
        self.changed_ms = self.now_ms
        return has_begun

    def settle(self) -> None:
        """Forget which fields were touched, but for those that still differ."""
        self.touched[:] = self._never
        if self.state:
            for field in self.changes():
                self.touched[field] = 1

    def come_to_rest(self) -> None:
        """Take note that the board is as it should be; what was touched on the way is history."""
        self.absent = {}
        if self.is_busy() or self.touched == self._never:
            return
        self.to_turn = [field for field in self.to_turn if not (self.touched[field] and self.image[field])]
        self.settle()

    def ask_to_turn(self, fields: list[int]) -> None:
        """Take note that the stones on these fields lie wrong side up, and no others."""
        self.to_turn = fields

    # What is recorded.

    def note_record(self, actions: list[int], back: int, how: str) -> str:
        """Note in the trace why actions are about to be recorded, in place of the last `back`; return what was seen."""
        position = self.position_before(back)
        instead = words(position, self.recorded(back))
        changes, image, touched = difference(self.image, position.image, self.activity), self.image, self.touched
        changed = [bytes((field, position.image[field], image[field])) for field in sorted(changes)]
        back_again = bytes([field for field in range(len(touched)) if touched[field] and field not in changes])
        return self.trace.note(how, words(position, actions), instead, b"".join(changed), back_again)

    def note_felt(self, event: int, readings: bytes) -> None:
        """Note in the trace what the sensors measured of the event of this number, which is about to be recorded."""
        self.trace.message.update({"event": event, "readings": readings.hex()})

    def say(self, actions: "Sequence[int]", back: int) -> None:
        """People say that these actions were played, in place of the last `back`."""
        recorded = self.tracker.recorded
        self.tracker.choose(self._story_ms, recorded[: len(recorded) - back] + tuple(actions))

    def take_back(self, count: int) -> None:
        """Let the position before the last `count` actions be the one that counts."""
        self.position = self.position_before(count)
        self.tracker.recorded = self.tracker.recorded[: len(self.tracker.recorded) - count]
        if len(self._turned) >= count:
            self.to_turn = self._turned[-count]
        del self._turned[-count:]

    def accept(self, action: int, state: "State") -> None:
        """Let the position after an action be the one that counts; `state` is the game after it."""
        self._turned = self._turned[-8:] + [self.to_turn]
        self.tracker.recorded += (action,)
        self.position = self.position.after(action)
        self.to_turn = [field for field in turned_over(self.to_turn, state) if self.position.image[field]]

    def note_absent(self) -> None:
        """Take note that something was recorded while some pieces are away."""
        before, self.absent = self.absent, {}
        for field, change in self.changes().items():
            if change < 0:
                self.absent[field] = before.get(field, 0) + 1


def turned_over(to_turn: list[int], state: "State") -> list[int]:
    """Return the stones that have to be turned over, `to_turn` before, after the last action of a state."""
    found = to_turn[:]
    for event in state.events:
        if event[0] in ("active", "inactive"):
            field = state.field(event[1])
            if field in found:
                found.remove(field)
            else:
                found.append(field)
    return found
