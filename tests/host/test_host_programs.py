"""A seat of a host's program: while a host listens, people see neither what its pieces may do nor its choices."""

from random import Random

import pytest
from fakes_table import begin
from treppe.alphabet.buttons import OK


def seated(game, *names, **options):
    table = begin(game)
    table.command("discard", {})
    table.command("new", {"game": game, "options": options, "seats": list(names)})
    table.set_up()
    table.table.session.note_host(True)
    table.think()
    return table


def lit(table):
    return set(table.table.roles.decode()) - set(".m")


def test_nothing_is_lit_while_a_hosts_program_thinks_until_it_says_what_it_wants():
    table = seated("step", "Treppe 3", "Ann")
    assert not lit(table) and "Thinking ..." in table.lines()
    table.change("a1", -16)
    assert not table.lit("g"), "a hand that meddles is not led on"
    table.change("a1", 16)
    table.command("want", {"words": ["a1-b2"]})
    table.think()
    assert table.lit("l") == ["a1"] and table.lit("g") == ["b2"] and "a1-b2" in table.lines()
    table.play("a1-b2")
    assert table.journal.notations() == ["a1-b2"]


def test_a_persons_turn_is_lit_as_ever():
    table = seated("step", "Ann", "Treppe 3")
    assert table.lit("0") == ["a1"]


def test_a_program_that_cannot_play_leaves_its_turn_to_people():
    table = seated("step", "Treppe 3", "Ann")
    table.command("want", {"words": []})
    table.think()
    assert table.lit("0") == ["a1"] and "Thinking ..." not in table.lines()


def test_without_a_host_people_play_for_its_program():
    table = seated("step", "Treppe 3", "Ann")
    table.table.session.note_host(False)
    table.think()
    assert table.lit("0") == ["a1"]
    table.table.session.note_host(True)
    table.think()
    assert not lit(table)


def test_choices_of_a_program_are_not_offered():
    table = seated("seven", "Treppe 3", "Treppe 4", seed=7)
    table.table.session.note_host(False)
    random = Random(7)
    while not table.display["choice"]:
        table.command("play", {"words": [random.choice(table.legal_words())]})
        table.set_up()
    count = len(table.journal.notations())
    table.table.session.note_host(True)
    table.think()
    assert not table.display["choice"] and "question" not in table.display
    table.press(OK)
    assert len(table.journal.notations()) == count, "OK records none of them"


@pytest.mark.parametrize("names", [[], ["Treppe 3"], ["Board 1", "Board 2"]])
def test_a_game_ends_whoever_sits_there(names):
    """Nobody is to move any more, at a board whose seats have names or not."""
    table = seated("aufstellen", *names)
    table.table.session.note_host(False)
    random = Random(3)
    while not (winning := [word for word in table.legal_words() if ends(table.state(), word)]):
        table.command("play", {"words": [random.choice(table.legal_words())]})
        table.set_up()
    table.table.session.note_host(True)
    table.play(winning[0], ms=1000)
    assert table.phase() == "over" and table.lit("w") and "Thinking ..." not in table.lines()


def ends(state, word):
    after = state.clone()
    after.apply_action(after.action(word))
    return after.is_terminal()
