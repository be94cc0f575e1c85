"""How a game record begins, and comes back from the journal."""

from array import array
from typing import TYPE_CHECKING, Any

from treppe import VERSION, games
from treppe.alphabet import events
from treppe.fold import Fold
from treppe.play.clock import read
from treppe.play.game_record import GameRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from treppe.games.state import State
    from treppe.play.clock import Clock
    from treppe.types import Journal


def begin(
    journal: "Journal", state: "State", seats: list, limits: dict | None = None, is_lot: bool = False
) -> GameRecord:
    """Record the start of a game, with the limits of its clock if it has one, and return its record.

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
    return GameRecord(journal, state.NAME, state, seats, clock)


def clock_of(limits: dict | None, state: "State") -> "Clock | None":
    """Return the clock that the limits ask for, None if there are none; raise games.InvalidOption."""
    if not limits:
        return None

    return read(limits, state.players)


def replay(journal: "Journal", played: "Iterable[dict[str, Any]]") -> "Iterator[GameRecord | None]":
    """Play the events of an open game again, one a step; the last step returns the game record, all others None.

    Raises what the rules raise if an event is not possible: InvalidOption, InvalidWord, IllegalAction, NothingToUndo.
    """
    fold = _Replay(journal)
    for event in played:
        fold.follow(event)
        yield None
    game_record, given_up = fold.game_record, fold.given_up
    # A power cut between an event and the `end` that belongs to it leaves the end to be written now.
    if game_record.state.is_terminal():
        game_record.end_game(game_record.state.reason, game_record.state.winners)
    elif given_up and given_up["k"] == events.DRAW:
        game_record.end_game("agreed", ())
    elif given_up:
        game_record.end_game(given_up.get("why", "resign"), game_record._others(given_up["player"]))
    yield game_record


class _Replay(Fold):
    """Plays a game record again; `given_up` is the event by which players have ended it."""

    def __init__(self, journal: "Journal"):
        self._journal = journal
        self.game_record: GameRecord = None  # type: ignore[assignment]  # until `start` has come
        self.given_up: dict | None = None

    def begin(self, event: "dict[str, Any]") -> None:
        state = games.start(event["game"], event["options"])
        clock = clock_of(event.get("clock"), state)
        self.game_record = GameRecord(self._journal, event["game"], state, event["seats"], clock)

    def belongs(self, event: "dict[str, Any]") -> bool:
        if "left_ms" in event:
            self._clock().left_ms[self.game_record.state.current_player()] = event["left_ms"]
        return True

    def _clock(self) -> "Any":
        return self.game_record.clock  # there is one, else no event tells what is left

    def record_action(self, event: "dict[str, Any]") -> None:
        self.game_record._apply(self.game_record.state.action(event["word"]), event.get("seen", ""))

    def take_back(self, event: "dict[str, Any]") -> None:
        self.game_record._take_back(event["count"], event.get("seen", ""))

    def reopen(self) -> None:
        self.game_record._reopen()
        self.given_up = None

    def set_hints(self, event: "dict[str, Any]") -> None:
        self.game_record.hint_levels[event["player"]] = event["level"]

    def restore(self) -> None:
        self.game_record.undone = array("i")

    def give_up(self, event: "dict[str, Any]") -> None:
        self.given_up = event
        if event.get("why") == "time":
            self._clock().left_ms[event["player"]] = 0

    def pause(self, is_paused: bool) -> None:
        self.game_record.is_paused = is_paused
