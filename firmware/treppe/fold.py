"""Follows the events of games: the one place that decides their effects."""

from typing import TYPE_CHECKING

from treppe.alphabet import events

if TYPE_CHECKING:
    from collections.abc import Iterable


class Fold:
    """Reads events one by one (see `follow`). A subclass overrides what it wants to know of."""

    def follow(self, event: dict):
        """Take the next event: a dict with its kind `k`, as the journal has it and the link sends it.

        What it comes to is decided here alone, for board, store, page and a stranger's program.

        >>> log = GameLog([{"k": "start", "game": "tor"}])
        >>> for word in ("a1-a2", "l12-l11"):
        ...     log.follow({"k": "action", "word": word})
        >>> log.follow({"k": "undo", "count": 1})
        >>> log.notations, len(log.undone), log.ending
        (['a1-a2'], 1, None)
        """
        kind = event["k"]
        if kind == events.START:
            self.begin(event)
        elif kind == events.RESUME and "game" in event:
            self.turn_to(event["game"])
        if not self.belongs(event) or kind in (events.FAULT, events.DROPPED):
            return
        if kind == events.ACTION:
            self.record_action(event)
        elif kind == events.UNDO:
            self.take_back(event)
        elif kind == events.HINTS:
            self.set_hints(event)
        elif kind == events.RESTORED:
            self.restore()
        elif kind in (events.RESIGN, events.DRAW):
            self.give_up(event)
        elif kind == events.END:
            self.end(event)
        if kind in (events.UNDO, events.RESUME):
            self.reopen()
        self.pause(kind == events.PAUSE)

    def begin(self, event: dict):
        """A game begins."""

    def turn_to(self, game: int):
        """The game whose `start` has this number goes on."""

    def belongs(self, event: dict) -> bool:
        """Take an event whose game is known by now; return False if there is no game, so that it changes none."""
        return True

    def record_action(self, event: dict):
        """A player has acted."""

    def take_back(self, event: dict):
        """The last `count` actions are taken back; `reopen` follows."""

    def set_hints(self, event: dict):
        """A player has chosen a level of hints."""

    def restore(self):
        """The board shows what was taken back."""

    def give_up(self, event: dict):
        """A player has resigned, has run out of time, or the players have agreed on a draw; `end` follows."""

    def end(self, event: dict):
        """The game has ended."""

    def reopen(self) -> None:
        """An end that the game may have had counts no more."""

    def pause(self, is_paused: bool):
        """The game rests, or does not."""


class GameLog(Fold):
    """The game that was begun last, or a part of one: what was played, what of it stands, and how it has ended."""

    def __init__(self, played: "Iterable[dict]" = ()):
        """Follow the events `played`; others may follow."""
        self.start: dict = {}
        """The event `start`; empty before it."""
        self.moves: list[dict] = []
        """The events `action` and `undo`."""
        self.actions: list[dict] = []
        """The events `action` that were not taken back."""
        self.undone: list[tuple[dict, dict]] = []
        """The others, each with the event that took it back."""
        self.ending: dict | None = None
        """The event `end`; None while the game goes on."""
        self.is_paused = False
        for event in played:
            self.follow(event)

    @property
    def notations(self) -> list[str]:
        """The actions that stand, in the game's notation."""
        return [event["word"] for event in self.actions]

    def begin(self, event: dict):
        self.start, self.moves, self.actions, self.undone, self.ending = event, [], [], [], None

    def record_action(self, event: dict):
        self.moves.append(event)
        self.actions.append(event)

    def take_back(self, event: dict):
        self.moves.append(event)
        first = len(self.actions) - event["count"]
        self.undone += [(action, event) for action in self.actions[first:]]
        del self.actions[first:]

    def end(self, event: dict):
        self.ending = event

    def reopen(self) -> None:
        self.ending = None

    def pause(self, is_paused: bool):
        self.is_paused = is_paused
