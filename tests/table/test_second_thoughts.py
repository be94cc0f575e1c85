"""A hand that changes its mind, and another one beside it: what was recorded is rewritten, or stands."""

from fakes_table import begin
from treppe.games import positions
from treppe.sensing import QUIET, SETTLING
from treppe.table.presses import MENU, OK


def _table(text):
    """Return a table with the position of a text."""
    state = positions.read(text)
    table = begin(state.NAME, **state.options)
    table.state().position[:] = state.position
    table.session.lead("setup")
    table.set_up()
    return table


def _weltreich(values, **options):
    table = begin("weltreich", **options)
    table.arrange(values)
    return table


def _do(table, *changes):
    for name, change, ms in changes:
        table.change(name, change, ms)
    return table.journal.words()


def test_a_piece_lifted_again_before_the_next_player_has_begun_is_put_right_by_its_own_hand():
    table = _weltreich({"b5": 1, "k9": 5, "l12": 2, "a1": 6})
    table.play("b5-b9", 1500)
    table.change("b9", -1, 10)
    table.change("k9", -1, 60)
    table.change("k7", 1, 10)
    table.change("b8", 1, 200)
    assert table.journal.words() == ["b5-b8", "k9-k7"], "not a next move from b9 to b8"


def test_a_captured_piece_that_goes_before_another_player_has_put_his_is_not_moved_on():
    table = _weltreich({"b5": 1, "k9": 5, "b12": 9, "l12": 2, "a1": 6}, players=3)
    table.play("b5-b9", 3000)
    assert _do(table, ("k9", -1, 60), ("b9", -1, 60), ("k5", 1, 300))[:1] == ["b5-b9"]
    assert _do(table, ("b12", -1, 60), ("b9", 1, 300)) == ["b5-b9", "k9-k5", "b12xb9"]


def test_a_piece_that_is_being_put_while_another_one_is_recorded_was_lifted_before():
    table = begin("tor")
    table.arrange({"d8": 1, "e10": 5, "a1": 2, "l12": 6})
    _do(table, ("d8", -1, 100), ("e10", -1, 100), ("f8", 1, 20))
    table.touch("k10", SETTLING)
    table.wait(60)
    assert table.journal.words() == ["d8-f8"]
    table.sensing.activity[table.surface.NAMES.index("k10")] = QUIET
    assert _do(table, ("k10", 1, 30), ("f8", -1, 300), ("g8", 1, 300)) == ["d8-f8", "e10-k10", "f8-g8"]


def test_two_moves_beside_a_piece_that_is_away_are_no_disturbed_board():
    table = begin("tor")
    table.arrange({"j12": 1, "g4": 5, "a1": 2, "l12": 6})
    _do(table, ("l12", -1, 10), ("j12", -1, 10), ("j3", 1, 10), ("g4", -1, 10), ("a4", 1, 3000))
    assert table.phase() == "wrong"
    assert _do(table, ("l12", 1, 300)) == ["j12-j3", "g4-a4"]


def test_seven_last_disc_of_a_path_may_be_moved_on_though_the_next_player_could_move_it():
    table = _table(
        "seven extra_round=false players=2 side=plain tiles=true 00k01g02h0001h00g01g02g010201h00w01g00hff00h060e111217"
        "181900130b0d0e14g1200z070100h0100h090001n00q0100g090001n00q14000500i6b00g01/5887"
    )
    assert _do(table, ("d0", 1, 800)) == ["+d0"]
    assert _do(table, ("d0", -1, 300), ("d5", 1, 1200)) == ["+d5"]


_IN_A_PATH = (
    "seven extra_round=false players=2 side=plain tiles=true 000100i0100j010001g0001020100g0200h01g020102h00010001g0001"
    "0002g01h00g01ff00h03302b2a00i12130e100a0f0e00z040700h01g00g060201k00i01g00n0100g070201l00h01g00n1a001000i5f00h/1baf"
)


def test_seven_disc_put_right_while_a_tower_falls_is_recorded_once():
    table = _table(_IN_A_PATH)
    assert _do(table, ("g2", 1, 400)) == ["+g2"]
    assert "+g3" not in _do(table, ("g2", -1, 300), ("g3", 1, 60), ("g2", -1, 1300))
    assert _do(table, ("g2", 1, 400)) == ["+g3"]


def test_seven_discs_put_while_another_one_is_away_keep_their_order():
    table = _table(
        "seven extra_round=false players=3 side=mixed tiles=true 020302h0402g03g04000203g0402i0301j020003g00020102h01g0"
        "30102g030103g000102ff00h02242900j0a05030507040900z0507g00g01g00g050301j00j01h00l01g00g030501h00l01j00k3a0024"
        "005600g1800h/8fe3"
    )
    assert _do(table, ("c0", -1, 60), ("f5", 1, 300), ("f0", 1, 400)) == []
    assert _do(table, ("c0", 1, 400)) == ["+f5", "+f0"]


def test_a_piece_lifted_late_and_another_one_put_may_be_one_hand_or_two():
    table = begin("blockade")
    for name in ("k9", "c5", "k5", "g3", "h5", "d4", "h10", "b3", "k4", "f8", "g12"):
        table.play("+" + name, 60)
    table.wait(1500)
    assert _do(table, ("g12", -1, 200), ("a1", 1, 400))[-1] == "+g12", "it may be moved on yet"
    table.change("k12", 1, 300)
    assert table.display["choice"] == ["+a1", "+k12"]
    table.press(MENU)
    assert table.display["choice"] == ["+a1", "g12-k12"]
    table.press(OK)
    assert table.journal.words()[-3:] == ["+g12", "+a1", "g12-k12"]


def test_what_is_proposed_leaves_the_display_in_the_frame_that_records_what_hands_did():
    table = begin("tor")
    table.arrange({"d8": 1, "e10": 5, "a1": 2, "l12": 6})
    action = table.state().action("d8-f8")
    _do(table, ("d8", -1, 200), ("f8", 1, 20))
    table.session.propose([(0, [action])])
    while not table.journal.words():
        assert table.now_ms < 2000
        table.wait(10)
    assert table.display["choice"] == [], "OK would answer to a question of the position before"
