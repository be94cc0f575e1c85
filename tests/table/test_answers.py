"""What people answer, by button or by word, where the board asks or no sensor can tell."""

from fakes_table import begin
from treppe.alphabet.buttons import MENU, OK
from treppe.panel import answers
from treppe.sensing import FAULTY

FEW = {"b5": 1, "l12": 2, "k9": 5, "a1": 6}


def _table(values=FEW, game="weltreich", **options):
    table = begin(game, **options)
    table.arrange(values)
    return table


def _break(table, *names):
    """Let the sensors of some fields give no answer."""
    for name in names:
        table.sensing.activity[table.surface.NAMES.index(name)] = FAULTY
    table.sensing.faults = [{"code": "reed_stuck", "field": name} for name in names]
    table.sensing.serial += 1
    table.wait(60)


def test_a_move_between_fields_that_no_sensor_sees_is_proposed_by_menu():
    table = _table()
    _break(table, "b5", "b9")
    while table.display["doubt"]:
        table.press(OK)
    table.press(MENU)
    assert table.display["choice"] == ["b5-b9"]
    table.press(OK)
    assert table.journal.words() == ["b5-b9"]


def test_only_fields_that_have_just_turned_faulty_are_asked_about():
    table = _table()
    _break(table, "b5")
    assert table.display["doubt"] == "b5"
    table.press(OK)
    assert table.display["doubt"] == ""
    _break(table, "b5", "k9")
    assert table.display["doubt"] == "k9"
    table.wait(400)
    table.press(OK)
    assert table.display["doubt"] == "", "b5 was answered for"


def test_ok_pressed_twice_answers_one_question():
    table = _table()
    _break(table, "b5", "k9")
    asked = table.display["doubt"]
    table.press(OK)
    table.wait(200)
    table.press(OK)
    assert table.display["doubt"] not in ("", asked), "nobody has read that yet"
    table.wait(400)
    table.press(OK)
    assert table.display["doubt"] == ""


def test_a_word_is_taken_if_it_was_offered_or_nothing_on_the_board_could_show_it():
    table = begin("wetteifern")
    table.play(table.legal_words()[1])
    session = table.session
    moves = [word for word in table.legal_words() if word != "."]
    assert not answers.choose(session, moves[0]), "hands show that"
    session.propose([(0, [table.state().action(word)]) for word in moves[:2]])
    assert answers.choose(session, moves[1])
    assert table.journal.words()[-1] == moves[1]
    table.wait(60)
    table.set_up()
    start = table.legal_words()[1].split("-")[0]
    table.change(start, -1)
    assert not answers.choose(session, "."), "a piece is in the air"
    table.change(start, 1)
    table.change("a1", 1, 1000)
    assert table.phase() == "wrong" and not answers.choose(session, ".")
    table.change("a1", -1)
    table.think()
    assert answers.choose(session, ".")
    assert table.journal.words()[-1] == "."


def test_what_is_proposed_leaves_the_display_in_the_frame_that_records_what_hands_did():
    table = begin("tor")
    table.arrange({"d8": 1, "e10": 5, "a1": 2, "l12": 6})
    action = table.state().action("d8-f8")
    table.change("d8", -1, 200)
    table.change("f8", 1, 20)
    table.session.propose([(0, [action])])
    while not table.journal.words():
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
    assert table.journal.words() == [], "the piece may slide on"
    table.wait(10)
    assert table.journal.words() == ["b5-b9"]
