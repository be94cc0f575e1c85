"""What the table does in every game: a test a sentence, by clean hands that a test moves itself."""

from fakes_table import ASKED_MS, begin, may_continue
from treppe import surfaces
from treppe.alphabet.buttons import END, MENU, OK
from treppe.sensing import FAULTY

REED12 = surfaces.load("reed12")


def test_the_same_piece_moved_on_or_back_rewrites_what_was_recorded():
    table = begin("weltreich")
    table.play("b3-b9")
    table.change("b9", -1)
    table.change("b8", 1, 200)
    assert table.journal.words() == ["b3-b8"] and table.journal.kinds()[-2:] == ["undo", "action"]
    table.change("b8", -1)
    table.change("b3", 1, 200)
    assert table.journal.words() == []


def test_two_own_pieces_in_the_air_keep_their_fields_lit_and_are_asked_about_where_either_may_have_been_put():
    table = begin("weltreich")
    table.arrange({"b3": 1, "e5": 1, "a1": 3, "l12": 7})
    table.change("b3", -1)
    table.change("e5", -1, 300)
    assert table.role("b3") == table.role("e5") == "o"
    table.change("b5", 1, ASKED_MS)
    assert table.journal.words() == [], "either may stand there"
    assert table.display["choice"] in (["b3-b5"], ["e5-b5"])
    table.change("e5", 1, 200)
    assert table.journal.words() == ["b3-b5"], "the other one came back"


def test_a_piece_lifted_out_of_turn_gives_no_hints_and_must_come_back():
    table = begin("weltreich")
    table.change("k10", -1, 500)
    assert table.role("k10") in "p5" and table.lit("g") == []
    table.change("k10", 1, 100)
    assert table.phase() == "play" and table.journal.words() == []


def test_a_masked_field_is_asked_about():
    table = begin("weltreich")
    table.arrange({"b3": 1, "a1": 3, "l12": 7})
    table.sensing.activity[REED12.NAMES.index("b9")] = FAULTY
    table.wait(50)
    table.change("b3", -1, ASKED_MS)
    assert table.display["choice"] == ["b3-b9"] and table.journal.words() == []
    table.press(END)
    assert table.display["choice"] == [] and table.journal.words() == [], "END: it is not there"
    table.change("b3", 1, 100)
    table.change("b3", -1, ASKED_MS)
    table.press(OK)
    assert table.journal.words() == ["b3-b9"], "OK: it is there"


def test_quiet_time_never_ends_a_turn():
    table = begin("sprung")
    word = table.play_until(may_continue)
    table.play(word, 10_000)
    assert table.journal.words()[-1] == word and "END ends the turn" in table.lines()
    table.press(END)
    assert table.journal.words()[-1] == "."


def test_a_complete_action_of_the_next_player_ends_the_turn_before():
    table = begin("sprung")
    word = table.play_until(may_continue)
    table.play(word)
    after = table.state().clone()
    after.apply_action(after.action("."))
    reply = sorted([after.word(action) for action in after.legal_actions()])[0]
    for field, change in after.hand_moves(after.action(reply)):
        table.sensing.image[field] += change
        table.wait(100)
        if change < 0:
            assert table.journal.words()[-1] == word, "a piece in the air proves nothing"
    assert table.journal.words()[-3:] == [word, ".", reply]


def _one_of_two_put():
    """Return a board on which one of two pieces in the air was put where either may have gone."""
    table = begin("weltreich")
    table.arrange({"b3": 1, "e5": 1, "a1": 3, "l12": 7})
    table.change("b3", -1)
    table.change("e5", -1)
    table.change("b5", 1, ASKED_MS)
    return table


def test_lit_fields_are_enough_to_choose_by():
    table = _one_of_two_put()
    first = table.display["choice"]
    table.press(MENU)
    second = table.display["choice"]
    assert sorted(first + second) == ["b3-b5", "e5-b5"]
    table.press(OK)
    assert table.journal.words() == second


def test_an_answer_by_name_is_never_taken_for_what_is_proposed_meanwhile():
    table = _one_of_two_put()
    first = table.display["choice"]
    table.press(MENU)
    assert table.display["choice"] != first
    table.command("choose", {"word": " ".join(first)})
    assert table.journal.words() == first
