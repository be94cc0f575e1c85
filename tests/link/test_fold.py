from treppe.fold import Fold, GameLog


class Diagnostic(Fold):
    """Writes down its calls."""

    def __init__(self):
        self.calls = []
        self.has_game = False
        self.rests = []

    def begin(self, event):
        self.calls.append("begin")
        self.has_game = True

    def turn_to(self, game):
        self.calls.append(f"turn to {game}")
        self.has_game = game != 99

    def belongs(self, event):
        return self.has_game

    def record_action(self, event):
        self.calls.append(event["word"])

    def take_back(self, event):
        self.calls.append(f"take back {event['count']}")

    def set_hints(self, event):
        self.calls.append(event["level"])

    def restore(self):
        self.calls.append("restored")

    def give_up(self, event):
        self.calls.append("given up")

    def end(self, event):
        self.calls.append("end")

    def reopen(self):
        self.calls.append("reopen")

    def pause(self, is_paused):
        self.rests.append(is_paused)


def reported_of(*kinds):
    fold = Diagnostic()
    fields = {"word": "a1-b1", "count": 2, "level": "off"}
    for kind in kinds:
        event = {"k": kind}
        event.update(fields)
        fold.follow(event)
    return fold


def test_each_kind_of_event_is_told():
    fold = reported_of("start", "action", "hints", "undo", "restored", "resign", "end", "resume", "draw", "end")
    expected = ["begin", "a1-b1", "off", "take back 2", "reopen", "restored", "given up", "end", "reopen", "given up"]
    assert fold.calls == expected + ["end"]


def test_what_has_no_game_changes_none():
    assert reported_of("action", "undo", "end", "pause").calls == []
    fold = reported_of("start")
    fold.follow({"k": "resume", "game": 99})
    fold.follow({"k": "action", "word": "a1-b1"})
    assert fold.calls == ["begin", "turn to 99"]


def test_a_game_that_goes_on_again_has_not_ended():
    fold = reported_of("start", "end")
    fold.follow({"k": "resume", "game": 1})
    assert fold.calls == ["begin", "end", "turn to 1", "reopen"]


def test_a_pause_lasts_until_something_else_happens_than_a_fault():
    assert reported_of("start", "pause", "fault").rests == [False, True]
    assert reported_of("start", "pause", "action").rests == [False, True, False]
    assert reported_of("start", "pause", "what a later firmware has").rests == [False, True, False]


def log_of(*kinds):
    fields = {"game": "step", "word": "a1-b1", "count": 2}
    return GameLog([dict(fields, k=kind, e=number) for number, kind in enumerate(kinds, 1)])


def test_a_log_has_what_stands_and_all_that_was_played():
    log = log_of("start", "action", "action", "action", "undo", "action", "fault")
    assert [event["e"] for event in log.actions] == [2, 6] and log.notations == ["a1-b1", "a1-b1"]
    assert [event["e"] for event in log.moves] == [2, 3, 4, 5, 6] and log.start["e"] == 1


def test_a_log_forgets_what_came_before_a_start_and_may_begin_within_a_game():
    assert log_of("action", "action", "undo", "action").notations == ["a1-b1"]
    assert log_of("start", "action", "end", "start").ending is None
    assert log_of("start", "action", "end", "start").notations == []


def test_an_end_in_a_log_counts_until_it_is_taken_back_or_goes_on():
    assert log_of("start", "action", "action", "resign", "end").ending["e"] == 5
    assert log_of("start", "action", "action", "resign", "end", "undo").ending is None
    assert log_of("start", "action", "end", "resume").ending is None
    assert log_of("start", "pause").is_paused and not log_of("start", "pause", "action").is_paused
