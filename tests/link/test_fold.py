from treppe.fold import Fold


class Told(Fold):
    """Writes down what it is told."""

    def __init__(self):
        self.told = []
        self.has_game = False
        self.rests = []

    def begin(self, event):
        self.told.append("begin")
        self.has_game = True

    def turn_to(self, game):
        self.told.append(f"turn to {game}")
        self.has_game = game != 99

    def belongs(self, event):
        return self.has_game

    def act(self, event):
        self.told.append(event["word"])

    def take_back(self, event):
        self.told.append(f"take back {event['count']}")

    def set_hints(self, event):
        self.told.append(event["level"])

    def restore(self):
        self.told.append("restored")

    def give_up(self, event):
        self.told.append("given up")

    def end(self, event):
        self.told.append("end")

    def reopen(self):
        self.told.append("reopen")

    def pause(self, is_paused):
        self.rests.append(is_paused)


def told_of(*kinds):
    fold = Told()
    fields = {"word": "a1-b1", "count": 2, "level": "off"}
    for kind in kinds:
        event = {"k": kind}
        event.update(fields)
        fold.follow(event)
    return fold


def test_each_kind_of_event_is_told():
    fold = told_of("start", "action", "hints", "undo", "restored", "resign", "end", "resume", "draw", "end")
    expected = ["begin", "a1-b1", "off", "take back 2", "reopen", "restored", "given up", "end", "reopen", "given up"]
    assert fold.told == expected + ["end"]


def test_what_has_no_game_changes_none():
    assert told_of("action", "undo", "end", "pause").told == []
    fold = told_of("start")
    fold.follow({"k": "resume", "game": 99})
    fold.follow({"k": "action", "word": "a1-b1"})
    assert fold.told == ["begin", "turn to 99"]


def test_a_game_that_goes_on_again_has_not_ended():
    fold = told_of("start", "end")
    fold.follow({"k": "resume", "game": 1})
    assert fold.told == ["begin", "end", "turn to 1", "reopen"]


def test_a_pause_lasts_until_something_else_happens_than_a_fault():
    assert told_of("start", "pause", "fault").rests == [False, True]
    assert told_of("start", "pause", "action").rests == [False, True, False]
    assert told_of("start", "pause", "what a later firmware has").rests == [False, True, False]
