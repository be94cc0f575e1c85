"""Numbers of actions on the page are those of `treppe games show`: one player's actions in a row are one turn."""

from treppe_host.records import statistics_report
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.web import texts
from treppe_host.web.games import record


def test_one_players_actions_in_a_row_have_one_number():
    moves = [Move("a1-d1", player=0), Move("+c1", player=0), Move("g7-a1", player=1), Move("", undo=1)]
    moves += [Move("g7-g6", player=1), Move("+g7", player=1), Move("d1-d2", player=0)]
    sheet = ScoreSheet("step", {}, ["Ada", "Ben"], moves)
    assert record.turn_numbers(sheet) == [1, 1, 2, 2, 2, 2, 3]
    assert record.record_rows(texts.load("en"), sheet, []).count('<span class="number">2</span>') == 4


def test_a_record_without_players_counts_each_action():
    assert record.turn_numbers(ScoreSheet("step", {}, [], [Move("a1-d1"), Move("+c1")])) == [1, 2]


def test_a_long_label_of_statistics_is_not_cut():
    drawn = statistics_report._bars([("die höchste Summe aller Spieler am Ende", 3, "3")], [], "Ends")
    assert float(drawn.split('<text x="')[1].split('"')[0]) >= 7 * 39
