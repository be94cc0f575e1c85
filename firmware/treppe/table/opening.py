"""How a course begins: recorded anew, or as the journal tells it. Loaded where a game is taken up."""

from array import array

from treppe import VERSION, games
from treppe.table.course import Course


def begin(journal, state, seats: list, limits: dict | None = None, is_lot: bool = False) -> Course:
    """Record the start of a game, with the limits of its clock if it has one, and return its course.

    `state` is at its start. The first of the seats begins; `is_lot`: because the lot has said so. Raises
    games.InvalidOption, where the clock's limits are none, before anything is recorded.
    """
    event: dict = {"k": "start", "game": state.NAME, "options": state.options, "seats": seats, "firmware": VERSION}
    clock = _clock_of(limits, state)
    if clock:
        event["clock"] = clock.limits
    if is_lot:
        event["lot"] = True
    journal.append(event)
    return Course(journal, state.NAME, state, seats, clock)


def _clock_of(limits, state):
    if not limits:
        return None
    from treppe.table.clock import read  # few games have one

    return read(limits, state.players)


def replay(journal, events) -> Course:
    """Return the course that the events of an open game tell of, read one by one.

    Raises what the rules raise if an event is not possible: InvalidOption, InvalidWord, IllegalAction, NothingToUndo.
    """
    given_up = None
    for event in events:
        kind = event["k"]
        if kind == "start":
            state = games.start(event["game"], **event["options"])
            clock = _clock_of(event.get("clock"), state)
            course = Course(journal, event["game"], state, event["seats"], clock)
        elif "left_ms" in event:
            course.clock.left_ms[course.state.current_player()] = event["left_ms"]
        if kind == "action":
            course._apply(course.state.action(event["word"]))
        elif kind == "undo":
            course._take_back(event["count"])
            given_up = None
        elif kind == "resume":
            course._reopen()
            given_up = None
        elif kind == "hints":
            course.hint_levels[event["player"]] = event["level"]
        elif kind == "restored":
            course.undone = array("i")
        elif kind in ("resign", "draw"):
            given_up = event
            if event.get("why") == "time":
                course.clock.left_ms[event["player"]] = 0
        if kind != "fault":
            course.is_paused = kind == "pause"
    # A power cut between an event and the `end` that belongs to it leaves the end to be written now.
    if course.state.is_terminal():
        course.end(course.state.reason, course.state.winners)
    elif given_up and given_up["k"] == "draw":
        course.end("agreed", ())
    elif given_up:
        course.end(given_up.get("why", "resign"), course._others(given_up["player"]))
    return course
