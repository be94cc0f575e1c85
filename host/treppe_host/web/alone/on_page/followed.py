"""The games of a board's events: what stands on the board by the record, and sheets for `treppe games import`.

Runs in CPython too.
"""

from treppe import events, games
from treppe.fold import Fold

_FORMAT = 1


class Followed(Fold):
    """Follows the events of one board's journal; `sheets` has each game by the number of its `start`."""

    def __init__(self, board):
        self._board = board
        self._at = 0.0
        self.sheets = {}
        self.number = 0
        self.state = None
        self._last = None

    def take(self, event, at_s):
        """Follow an event that was received at a time, in seconds since 1970."""
        self._at = at_s
        before, self._last = self._last, event
        self._thought = None
        if before and before["boot"] == event["boot"] and before["k"] not in (events.PAUSE, events.RESUME):
            self._thought = (event["ms"] - before["ms"]) & 0x3FFFFFFF
        self.follow(event)

    @property
    def sheet(self):
        """The current game's sheet, None if there is none."""
        return self.sheets.get(self.number)

    def begin(self, event):
        """See Fold."""
        self.number = event["e"]
        self.sheets[self.number] = {
            "treppe": _FORMAT,
            "game": event["game"],
            "options": event["options"],
            "seats": event["seats"],
            "moves": [],
            "reason": None,
            "winners": None,
            "scores": None,
            "started_at": self._at,
            "ended_at": None,
            "firmware": event["firmware"],
            "board": self._board,
            "origin": self._board + "/1/" + str(event["e"]),
        }
        self.state = games.start(event["game"], event["options"])

    def turn_to(self, game):
        """See Fold: an earlier game goes on from what its sheet has."""
        self.number = game if game in self.sheets else 0
        self.state = self._replayed() if self.number else None

    def belongs(self, event):
        """See Fold."""
        return self.sheet is not None

    def act(self, event):
        """See Fold."""
        move = {"word": event["word"], "player": event["player"], "at": self._at}
        if self._thought is not None:
            move["thinking_ms"] = self._thought
        self.sheet["moves"].append(move)
        self.state.apply_action(self.state.action(event["word"]))

    def take_back(self, event):
        """See Fold."""
        self.sheet["moves"].append({"undo": event["count"]})
        self.state = self._replayed()

    def reopen(self):
        """See Fold."""
        self.sheet.update({"reason": None, "winners": None, "scores": None, "ended_at": None})

    def end(self, event):
        """See Fold."""
        self.sheet.update({name: event[name] for name in ("reason", "winners", "scores")})
        self.sheet["ended_at"] = self._at

    def _replayed(self):
        sheet = self.sheet
        state = games.start(sheet["game"], sheet["options"])
        words = []
        for move in sheet["moves"]:
            if "word" in move:
                words.append(move["word"])
            else:
                del words[len(words) - move["undo"] :]
        for word in words:
            state.apply_action(state.action(word))
        return state
