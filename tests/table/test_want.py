"""A program plays for a seat: hands do what it wants, and nothing else."""

from fakes_table import begin
from treppe.play import CommandError

LEADS_MS = 6000


def wanting(game, *words, **options):
    table = begin(game, {"hints": "off"}, **options)
    want(table, *words)
    return table


def want(table, *words):
    table.command("want", {"words": list(words)})
    table.think()


def test_what_a_program_wants_is_lit_and_said_from_end_to_end():
    table = wanting("step", "a1-b2", "+b3")
    assert table.lit("l") == ["a1"] and table.lit("g") == ["b2"] and not table.lit("0")
    assert "Blue: move ball" in table.lines() and "a1-b2 +b3" in table.lines()
    table.play("a1-b2")
    assert table.lit("b") == ["b3"] and not table.lit("g")
    assert "+b3" in table.lines()
    table.play("+b3")
    assert table.journal.words() == ["a1-b2", "+b3"]
    assert table.display["player"] == 1 and set(table.roles) <= {ord("."), ord("m")}


def test_hands_that_do_something_else_are_led_back():
    table = wanting("step", "a1-b2", "+b3")
    table.change("a1", -16)
    table.change("c2", 16)
    table.wait(LEADS_MS)
    assert table.journal.words() == []
    assert table.lit("r") == ["c2"]
    table.change("c2", -16)
    table.change("b2", 16)
    table.wait(LEADS_MS)
    assert table.journal.words() == ["a1-b2"]
    table.change("c3", 1)
    table.wait(LEADS_MS)
    assert table.journal.words() == ["a1-b2"] and table.lit("r") == ["c3"]
    table.change("c3", -1)
    table.play("+b3")
    assert table.journal.words() == ["a1-b2", "+b3"]


def test_what_was_played_before_stands_when_a_program_has_answered():
    table = begin("step")
    for word in ("a1-b2", "+b3"):
        table.play(word)
    want(table, "g7-f6", "+f5")
    table.change("b3", -1)
    table.change("c3", 1)
    table.wait(LEADS_MS)
    assert table.journal.words() == ["a1-b2", "+b3"]
    table.change("c3", -1)
    table.change("b3", 1)
    table.play("g7-f6")
    table.change("e5", 1)
    table.wait(LEADS_MS)
    assert table.journal.words() == ["a1-b2", "+b3", "g7-f6"]


def test_a_wish_ends_with_what_is_taken_back_and_when_there_is_none():
    table = wanting("step", "a1-b2", "+b3")
    want(table)
    table.play("a1-c2")
    assert table.journal.words() == ["a1-c2"]
    want(table, "+c3")
    table.command("undo", {})
    table.set_up()
    table.play("a1-a3")
    table.play("+a4")
    assert table.journal.words() == ["a1-a3", "+a4"]


def test_a_new_game_knows_nothing_of_what_was_wanted():
    table = wanting("step", "a1-b2")
    table.new("step")
    table.set_up()
    table.play("a1-c2")
    assert table.journal.words()[-1] == "a1-c2"


def test_captures_and_jumps_are_lit_as_such():
    table = begin("weltreich")
    want(table, table.play_until(lambda after: sum(after.image()) < sum(table.state().image())))
    assert len(table.lit("x")) == 1 and len(table.lit("l")) == 1 and not table.lit("g")


def test_what_is_not_legal_cannot_be_wanted():
    table = begin("step")
    for words in (["a1-g7"], ["a1-b2", "a1-c3"], ["a1-b2", "+b3", "g7-f6"], ["?"]):
        try:
            table.command("want", {"words": words})
        except CommandError:
            continue
        raise AssertionError(words)
