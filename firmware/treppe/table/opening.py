"""How a course begins, and comes back from the journal."""

from array import array
from typing import TYPE_CHECKING, Any

from treppe import VERSION, events, games
from treppe.fold import Fold
from treppe.table.clock import read
from treppe.table.course import Course

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from treppe.games.state import State
    from treppe.table.clock import Clock
    from treppe.table.types import Journal


def begin(journal: "Journal", state: "State", seats: list, limits: dict | None = None, is_lot: bool = False) -> Course:
    """Record the start of a game, with the limits of its clock if it has one, and return its course.

    `state` is at its start. The first of the seats begins; `is_lot`: because the lot has said so. Raises
    games.InvalidOption, where the clock's limits are none, before anything is recorded.
    """
    event: dict = {"k": events.START, "game": state.NAME, "options": state.options, "seats": seats, "firmware": VERSION}
    clock = clock_of(limits, state)
    if clock:
        event["clock"] = clock.limits
    if is_lot:
        event["lot"] = True
    journal.append(event)
    return Course(journal, state.NAME, state, seats, clock)


def clock_of(limits: dict | None, state: "State") -> "Clock | None":
    """Return the clock that the limits ask for, None if there are none; raise games.InvalidOption."""
    if not limits:
        return None

    return read(limits, state.players)


def replay(journal: "Journal", told: "Iterable[dict[str, Any]]") -> "Iterator[Course | None]":
    """Play the events of an open game again, one a step; the last step returns the course, all others None.

    Raises what the rules raise if an event is not possible: InvalidOption, InvalidWord, IllegalAction, NothingToUndo.
    """
    fold = _Replay(journal)
    for event in told:
        fold.follow(event)
        yield None
    course, given_up = fold.course, fold.given_up
    # A power cut between an event and the `end` that belongs to it leaves the end to be written now.
    if course.state.is_terminal():
        course.end(course.state.reason, course.state.winners)
    elif given_up and given_up["k"] == events.DRAW:
        course.end("agreed", ())
    elif given_up:
        course.end(given_up.get("why", "resign"), course._others(given_up["player"]))
    yield course


class _Replay(Fold):
    """Plays a course again; `given_up` is the event by which players have ended it."""

    def __init__(self, journal: "Journal"):
        self._journal = journal
        self.course: Course = None  # type: ignore[assignment]  # until `start` has come
        self.given_up: dict | None = None

    def begin(self, event: "dict[str, Any]") -> None:
        state = games.start(event["game"], event["options"])
        clock = clock_of(event.get("clock"), state)
        self.course = Course(self._journal, event["game"], state, event["seats"], clock)

    def belongs(self, event: "dict[str, Any]") -> bool:
        if "left_ms" in event:
            self._clock().left_ms[self.course.state.current_player()] = event["left_ms"]
        return True

    def _clock(self) -> "Any":
        return self.course.clock  # there is one, else no event tells what is left

    def act(self, event: "dict[str, Any]") -> None:
        self.course._apply(self.course.state.action(event["word"]))

    def take_back(self, event: "dict[str, Any]") -> None:
        self.course._take_back(event["count"])

    def reopen(self) -> None:
        self.course._reopen()
        self.given_up = None

    def set_hints(self, event: "dict[str, Any]") -> None:
        self.course.hint_levels[event["player"]] = event["level"]

    def restore(self) -> None:
        self.course.undone = array("i")

    def give_up(self, event: "dict[str, Any]") -> None:
        self.given_up = event
        if event.get("why") == "time":
            self._clock().left_ms[event["player"]] = 0

    def pause(self, is_paused: bool) -> None:
        self.course.is_paused = is_paused
