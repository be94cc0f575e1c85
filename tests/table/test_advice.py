"""A program's advice: asked for at the board, lit in a role of its own, said, and recorded."""

from fakes_table import begin
from treppe.alphabet.buttons import LONG, OK
from treppe.play import CommandError


def advised(game, word, kind, **settings):
    table = begin(game, settings)
    table.command("advise", {"word": word, "kind": kind})
    table.think()
    return table


def test_all_of_an_action_is_lit_beside_what_is_legal_until_something_is_recorded():
    table = advised("step", "a1-b2", "action")
    assert table.lit("a") == ["a1", "b2"]
    assert "Advice: a1-b2" in table.lines() and "Blue: move ball" in table.lines()
    table.change("a1", -16)
    assert table.lit("a") == ["b2"] and "c3" in table.lit("g")
    table.change("c3", 16)
    table.wait(1000)
    assert table.journal.words() == ["a1-c3"] and not table.lit("a")
    assert not any("Advice" in line for line in table.lines())


def test_first_only_the_piece():
    table = advised("step", "a1-b2", "piece")
    assert table.lit("a") == ["a1"] and "Advice: a1" in table.lines()
    table.command("advise", {"word": "a1-b2", "kind": "action"})
    table.think()
    assert table.lit("a") == ["a1", "b2"]
    reported = [
        (event["player"], event["word"], event["kind"]) for event in table.journal.events if event["k"] == "advice"
    ]
    assert reported == [(0, "a1-b2", "piece"), (0, "a1-b2", "action")]


def test_a_piece_beside_the_board_is_said_by_its_name():
    table = advised("aufstellen", "+b2", "piece")
    assert not table.lit("a") and "Advice: Blue square" in table.lines()


def test_advice_is_lit_without_hints_too():
    table = advised("step", "a1-b2", "action", hints="off")
    assert table.lit("a") == ["a1", "b2"] and not table.lit("0")


def test_ok_held_asks_for_advice_and_the_answer_ends_that():
    table = begin("step")
    table.table.session.note_host(True)
    assert "asks" not in table.display
    table.press(OK | LONG)
    assert table.display["asks"] == "advice" and "Asking the PC ..." in table.lines()
    table.command("advise", {"word": "a1-b2", "kind": "piece"})
    table.think()
    assert "asks" not in table.display
    table.press(OK | LONG)
    table.press(OK | LONG)
    assert "asks" not in table.display
    table.press(OK | LONG)
    table.play("a1-b2")
    assert "asks" not in table.display


def test_only_what_is_legal_is_advised():
    table = begin("step")
    try:
        table.command("advise", {"word": "g7-f6", "kind": "action"})
    except CommandError:
        return
    raise AssertionError


def test_without_a_host_nobody_advises():
    table = begin("step")
    table.press(OK | LONG)
    assert "asks" not in table.display and table.lines()[0] == "Advice needs a PC at"
    table.play("a1-b2")
    assert table.lines()[1] == "Blue: put brick"


def test_hands_that_nobody_dealt_are_not_advised_on():
    """It is said at once, not asked of a host that cannot know."""
    for hints in ("legal", "advice"):
        table = begin("cubes", {"hints": hints})
        table.table.session.note_host(True)
        table.wait(100)
        assert "asks" not in table.display
        table.press(OK | LONG)
        assert "asks" not in table.display and table.lines()[0] == "Advice needs a dealt", table.lines()
    table = begin("cubes", {}, seed=5)
    table.table.session.note_host(True)
    table.press(OK | LONG)
    assert table.display["asks"] == "advice"


def test_why_is_said_and_recorded_with_the_whole_action():
    why = {"code": "why_steps", "steps": 4}
    table = begin("step")
    table.command("advise", {"word": "a1-b2", "kind": "piece", "why": why})
    table.think()
    assert table.lines()[2] == "Advice: a1" and "4 to the top" not in table.lines()
    table.command("advise", {"word": "a1-b2", "kind": "action", "why": why})
    table.think()
    assert table.lines()[2:4] == ["Advice: a1-b2", "4 to the top"]
    assert table.journal.events[-1]["why"] == why
    for odd in ({}, {"code": "wins"}, {"code": ["why_wins"]}, {"code": "why_steps"}, {"code": "why_steps", "": {}}):
        table.command("advise", {"word": "a1-b2", "kind": "action", "why": odd})
        table.think()
        assert table.lines()[2] == "Advice: a1-b2"


def test_who_wants_advice_at_each_turn_is_advised_at_each_turn():
    table = begin("step", {"hints": "advice"})
    assert "asks" not in table.display, "there is no host"
    table.table.session.note_host(True)
    table.wait(20)
    table.think()
    assert table.display["asks"] == "advice"
    table.command("advise", {"word": "a1-b2", "kind": "piece"})
    table.think()
    table.wait(100)
    assert "asks" not in table.display
    table.play("a1-b2")
    assert table.display["asks"] == "advice" and table.lit("b"), "what is legal is lit as well"
    table.command("hints", {"player": 0, "level": "legal"})
    table.play("+b3")
    assert table.display["asks"] == "advice", "the other player's own level"


def test_programs_are_not_advised():
    table = begin("step", {"hints": "advice"})
    table.table.session.note_host(True)
    table.command("new", {"game": "step", "options": {}, "seats": ["Treppe 3", "Ann"]})
    table.set_up()
    table.wait(100)
    assert "asks" not in table.display
