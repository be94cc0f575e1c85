"""The record of one game: every action is in the journal before it counts."""

from array import array
from typing import TYPE_CHECKING, Any

from treppe.alphabet import events
from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from treppe.games.state import State
    from treppe.play.clock import Clock
    from treppe.types import Diagnostic, Job, Journal

HOSTS = "Treppe "
"""What programs of a host are called, with their levels."""
PROGRAMS = ("Board 1", "Board 2")
"""Name of the board's own programs in records, the same in every language."""
DISCARDED = "discarded"
"""Reason of the end of a game that people have called off: it has no winner, and it is no draw."""
_MOST_WORDS = const(8)  # of the last actions that are kept: hands rarely take back more


class GameRecord:
    """A game being played and recorded. `ending` is (reason, winners) once it is over, else None.

    `clock` is its chess clock (see clock.py), None if it has none. Events then say what the player to move has left.
    `hint_levels` are those of players who have one of their own. `undone` are actions that were taken back, and that
    hands may still have to follow. `marks` are (field, player) of the last action's changes without hands, None until
    they are found. `levels` has a byte a player: the level of the board's program in his seat, or 0. `absent` has, for
    each field whose piece is not seen, the number of records since it went.
    """

    def __init__(self, journal: "Journal", name: str, state: "State", seats: list[str], clock: "Clock | None" = None):
        self._journal = journal
        self.name = name
        self.state = state
        self.seats = seats
        self.clock = clock
        self.ending: tuple[str, tuple[int, ...]] | None = None
        self.is_paused = False
        self.hint_levels: dict[int, str] = {}
        self.undone = array("i")
        self.marks: list[tuple[int, int]] | None = None
        self.levels = bytes([_level_of(seats, player) if state.JUDGED else 0 for player in range(state.players)])
        self.absent: dict[int, int] = {}
        self._line = array("i")  # the actions before the first take-back since hands have played, for `redo`
        self._words: list[str] = []  # of the last actions, as far as they are known

    def record_action(self, action: int, seen: str = "") -> None:
        """Record a legal action, and what was `seen` of it (see Trace), and apply it; record the end if it ended."""
        state = self.state
        word = state.notation(action)
        self._record({"k": events.ACTION, "player": state.current_player(), "word": word}, seen)
        self._apply(action, seen)
        self._words = self._words[1 - _MOST_WORDS :] + [word]
        if state.is_terminal():
            self.end_game(state.reason, state.winners)

    def undo(self, count: int, seen: str = "") -> None:
        """Record that the last actions are taken back, and what was `seen` of that, and take them back.

        Where players, or the clock, have ended the game, that counts as one of them.
        """
        if self.ending and not self.state.is_terminal():
            self._journal.append({"k": events.RESUME})
            self._reopen()
            if self.clock:
                self.clock.is_running = False  # people look at the board again, and start it
            count -= 1
        if count:
            self._record({"k": events.UNDO, "count": count}, seen)
            self._take_back(count, seen)

    def num_redoable(self) -> int:
        """Return how many actions that were taken back can be played forward again, until hands play another one."""
        return len(self._line) - self._num_kept()

    def _num_kept(self) -> int:
        """Return how many actions of the line that can be played again stand."""
        line, history = self._line, self.state.history() if self._line else ()
        kept = 0
        while kept < len(line) and kept < len(history) and line[kept] == history[kept]:
            kept += 1
        return kept

    def redo(self) -> "Job":
        """Play forward what was taken back, after taking back what buttons have recorded instead. A job, see job.py."""
        kept = self._num_kept()
        if self.num_undoable() > kept:
            self.undo(self.num_undoable() - kept)
        for action in self._line[kept:]:
            yield
            self.record_action(action)

    def num_undoable(self) -> int:
        """Return how many steps can be taken back: the actions, and an end that players declared."""
        return len(self.state.history()) + bool(self.ending and not self.state.is_terminal())

    def set_hints(self, player: int, level: str) -> None:
        """Record the level of hints that a player has chosen for himself."""
        if self.hint_levels.get(player) != level:
            self._journal.append({"k": events.HINTS, "player": player, "level": level})
            self.hint_levels[player] = level

    def advise(self, word: str, kind: str, why: "Diagnostic | None") -> None:
        """Record what a program has advised the player to move, and why; `kind` is "piece" or "action"."""
        event: dict[str, Any] = {"k": events.ADVICE, "player": self.state.current_player(), "word": word, "kind": kind}
        if why:
            event["why"] = why
        self._journal.append(event)

    def is_person(self, player: int) -> bool:
        """Tell whether no program sits in a player's seat."""
        if not 0 <= player < len(self.seats):
            return True
        return not (self.levels[player] or str(self.seats[player]).startswith(HOSTS))

    def before_undoing(self) -> "tuple[State, set[int]]":
        """Return the state before the last take-backs, and the fields whose pieces these have moved back."""
        twin = self.state.clone()
        fields = set()
        for action in self.undone:
            fields.update(twin.touched(action))
            twin.apply_action(action)
        return twin, fields

    def confirm(self) -> None:
        """Note that hands have followed the take-backs; record it if sensors alone could not tell."""
        if self.undone:
            state, (before, fields) = self.state, self.before_undoing()
            self.undone = array("i")
            image, image_before = state.image(), before.image()
            for field in fields:
                looks_same = image[field] and image[field] == image_before[field]
                if looks_same and state.pieces(field)[-1][:3] != before.pieces(field)[-1][:3]:
                    self._journal.append({"k": events.RESTORED})
                    return

    def pause(self) -> None:
        """Record that the game is laid aside."""
        self._record({"k": events.PAUSE})

    def _record(self, event: "dict[str, Any]", seen: str = "") -> None:
        if seen:
            event["seen"] = seen
        player = self.state.current_player()
        if self.clock and player >= 0:
            event["left_ms"] = self.clock.left_ms[player]
        self._journal.append(event)

    def _apply(self, action: int, seen: str = "") -> None:
        if seen:
            self._line = array("i")
        player = self.state.current_player()
        self.undone = array("i")
        self.marks = None
        self.state.apply_action(action)
        if self.clock:
            self.clock.switch_player(player, self.state.current_player())

    def _take_back(self, count: int, seen: str = "") -> None:
        if seen:  # hands have corrected it
            self._line = array("i")
        elif not self.num_redoable():
            self._line = array("i", self.state.history())
        self.undone = array("i", self.state.history()[-count:]) + self.undone
        for _ in range(count):
            follower = self.state.current_player()
            self.state.undo_action()
            if self.clock:
                self.clock.take_back(self.state.current_player(), follower)
        self.marks = None
        self._reopen()
        self._words = self._words[:-count]

    def _reopen(self) -> None:
        self.ending = None
        if self.clock:
            self.clock.reopen(self.state.current_player())

    def end_game(self, reason: str, winners: "Iterable[int]") -> None:
        """Record the end of the game."""
        scores = self.state.scores
        points = None if scores is None else list(scores)
        self._journal.append({"k": events.END, "reason": reason, "winners": list(winners), "scores": points})
        self.ending = (reason, tuple(winners))

    def mark(self, marks: list[tuple[int, int]]) -> None:
        """Keep the fields that the last action has changed without hands, with their roles."""
        self.marks = marks

    def outcome(self) -> tuple[str, tuple[int, ...]]:
        """Return why the game is over, and who has won."""
        ending: tuple[str, tuple[int, ...]] = self.ending  # type: ignore[assignment]
        return ending

    def resign(self, player: int, why: str = "resign") -> None:
        """Record that a player gives up, or that his time is up (`why` is "time").

        The game goes on without him if others of more than one side are left; else these win.
        """
        if self.state.may_leave(player):
            self.record_action(self.state.leaving(why + ":" + str(player)))
            return
        event = {"k": events.RESIGN, "player": player}
        if why != "resign":
            event["why"] = why
        self._journal.append(event)
        self.end_game(why, self._others(player))

    def _others(self, player: int) -> list[int]:
        state = self.state
        if state.options.get("teams"):  # partners sit two seats apart
            return [other for other in range(state.players) if (other - player) % 2]
        return [other for other in range(state.players) if other != player and not state.is_out(other)]

    def draw(self) -> None:
        """Record that the players agree on a draw."""
        self._journal.append({"k": events.DRAW})
        self.end_game("agreed", ())

    def last_word(self) -> str:
        """Return the notation of the last action, empty at the start."""
        history = [] if self._words else self.state.history()
        if history:
            # A word is asked before its action is applied, so the last action is taken back on a copy.
            twin = self.state.clone()
            twin.undo_action()
            self._words = [twin.notation(history[-1])]
        return self._words[-1] if self._words else ""


def _level_of(seats: "Sequence[Any]", player: int) -> int:
    """Return the level of the board's program in a player's seat, 0 if a person or a host's program sits there."""
    name = seats[player] if player < len(seats) else ""
    return PROGRAMS.index(name) + 1 if name in PROGRAMS else 0
