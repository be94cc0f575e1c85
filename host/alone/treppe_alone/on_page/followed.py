"""The games of a board's events: what stands on the board by the record, and sheets for `treppe games import`.

Runs in CPython too.
"""

from treppe import games
from treppe.alphabet import events
from treppe.fold import GameLog
from treppe.runtime import elapsed_ms

_FORMAT = 1


class Followed:
    """Follows the events of a journal; notes in each when it came (`at`), and the time before it (`thinking_ms`)."""

    def __init__(self, board):
        self._board = board
        self._logs = {}
        self._number = 0
        self._last = None
        self.last_fields = ()
        """The fields of the last action; none after a take-back."""
        self.state = None
        """The position of the current game, None if there is none."""

    def take(self, event, at_s):
        """Follow an event that was received at a time, in seconds since 1970."""
        before, self._last = self._last, event
        event = dict(event, at=at_s)
        if before and before["boot"] == event["boot"] and before["k"] not in (events.PAUSE, events.RESUME):
            event["thinking_ms"] = elapsed_ms(event["ms"], before["ms"])
        if event["k"] == events.START:
            self._number = event["e"]
            self._logs[self._number] = GameLog()
        elif event["k"] == events.RESUME and "game" in event:
            self._number = event["game"] if event["game"] in self._logs else 0
        log = self._logs.get(self._number)
        if log:
            log.follow(event)
        if event["k"] == events.ACTION and self.state:
            action = self.state.action(event["word"])
            self.last_fields = tuple(self.state.touched(action))
            self.state.apply_action(action)
        elif event["k"] in (events.START, events.RESUME, events.UNDO):
            self.state = _replayed(log) if log else None
            self.last_fields = ()

    @property
    def notations(self):
        """The notations of the current game's actions, without those that were taken back."""
        return list(self._logs[self._number].notations) if self._number else []

    @property
    def sheet(self):
        """The current game's sheet, None if there is none."""
        return self._sheet_of(self._number) if self._number else None

    @property
    def sheets(self):
        """The sheets of all games, in their order."""
        return [self._sheet_of(number) for number in sorted(self._logs)]

    def _sheet_of(self, number):
        log = self._logs[number]
        end = log.ending or {}
        return {
            "treppe": _FORMAT,
            "game": log.start["game"],
            "options": log.start["options"],
            "seats": log.start["seats"],
            "moves": [_sheet_line(event) for event in log.moves],
            "reason": end.get("reason"),
            "winners": end.get("winners"),
            "scores": end.get("scores"),
            "started_at": log.start["at"],
            "ended_at": end.get("at"),
            "firmware": log.start["firmware"],
            "board": self._board,
            "origin": self._board + "/1/" + str(number),
        }


def _sheet_line(event):
    """Return an action or a take-back as a sheet has it."""
    if event["k"] == events.UNDO:
        return {"undo": event["count"]}
    return {name: event[name] for name in ("word", "player", "at", "thinking_ms") if name in event}


def _replayed(log):
    state = games.start(log.start["game"], log.start["options"])
    for word in log.notations:
        state.apply_action(state.action(word))
    return state
