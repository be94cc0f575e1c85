"""The course of one game: every action is in the journal before it counts."""

from treppe import VERSION, games


class Course:
    """A game being played and recorded. `ending` is (reason, winners) once it is over, else None."""

    def __init__(self, journal, name: str, state, seats: list):
        self._journal = journal
        self.name = name
        self.state = state
        self.seats = seats
        self.ending: tuple | None = None
        self.is_paused = False
        self._last_word: str | None = None

    def play(self, action: int):
        """Record a legal action and apply it; record the end if it ended the game."""
        state = self.state
        word = state.word(action)
        self._journal.append({"k": "action", "player": state.current_player(), "word": word})
        state.apply_action(action)
        self._last_word = word
        if state.is_terminal():
            self.end(state.reason, state.winners)

    def undo(self, count: int):
        """Record that the last actions are taken back, and take them back."""
        self._journal.append({"k": "undo", "count": count})
        self._take_back(count)

    def _take_back(self, count):
        for _ in range(count):
            self.state.undo_action()
        self.ending = None
        self._last_word = None

    def end(self, reason: str, winners):
        """Record the end of the game."""
        scores = self.state.scores
        points = None if scores is None else list(scores)
        self._journal.append({"k": "end", "reason": reason, "winners": list(winners), "scores": points})
        self.ending = (reason, tuple(winners))

    def resign(self, player: int):
        """Record that a player gives up: all others win."""
        self._journal.append({"k": "resign", "player": player})
        self.end("resign", [other for other in range(self.state.players) if other != player])

    def draw(self):
        """Record that the players agree on a draw."""
        self._journal.append({"k": "draw"})
        self.end("agreed", ())

    def last_word(self) -> str:
        """Return the notation of the last action, empty at the start."""
        word = self._last_word
        if word is None:
            history = self.state.history()
            # A word is asked before its action is applied, so the last action is taken back on a copy.
            twin = self.state.clone()
            if history:
                twin.undo_action()
            self._last_word = word = twin.word(history[-1]) if history else ""
        return word


def begin(journal, name: str, options: dict, seats: list) -> Course:
    """Record the start of a game and return its course; raises games.InvalidOption before anything is recorded."""
    state = games.start(name, **options)
    event = {"k": "start", "game": name, "options": state.options, "seats": seats, "firmware": VERSION}
    journal.append(event)
    return Course(journal, name, state, seats)


def replay(journal, events) -> Course:
    """Return the course that the events of an open game tell of, read one by one.

    Raises what the rules raise if an event is not possible: InvalidOption, InvalidWord, IllegalAction, NothingToUndo.
    """
    given_up = None
    for event in events:
        kind = event["k"]
        if kind == "start":
            state = games.start(event["game"], **event["options"])
            course = Course(journal, event["game"], state, event["seats"])
        elif kind == "action":
            course.state.apply_action(course.state.action(event["word"]))
        elif kind == "undo":
            course._take_back(event["count"])
            given_up = None
        elif kind in ("resign", "draw"):
            given_up = event
        course.is_paused = kind == "pause"
    # A power cut between an event and the `end` that belongs to it leaves the end to be written now.
    if course.state.is_terminal():
        course.end(course.state.reason, course.state.winners)
    elif given_up and given_up["k"] == "draw":
        course.end("agreed", ())
    elif given_up:
        players = range(course.state.players)
        course.end("resign", [other for other in players if other != given_up["player"]])
    return course
