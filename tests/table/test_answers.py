"""What people answer, by button or by word, where the board asks or no sensor can tell."""

from fakes_table import begin
from treppe.panel import answers


def test_a_word_is_taken_if_it_was_offered_or_nothing_on_the_board_could_show_it():
    table = begin("wetteifern")
    table.play(table.legal_words()[1])
    session = table.session
    moves = [word for word in table.legal_words() if word != "."]
    assert not answers.choose_word(session, moves[0]), "hands show that"
    session.propose([(0, [table.state().action(word)]) for word in moves[:2]])
    assert answers.choose_word(session, moves[1])
    assert table.journal.notations()[-1] == moves[1]
    table.wait(60)
    table.set_up()
    start = table.legal_words()[1].split("-")[0]
    table.change(start, -1)
    assert not answers.choose_word(session, "."), "a piece is in the air"
    table.change(start, 1)
    table.change("a1", 1, 1000)
    assert table.phase() == "wrong" and not answers.choose_word(session, ".")
    table.change("a1", -1)
    table.think()
    assert answers.choose_word(session, ".")
    assert table.journal.notations()[-1] == "."


def test_what_is_proposed_leaves_the_display_in_the_frame_that_records_what_hands_did():
    table = begin("tor")
    table.arrange({"d8": 1, "e10": 5, "a1": 2, "l12": 6})
    action = table.state().action("d8-f8")
    table.change("d8", -1, 200)
    table.change("f8", 1, 20)
    table.session.propose([(0, [action])])
    while not table.journal.notations():
        assert table.now_ms < 2000
        table.wait(10)
    assert table.display["choice"] == [], "OK would answer to a question of the position before"


def test_a_frame_that_comes_late_does_not_make_an_action_wait_for_a_sixth():
    table = begin("weltreich")
    table.arrange({"b5": 1, "l12": 5})
    table.change("b5", -1)
    table.change("b9", 1, 10)
    table.now_ms += 14 - 10  # the frame that has understood it took 14 ms, the next ones 10 again
    table.wait(30)
    assert table.journal.notations() == [], "the piece may slide on"
    table.wait(10)
    assert table.journal.notations() == ["b5-b9"]
