"""Who replies in haste, corrects a move late, or holds two pieces at once is understood, or asked; never guessed."""

from fakes_table import ASKED_MS, RESTED_MS, Table, begin
from treppe import surfaces
from treppe.games import positions
from treppe.sensing import QUIET, SETTLING
from treppe.table.presses import MENU, OK

REED12 = surfaces.load("reed12")


def _table(values, game="weltreich", **options):
    table = begin(game, **options)
    table.arrange(values)
    return table


def _proposals(table):
    """Go round what is proposed, back to the first; return all of it."""
    seen = []
    while table.display["choice"] not in seen:
        seen.append(table.display["choice"])
        table.press(MENU)
    return sorted(seen)


def _proposals_after(table, own, others, end):
    """Lift a piece of each of two players, put one of them there; return what is proposed, and nothing recorded."""
    table.change(own, -1)
    table.change(others, -1)
    table.change(end, 1, ASKED_MS)
    assert table.journal.words() == []
    return _proposals(table)


def test_pieces_of_two_players_in_the_air_that_may_each_stand_where_the_other_does_are_asked_about():
    table = _table({"b5": 1, "h9": 5, "l12": 2, "k1": 6})
    for first, second in (("b9", "h5"), ("h5", "b9")):
        table.change("b5", -1)
        table.change("h9", -1)
        table.change(first, 1)
        table.change(second, 1, ASKED_MS)
        assert table.journal.words() == []
        assert _proposals(table) == [["b5-b9", "h9-h5"], ["b5-h5", "h9-b9"]]
        for name, change in ((first, -1), (second, -1), ("b5", 1), ("h9", 1)):
            table.change(name, change)


def test_a_reply_after_a_capture_that_nobody_saw_is_recorded_with_it_after_ok():
    table = _table({"b3": 1, "e3": 5, "b6": 6, "l12": 7, "a1": 3})
    proposals = _proposals_after(table, "b3", "l12", "l10")
    assert ["b3xb6", "l12-l10"] in proposals and ["b3xe3", "l12-l10"] in proposals
    while table.display["choice"] != ["b3xe3", "l12-l10"]:
        table.press(MENU)
    table.wait(30, OK)
    assert table.journal.words() == ["b3xe3", "l12-l10"]


def test_a_reply_after_a_capture_that_nobody_saw_may_stand_where_the_capturing_piece_could_have_gone():
    table = _table({"b3": 1, "e3": 6, "k9": 5, "l12": 7, "a1": 2})
    proposals = _proposals_after(table, "b3", "k9", "b9")
    assert ["b3-b9"] in proposals and ["b3xe3", "k9-b9"] in proposals


def test_a_corrected_move_is_recorded_although_the_next_player_has_lifted_his_piece():
    table = _table({"b5": 1, "k9": 5, "l12": 2, "a1": 6})
    table.play("b5-b9", 60)
    table.change("b9", -1, 60)
    table.change("b8", 1, 20)
    table.change("k9", -1, 200)
    assert table.journal.words() == ["b5-b8"]
    table.change("k7", 1, 100)
    assert table.journal.words() == ["b5-b8", "k9-k7"]


def test_a_capture_is_not_revoked_by_what_the_next_player_puts_on_a_wrong_field():
    table = _table({"b3": 1, "e3": 5, "b6": 2, "l12": 7, "a1": 3})
    table.play("b3xe3", 60)
    assert table.journal.words() == ["b3xe3"]
    table.change("l12", -1, 60)
    table.change("c3", 1, 1500)  # where the capturing piece could have gone
    assert table.journal.words() == ["b3xe3"] and table.display["choice"] == ["b3-c3"]
    table.change("c3", -1, 500)
    table.change("l10", 1, 200)
    assert table.journal.words() == ["b3xe3", "l12-l10"]


def test_a_piece_that_the_next_player_only_holds_over_a_field_is_not_paired_with_the_other_players():
    table = _table({"b5": 1, "k9": 5, "l12": 2, "a1": 6})
    table.change("b5", -1)
    table.change("k9", -1)
    table.change("b9", 1)
    table.change("f5", 1, 600)  # only the first player's piece might go there
    assert table.journal.words() == []
    table.change("f5", -1)
    table.change("k7", 1, 600)
    assert table.journal.words() == ["b5-b9", "k9-k7"]


def test_a_disc_that_settles_after_the_next_players_belongs_to_the_turn_before_if_only_there_it_is_legal():
    table = _table({"a1": 1}, "seven", tiles=False)
    table.change("a0", 1, 300)
    table.change("d0", 1, 300)
    assert table.journal.words() == ["+a0", ".", "+d0"]
    table.change("a1", 1, 1100)
    assert table.journal.words() == ["+a0", "+a1", "+d0"], "nothing can follow a1, so that no `.` is needed"
    assert table.display["player"] == 1


def test_a_piece_moved_on_after_all_others_have_played_is_its_players_next_move_unless_that_is_not_legal():
    table = _table({"b3": 1, "h9": 5, "l12": 2, "a1": 6})
    table.play("b3-b6", 60)
    table.play("h9-h10", 60)
    table.change("b6", -1)
    table.change("c3", 1, 1500)  # from b3, but not from b6
    assert table.journal.words() == ["b3-b6", "h9-h10"], "nobody knows whether the first move is taken back"
    assert table.display["choice"] == ["b3-c3", "h9-h10"]


def test_a_disc_that_the_next_player_may_have_put_later_though_it_settled_first_is_asked_about():
    table = _table({"a1": 1}, "seven", tiles=False)
    table.change("a0", 1, 300)
    table.change("a3", 1, 300)
    assert table.journal.words() == ["+a0", "+a3"]
    table.change("a1", 1, RESTED_MS)  # it cannot follow a3; and where it follows a0, nothing of the same path can
    assert table.display["choice"] == ["+a1", "+a3"]
    table.wait(60, OK)
    assert table.journal.words() == ["+a0", "+a1", "+a3"] and table.display["player"] == 1


def test_a_piece_that_was_felt_but_never_seen_between_two_moves_is_asked_about():
    table = _table({"j12": 1, "g4": 5, "a1": 2, "l12": 6}, game="tor")
    table.change("j12", -1)
    table.touch("j3", SETTLING)
    table.change("g4", -1)
    table.touch("j3", QUIET)
    table.change("a4", 1, 500)
    table.change("l3", 1, 500)
    assert table.journal.words() == [] and table.display["choice"] == ["j12-j3", "g4-a4", "j3-l3"]
    table.wait(30, OK)
    assert table.journal.words() == ["j12-j3", "g4-a4", "j3-l3"]


def test_a_piece_that_may_have_stood_elsewhere_between_two_moves_is_asked_about_too():
    table = _table({"b3": 1, "l1": 5, "a1": 2, "l12": 6}, game="tor")
    table.change("b3", -1)
    table.change("l1", -1)
    table.touch("b10", SETTLING)
    table.change("l11", 1)
    table.touch("b10", QUIET)
    table.change("b7", 1, ASKED_MS)
    assert table.journal.words() == []
    assert _proposals(table) == [["b3-b10", "l1-l11", "b10-b7"], ["b3-b7", "l1-l11"]]


def test_a_piece_of_another_player_that_is_only_lifted_leads_to_no_turn_that_nobody_ended():
    table = _table({"c7": 1, "a6": 5, "b4": 5, "c4": 5, "d5": 5}, game="sprung")
    table.play("c7-d7", 60)
    table.change("a6", -1)
    table.change("d7", -1)
    table.change("e7", 1, 20)
    table.change("b4", -1)
    table.change("d4", 1, 300)
    assert table.journal.words() == ["c7-d7"]
    table.change("a6", 1, 200)
    assert table.journal.words() == ["c7-d7", "d7-e7", "b4-d4"]


def test_a_long_jump_may_be_put_right_as_late_as_any_other_move():
    table = Table(REED12)
    table.new("wetteifern")
    for name in ("f9", "d9", "g9", "e9"):
        table.change(name, -1)
    table.change("k6", 1, 4000)
    assert table.phase() == "wrong"
    table.change("k6", -1)
    table.change("c9", 1, 200)
    assert table.journal.words() == ["g9-c9"]


def test_a_ball_that_is_moved_twice_with_a_brick_between_is_asked_about():
    table = Table(surfaces.load("square7"))
    table.new("step", size=5, bricks=40)
    text = "step bricks=40 edition=de players=2 size=5 00i1000i0201100500h01000100k040bffg002300h01/96c7"
    table.state().position[:] = positions.read(text).position  # the other player has no move
    table.session.lead("setup")
    table.set_up()
    for name, change in (("c4", -16), ("e2", 16), ("e3", 1), ("e2", -16)):
        table.change(name, change)
    table.change("e3", 16, 500)
    assert table.journal.words() == [] and table.display["choice"] == ["b3-d1", "+d2", "d1-d2"]


def test_a_turn_that_ended_unseen_in_a_chain_is_taken_back_with_what_came_after_it():
    table = Table(surfaces.load("hex49"))
    table.new("seven", tiles=False)
    text = (
        "seven extra_round=false players=2 side=plain tiles=false 030504030001g02g00g01040203g0102h040200g0201020003000"
        "201g030401g0200g01g03020304g01gff00p0309030d060e0200z07g00zzu5f004d00i2400g01/1238"
    )
    table.state().position[:] = positions.read(text).position
    table.session.lead("setup")
    table.set_up()
    table.change("e1", 1, 60)
    table.change("a4", 2, 2000)  # a hand that leans on it weighs as much as two discs
    assert table.journal.words() == [], "mostly it lets go"
    table.wait(800)
    assert table.journal.words() == ["+e1", "+a4", ".", "+a4"]
    table.change("a4", -2, 60)
    table.change("a5", 1, 1100)
    assert table.journal.words() == ["+e1", "+a5"]


def test_a_frame_that_comes_late_does_not_make_an_action_wait_for_a_sixth():
    table = _table({"b5": 1, "l12": 5})
    table.change("b5", -1)
    table.change("b9", 1, 10)
    table.now_ms += 14 - 10  # the frame that has understood it took 14 ms, the next ones 10 again
    table.wait(30)
    assert table.journal.words() == [], "the piece may slide on"
    table.wait(10)
    assert table.journal.words() == ["b5-b9"]
