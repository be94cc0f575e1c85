from fakes_table import Table
from treppe import surfaces
from treppe.tracking.recovery import Recovery

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


class Board:
    """An image that hands change as a Recovery says, and what should be."""

    def __init__(self, surface, expected, image, strangers=()):
        self.names = surface.NAMES
        self.expected = self.bytes_of(surface, expected)
        self.image = self.bytes_of(surface, image)
        self.activity = bytearray(surface.FIELDS)
        self.recovery = Recovery(surface, self.image, {}, [surface.NAMES.index(name) for name in strangers])

    def bytes_of(self, surface, values):
        found = bytearray(surface.FIELDS)
        for name in values:
            found[self.names.index(name)] = values[name]
        return found

    def asked(self):
        self.recovery.look(self.image, self.expected, self.activity)
        names = self.names
        return [names[field] for field in self.recovery.targets], [names[field] for field in self.recovery.sources]

    def change(self, name, change):
        self.image[self.names.index(name)] += change


def test_a_brick_goes_from_here_to_there_and_no_source_is_lit_while_it_is_carried():
    board = Board(SQUARE7, {"a1": 2, "g7": 1}, {"a1": 1, "b1": 1, "g7": 1, "g6": 1})
    assert board.asked() == (["a1"], ["b1"]), "the nearest of two"
    board.change("b1", -1)
    assert board.asked() == (["a1"], [])
    board.change("a1", 1)
    assert board.asked() == ([], ["g6"]), "only what is left over goes to the box"
    board.change("g6", -1)
    assert board.asked() == ([], [])


def test_a_ball_goes_before_what_lies_under_it():
    board = Board(SQUARE7, {"a1": 16, "c3": 1}, {"c3": 18, "e5": 0})
    assert board.asked() == (["a1"], ["c3"])
    board.change("c3", -16)
    assert board.asked() == (["a1"], [])
    board.change("a1", 16)
    assert board.asked() == ([], ["c3"])


def test_a_ball_is_laid_aside_where_bricks_have_to_come_from_under_it():
    board = Board(SQUARE7, {"a1": 17, "c3": 1}, {"a1": 18})
    assert board.asked() == ([], ["a1"])
    board.change("a1", -16)
    assert board.asked() == (["c3"], ["a1"])
    board.change("a1", -1)
    board.change("c3", 1)
    assert board.asked() == (["a1"], []), "and the ball comes back last"


def test_all_targets_are_lit_when_only_the_box_is_left_to_take_from():
    board = Board(REED12, {"a1": 1, "b1": 1, "l12": 1}, {})
    assert board.asked() == (["a1", "b1", "l12"], [])
    board.change("c5", 1)
    assert board.asked() == (["a1"], ["c5"])


def test_a_faulty_field_is_left_alone():
    board = Board(REED12, {"a1": 1}, {"b1": 1})
    board.activity[board.names.index("a1")] = 5
    assert board.asked() == ([], ["b1"])


def test_a_stranger_is_lifted_and_its_own_piece_comes_back():
    board = Board(REED12, {"a1": 1, "c3": 1}, {"a1": 1, "c3": 1}, ["c3"])
    assert board.asked() == ([], ["c3"])
    board.change("c3", -1)
    assert board.asked() == (["c3"], []) and board.recovery.strangers == []
    board.change("c3", 1)
    assert board.asked() == ([], [])


def test_a_stranger_on_a_stack_is_lifted_before_anything_comes_from_the_box():
    board = Board(SQUARE7, {"a1": 2, "g7": 3}, {"a1": 2, "g7": 2}, ["a1"])
    assert board.asked() == (["g7"], ["a1"])
    balls = Board(SQUARE7, {"a1": 18, "g7": 3}, {"a1": 18, "g7": 2}, ["a1"])
    assert balls.asked() == (["g7"], []), "a ball that has to go helps no brick"
    balls.change("g7", 1)
    assert balls.asked() == ([], ["a1"])
    balls.change("a1", -16)
    assert balls.asked() == (["a1"], []) and balls.recovery.strangers == []


def test_a_stranger_waits_until_what_is_too_much_is_gone():
    board = Board(REED12, {"a1": 1}, {"a1": 1, "f6": 1}, ["a1"])
    assert board.asked() == ([], ["f6", "a1"])
    board.change("f6", -1)
    assert board.asked() == ([], ["a1"])


def test_after_a_capture_is_taken_back_the_piece_that_looks_right_is_exchanged():
    table = Table(REED12)
    start, end = table.play_until_a_capture()
    table.command("undo", {})
    assert table.phase() == "setup" and table.role(end) == "r" and table.role(start) in "4567"
    table.change(end, -1)
    table.change(start, 1)
    assert table.phase() == "setup" and table.role(end) in "4567", "the captured piece comes back from the box"
    table.change(end, 1)
    assert table.phase() == "play"


def test_a_whole_turn_is_taken_back_and_an_agreed_end_is_one_of_its_own():
    table = Table(SQUARE7)
    table.new("step")
    table.play("a1-b2")
    table.play("+b3")
    table.command("draw", {})
    assert table.phase() == "over"
    table.wait(20, 2)
    assert table.phase() == "play" and table.journal.events[-1]["k"] == "resume" and table.journal.words() != []
    table.wait(20, 2 | 16)
    assert table.state().history() == [] and table.journal.events[-1]["count"] == 2


def test_nothing_to_take_back_is_said_until_something_else_is():
    table = Table(SQUARE7)
    table.new("step")
    table.wait(20, 2)
    said = table.lines()
    assert table.session.messages.notice == "" and said != []
    table.play("a1-b2")
    assert table.lines() != said


def test_of_two_balls_in_the_way_the_one_is_laid_aside_that_comes_back():
    board = Board(SQUARE7, {"b1": 18}, {"a1": 16, "b1": 17})
    assert board.asked()[1] == ["b1"], "its brick comes from the box, under it"
