from fakes_table import Table
from scripts import read
from treppe import surfaces
from treppe.sensing import FAULTY
from treppe.tracking.recovery import Recovery

SQUARE7 = surfaces.load("square7")
REED12 = surfaces.load("reed12")


def bytes_of(surface, words):
    found = bytearray(surface.FIELDS)
    for name, _, value in [word.partition("=") for word in words]:
        found[surface.NAMES.index(name)] = int(value)
    return found


def test_lamps_ask_for_what_the_scripts_say():
    for title, position, lines in read("tests/data/recovery.txt"):
        words, standing = [part.split() for part in position.split(":")]
        surface = surfaces.load(words[0])
        strangers = [surface.NAMES.index(word[1:]) for word in standing if word[0] == "!"]
        image = bytes_of(surface, [word for word in standing if word[0] != "!"])
        activity = bytearray(surface.FIELDS)
        recovery = Recovery(surface, image, {}, strangers)
        for done, expected in lines:
            for word in done.split():
                name, _, count = word[1:].partition("*")
                field = surface.NAMES.index(name)
                if word[0] == "%":
                    activity[field] = FAULTY
                else:
                    image[field] += int(count or 1) * (1 if word[0] == "+" else -1)
            recovery.look(image, bytes_of(surface, words[1:]), activity)
            targets, sources = [
                [surface.NAMES[field] for field in fields] for fields in (recovery.targets, recovery.sources)
            ]
            assert " ".join(targets + ["<"] + sources) == expected, (title, done, targets, sources)


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
