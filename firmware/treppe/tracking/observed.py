"""The facts from which hands are understood: the position that counts, and the changes that sensors have seen since."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.image import BEYOND
from treppe.runtime import CLOCK, const, elapsed_ms
from treppe.sensing import QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.tracking.changes import difference, largest, places_that_differ
from treppe.tracking.position import Position, notations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.games.state import State
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Alternative, Bytes

_LAST_STAMP = const(255)
REWRITE_MS = const(1000)
"""So long the hand that put a piece may move it on or back, whoever is to move next."""
SAME_HAND_MS = const(2000)
"""A piece without an owner, lifted again within this time, is in the hand that put it."""
ON_ITS_WAY_MS = const(700)
"""A piece that has lain for less than this has only rested on its way: no other player takes it so soon."""
_MOST_BYTES = const(192)  # of the changes kept: 4 each
_LONGEST = const(65535)
_MOST_WEIGHED = const(3)
_AT_ONCE_MS = const(15)  # in one scan or in two: a hand needs ten scans from one field to the next


class Trace:
    """What was seen since the last record, and why that was made.

    `message` has `words` that were recorded, those they replace (`instead`), `how` (seen, OK, END, chosen), what else
    it may have been at some time (`weighed`: how many actions that takes back, then words), and as hex:
    `changed`, the fields that differ from the position before, three bytes each: field, value there, value now;
    `back`, those that had differed meanwhile; and `seen`: every change of the image, four bytes each: field, value,
    hundredths of a second since the change before it (two bytes, the higher first). The journal keeps that with the
    record.
    """

    def __init__(self) -> None:
        self.message: dict[str, Any] = {}
        self.version = 0
        self._seen = bytearray()
        self._last_ms = 0

    def see(self, field: int, value: int, now_ms: int) -> None:
        """A field has taken a value."""
        pause = min(elapsed_ms(now_ms, self._last_ms) // 10, _LONGEST)
        self._last_ms = now_ms
        if len(self._seen) >= _MOST_BYTES:
            self._seen = self._seen[4:]
        self._seen.extend(bytes((field, value, pause >> 8, pause & 255)))

    def note(self, how: str, notations: list[str], instead: list[str], changed: bytes, returned: bytes) -> str:
        """Actions are about to be recorded; return what was seen of them. See `message` for the arguments."""
        self.message = {"how": how, "words": notations, "instead": instead}
        self.message["changed"], self.message["back"] = changed.hex(), returned.hex()
        self.message["seen"] = seen = self._seen.hex()
        self._seen = bytearray()
        self.version += 1
        return seen


def position_of(state: "State") -> "Position":
    """Return the position of a state, which stays untouched."""
    scratch = type(state)(state.options)
    scratch.position[:] = state.position
    return Position(scratch)


class RecentMove:
    """An action that the same hand may still change: the position before it, the action, who played it and when.

    `is_answered`: a person has answered that it was this one. `is_tacit`: a `.` that nothing shows but the action after
    it, so that they stand and fall together. `is_choice`: hands cannot show it. `to_turn`: the stones that had to be
    turned over before it; `put_on` the field of its last put, `stamp` that field's, `taken_from` the field of the lift
    before. `lifted_ms`: how long after it the piece that it put was lifted again, -1 while that piece lies there;
    `lifted_stamp` tells what has changed before. `felt` are fields that were touched since the record before, and stand
    as they did. `moving`: the stamps of fields that moved when it was recorded, until the board is at rest.
    `instead_of` are the actions that this one, and those after it, have replaced.
    """

    is_answered = is_tacit = False
    lifted_ms = -1
    lifted_stamp = stamp = 0
    felt = moving = b""
    instead_of: "Sequence[RecentMove]" = ()

    def __init__(self, before: Position, action: int, now_ms: int, to_turn: list[int]):
        self.before = before
        self.action = action
        self.player = before.player
        self.at_ms = now_ms
        self.to_turn = to_turn
        hand_moves = before.recall().hand_moves(action)
        self.is_choice = not hand_moves
        self.put_on = hand_moves[-1][0] if hand_moves else BEYOND
        self.taken_from = hand_moves[-2][0] if len(hand_moves) > 1 else BEYOND


class ObservedBoard:
    """What sensors and record show. The session alone writes to it, all other code reads it or calls its methods.

    It sets `recent`, `last_fields`, `unanswered`, `is_over` and `settled_ms`, and calls the methods below for all else.

    `position` is the one that counts, `state` the game with its history. `image` and `activity` have a byte a field, as
    sensing gives them. `stamps` have a byte a field, too: 0 if it has not changed since the board was last at rest,
    else the larger the later it changed last. `recent` are the last actions that may still be replaced, oldest first;
    `lifted_again` is the last of them, of the last turn, whose piece is in the air again, `replaced` are those that
    hands have taken back since the last record; `last_fields` were touched by the last one. `to_turn` are the fields of
    stones that lie wrong side up. `absent`: for each field whose piece is not seen, how many times something was
    recorded since it went. `unanswered` is what was asked last while the board went on: (how many actions to take back,
    which to play instead). `wrong_stamp`: changes with this stamp or a later one came after the board complained; 0
    without a diagnostic. `wrong_fields` are those that differed then. `at_once` have filled in one scan or in two, and
    have not been empty since, as if a magnet lay there, or a wire had broken. `has_weights`: the fields weigh what
    stands on them. `is_over`: the game is; what hands do then need not be legal. `settled_ms`: so long after a change a
    whole action counts.
    """

    def __init__(self, num_fields: int, has_weights: bool):
        self.position: Position = None  # type: ignore[assignment]  # before the first game only
        self.state: Any = None
        self.image = bytearray(num_fields)
        self.activity = bytearray(num_fields)
        self.stamps = bytearray(num_fields)
        self.has_weights = has_weights
        self.is_over = False
        self.settled_ms = 0
        self.now_ms = self.changed_ms = 0
        self.recent: list[RecentMove] = []
        self.lifted_again: RecentMove | None = None
        self.last_fields: list[int] = []
        self.to_turn: list[int] = []
        self.absent: dict[int, int] = {}
        self.unanswered: list[Alternative] = []
        self.wrong_stamp = 0
        self.wrong_fields: list[int] = []
        self.at_once: list[int] = []
        self._filled, self._filled_ms = -1, 0  # the last field that filled, and when
        self.trace = Trace()
        self._weighed: list[Alternative] = []
        self.replaced: Sequence[RecentMove] = ()
        self._touched = b""  # fields that were touched before the last record, and stood as before then
        self._felt = b""  # fields that were felt since the last record, and stood as before when the board was at rest
        self._compared: Position | None = None  # the position to which `_changes` belong
        self._changes: dict[int, int] = {}

    def since(self, then_ms: int) -> int:
        """Return the milliseconds since then."""
        return (self.now_ms - then_ms) & CLOCK  # asked for often: a call more costs

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

    def has_filled_at_once(self) -> bool:
        """Tell whether more fields have filled at once than pieces are in hands: no hand has put what is there."""
        if not self.at_once:
            return False
        changes = self.changes()
        return sum([field in changes for field in self.at_once]) > sum([change < 0 for change in changes.values()])

    def is_busy(self) -> bool:
        """Tell whether a field moves, or cannot be read."""
        return has_activity(self.activity, TOUCHED, UNSURE)

    def felt_last(self) -> int:
        """Return the field that was felt last since the board was at rest if it is empty, and was before; else -1."""
        latest = largest(self.stamps)
        field = self.stamps.find(bytes((latest,))) if latest else -1
        return -1 if field in self.changes() or self.image[field] else field

    def position_before(self, undo_count: int) -> Position:
        """Return the position before so many of the last actions."""
        return self.recent[-undo_count].before if undo_count else self.position

    def has_reply_begun(self, hypothesis: "Hypothesis | None", undo_count: int) -> bool:
        """Tell whether the player who is next has a piece of his in the air: then the actions before are done."""
        same = (-1, self.position_before(undo_count).player)
        if hypothesis is None or not hypothesis.actions or hypothesis.position.player in same:
            return False
        return bool(hypothesis.position.lifted_by(hypothesis.position.player, hypothesis.unexplained))

    # What changes it.

    def begin(self, state: "State") -> None:
        """Let the position of a game's state be the one that counts; nothing recorded before can be replaced."""
        before = self.position if state is self.state else None
        self.state = state
        self.position = position_of(state)
        if before and before.key == self.position.key:
            self.position.want(before.wanted)
        self.recent = []
        self._weighed = []
        self.replaced = ()
        self.to_turn = []

    def want(self, actions: tuple[int, ...]) -> None:
        """Take nothing but these actions of the player to move for legal, see Position.want.

        He has answered what was played before, so that stands until it is taken back.
        """
        if actions:
            for played in self.recent:
                played.is_answered = True
        self.position.want(actions)

    def end(self) -> None:
        """There is no game any more."""
        self.state = None
        self.recent = []
        self.to_turn = []

    def note_record(self, actions: list[int], undo_count: int, how: str) -> str:
        """Note in the trace why actions are about to be recorded, and how many are taken back; return what was seen."""
        position, replaced = self.position_before(undo_count), self.recent[-undo_count:] if undo_count else []
        instead = [played.before.recall().word(played.action) for played in replaced]
        changes, image, stamps = position.differences(self.image, self.activity), self.image, self.stamps
        changed = [bytes((field, position.image[field], image[field])) for field in sorted(changes)]
        self._touched = bytes([field for field in range(len(stamps)) if stamps[field] and field not in changes])
        others = [offer for offer in self._weighed if offer != (undo_count, actions)]
        weighed = [" ".join([str(count)] + notations(self.position_before(count), those)) for count, those in others]
        self._weighed = []
        seen = self.trace.note(how, notations(position, actions), instead, b"".join(changed), self._touched)
        if weighed:
            self.trace.message["weighed"] = weighed
        return seen

    def weigh(self, alternatives: "Sequence[Alternative]") -> None:
        """Remember what hands may have done, for the trace of what is recorded next."""
        for offer in alternatives:
            if offer != (0, []) and offer not in self._weighed and len(self._weighed) < _MOST_WEIGHED:
                self._weighed.append(offer)

    def note_felt(self, event: int, readings: bytes) -> None:
        """Note in the trace what the sensors measured of the event of this number, which is about to be recorded."""
        self.trace.message.update({"event": event, "readings": readings.hex()})

    def take_time(self, now_ms: int) -> None:
        """It is now so late."""
        self.now_ms = now_ms

    def observe(self, image: "Bytes", activity: "Bytes") -> bool:
        """Take a new image and activity of all fields, and stamp what has changed.

        Returns whether hands have only begun, or go on with it, so that the board means what it did.
        """
        stamps, old_image, old_activity = self.stamps, self.image, self.activity
        latest = min(largest(stamps) + 1, _LAST_STAMP)
        changed = places_that_differ(old_image, image)
        for field in changed:
            self.trace.see(field, image[field], self.now_ms)
            if not self.has_weights:
                self._note_filled(field, image)
            if old_activity[field] == QUIET:
                stamps[field] = latest
        has_begun = not changed
        for field in places_that_differ(old_activity, activity):
            if old_activity[field] == QUIET:
                stamps[field] = latest
            has_begun = has_begun and old_activity[field] <= SETTLING and TOUCHED <= activity[field] <= SETTLING
        old_image[:] = image
        old_activity[:] = activity
        self._compared = None
        self.changed_ms = self.now_ms
        return has_begun

    def _note_filled(self, field: int, image: "Bytes") -> None:
        """Note whether the field has filled together with another one, and not only come back to what stands there."""
        if field in self.at_once:
            self.at_once.remove(field)
        if image[field] and not (self.position and self.position.image[field]):
            last, self._filled = self._filled, field
            if last >= 0 and image[last] and self.since(self._filled_ms) <= _AT_ONCE_MS:
                self.at_once += [field] if last in self.at_once else [last, field]
            self._filled_ms = self.now_ms

    def note_lifts(self) -> None:
        """Note which pieces of the last actions are in the air again, by whomever, and since when."""
        recent = self.recent
        self.lifted_again = None
        changes = self.changes() if recent else {}
        taken_on: list[int] = []  # from where later actions have taken what an earlier one had put
        for played in reversed(recent):
            if not is_of_last_turn(played, recent[-1]):
                break
            is_lifted = changes.get(played.put_on, 0) < 0
            if is_lifted:
                self.lifted_again = self.lifted_again or played
            if is_lifted and played.lifted_ms < 0:
                played.lifted_ms = self.since(played.at_ms)
                played.lifted_stamp = self.stamps[played.put_on]
            elif not is_lifted and played.put_on not in taken_on:
                played.lifted_ms = -1
            taken_on.append(played.taken_from)

    def settle(self, keeps_order: bool = False) -> None:
        """Forget how the board came to be as it is; keep at most the order of changes."""
        self.wrong_stamp = 0
        self.wrong_fields = []
        self.unanswered = []
        if not keeps_order:
            self.stamps[:] = bytes(len(self.stamps))

    def come_to_rest(self) -> None:
        """Take note that the board is as it should be; what was touched on the way is history."""
        self.absent = {}
        if self.is_busy():
            return
        for played in self.recent:
            played.moving = b""
        if not largest(self.stamps):
            return
        image, stamps = self.image, self.stamps
        self.to_turn = [field for field in self.to_turn if not (stamps[field] and image[field])]
        self._felt = bytes([field for field in range(len(stamps)) if stamps[field] or field in self._felt])
        self.at_once = []
        self.settle()

    def note_diagnostic(self) -> None:
        """Remember that the board complained: what changes from now on answers that."""
        if not self.wrong_stamp and max(self.changes().values()) > 0:
            self.wrong_stamp = max(self.stamps) + 1
            self.wrong_fields = list(self.changes())

    def ask_to_turn(self, fields: list[int]) -> None:
        """Take note that the stones on these fields lie wrong side up, and no others."""
        self.to_turn = fields

    def take_back(self, count: int) -> None:
        """Let the position before the last `count` actions be the one that counts."""
        first = self.recent[-count]
        self.replaced = self.recent[-count:]
        for replaced in self.replaced:
            for earlier in replaced.instead_of:
                earlier.instead_of = ()  # twice replaced is as far as anybody looks back
        self.position = first.before
        self.to_turn = first.to_turn
        del self.recent[-count:]

    def accept(self, action: int, is_answered: bool = False, is_tacit: bool = False) -> None:
        """Let the position after an action be the one that counts, see RecentMove for the arguments."""
        before = self.position
        played = RecentMove(before, action, self.now_ms, self.to_turn)
        played.is_answered = is_answered
        played.is_tacit = is_tacit
        played.stamp = 0 if played.put_on == BEYOND else self.stamps[played.put_on]
        played.felt, self._felt = self._felt + self._touched, b""
        played.instead_of, self.replaced = self.replaced, ()
        self.recent = recent = self._still_open(before.player, played.taken_from)
        if recent:
            recent[-1].before.forget()
        recent.append(played)
        self.position = before.after(action)

    def _still_open(self, player: int, taken_from: int) -> "list[RecentMove]":
        """Return the last actions without those that are older than a second and than the turn of this player.

        One whose piece is now taken on stays, and the last one if its piece was soon in the air again, and is so.
        """
        kept: list[RecentMove] = []
        is_this_turn = self.position.scratch.players > 1
        for played in reversed(self.recent):
            is_this_turn = is_this_turn and played.player == player
            is_kept = is_this_turn or is_carried_on(played, taken_from)
            if not is_kept and self.since(played.at_ms) >= REWRITE_MS:
                if not 0 <= played.lifted_ms < SAME_HAND_MS or played is not self.recent[-1]:
                    break
                played.is_answered = True  # nobody corrects it any more; where its piece is put may show that he has
            kept.insert(0, played)
        return kept

    def turn_over(self, state: "State") -> None:
        """Note which stones have to be turned over after the last action of a state, and which need not any more."""
        self.to_turn = [field for field in turned_over(self.to_turn, state) if self.position.image[field]]

    def keep_open_changes(self) -> None:
        """Take note that something was recorded: what still differs, or just moves, has begun after it."""
        stamps, changes = self.stamps, self.changes()
        for field in places_that_differ(stamps, bytes(len(stamps))):
            if field not in changes and self.activity[field] == QUIET:
                stamps[field] = 0
        for played in self.recent:
            if played.at_ms == self.now_ms and self.is_busy():
                played.moving = bytes(stamps)
        before, self.absent = self.absent, {}
        for field, change in changes.items():
            if change < 0:
                self.absent[field] = before.get(field, 0) + 1


def is_of_last_turn(played: RecentMove, last: RecentMove) -> bool:
    """Tell whether an action is of the player of the last one, or may be: it was recorded in one go with that."""
    return played.player == last.player or played.at_ms == last.at_ms


def is_carried_on(played: RecentMove, taken_from: int) -> bool:
    """Tell whether the piece that an action had put was soon lifted from there for another one."""
    return played.put_on == taken_from and 0 <= played.lifted_ms < SAME_HAND_MS


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
