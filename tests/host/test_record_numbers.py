"""Numbers of actions on the page are those of `treppe games show`: one player's actions in a row are one turn.

And plots of statistics are drawn as their numbers say.
"""

import re
from types import SimpleNamespace

from treppe_host.programs import terminal_report
from treppe_host.programs.analysis import Analysis, Mistake
from treppe_host.records import statistics_report, terminal_games
from treppe_host.store.rows import ActionRecord, RemarkRecord
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.statistics import SAMPLE, GameStatistics
from treppe_host.web import texts
from treppe_host.web.games import record


def test_one_players_actions_in_a_row_have_one_number():
    moves = [Move("a1-d1", player=0), Move("+c1", player=0), Move("g7-a1", player=1), Move("", undo=1)]
    moves += [Move("g7-g6", player=1), Move("+g7", player=1), Move("d1-d2", player=0)]
    sheet = ScoreSheet("step", {}, ["Ada", "Ben"], moves)
    assert sheet.turn_numbers() == [1, 1, 2, 2, 2, 2, 3]
    assert record.record_rows(texts.load("en"), sheet, []).count('<span class="number">2</span>') == 4


def test_a_record_without_players_counts_each_action():
    assert ScoreSheet("step", {}, [], [Move("a1-d1"), Move("+c1")]).turn_numbers() == [1, 2]


def test_who_plays_alone_has_a_number_for_each_action():
    sheet = ScoreSheet("wetteifern", {"players": 1}, ["Ada"], [Move("e5-g5", player=0), Move("g4-g6", player=0)])
    assert sheet.turn_numbers() == [1, 2]
    actions = [ActionRecord(0, move.word, 1, 0, 0.0, None, False) for move in sheet.moves]
    assert terminal_games.turns_table(actions, is_alone=True).row_count == 2
    assert terminal_games.turns_table(actions).row_count == 1


def test_who_plays_alone_neither_wins_nor_draws():
    sheet = ScoreSheet("wetteifern", {"players": 1}, ["Ada"], reason="stuck", winners=[], scores=[5])
    assert record.result_of(texts.load("en"), sheet).startswith("Pieces left: 5: ")
    kept = SimpleNamespace(reason="stuck", winners=[], scores=[5], num_missing=0)
    assert terminal_games.result(kept) == "5 left (stuck)"


def test_a_solved_puzzle_is_a_remark_that_can_be_shown():
    remark = RemarkRecord(at=0.0, kind="solved", content={"place": 7}, author=None)
    assert terminal_games.remark_text(remark).plain.endswith(": action 7 solved as a puzzle")


def test_the_worst_actions_have_the_number_of_their_turn():
    moves = [Move("a1-d1", player=0), Move("+c1", player=0), Move("g7-a1", player=1)]
    found = Analysis(0, mistakes=[Mistake(3, 1, "g7-a1", "g7-c2", 0.4, False)])
    table = terminal_report._worst(found, ScoreSheet("step", {}, [], moves).turn_numbers())
    assert list(table.columns[0].cells) == ["2"] and table.columns[0].header == "turn"


def test_a_long_label_of_statistics_is_not_cut():
    drawn = statistics_report.draw_bars([("die höchste Summe aller Spieler am Ende", 3, "3")], [], "Ends")
    assert float(drawn.split('<text x="')[1].split('"')[0]) >= 7 * 39


def test_bars_stand_one_below_the_other_and_are_as_long_as_their_numbers():
    drawn = statistics_report.draw_bars([("one", 10, "10"), ("two", 5, "5"), ("three", 0, "0")], [], "Ends")
    tops, widths = (
        [int(found) for found in re.findall(rf'<rect[^>]* {name}="(\d+)"', drawn)] for name in ("y", "width")
    )
    width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups())
    assert 0 < tops[0] < tops[1] < tops[2] < height and tops[1] - tops[0] == tops[2] - tops[1]
    assert widths[0] in (2 * widths[1], 2 * widths[1] - 1) and widths[2] == 1
    ends = [float(found) for found in re.findall(r'<text x="([\d.]+)" y="\d+">', drawn)]
    assert len(ends) == 3 and max(ends) + 7 * len("3 (60 %)") < width, "the text behind the longest bar has room"


def test_a_plot_says_when_it_knows_the_latest_games_only():
    for num_games, is_stated in ((SAMPLE, False), (SAMPLE + 1, True)):
        figures = GameStatistics("step", num_games=num_games)
        figures.fields["a1"] = 1
        assert (f"latest {SAMPLE} games" in statistics_report.sections([figures], {})) == is_stated
