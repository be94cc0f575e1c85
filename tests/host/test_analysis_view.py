"""What the page of a stored game says of its analysis, in the reader's language."""

from treppe import games
from treppe_host.programs.analysis import Analysis, Mistake
from treppe_host.programs.process import HandsUnknown, ThinkerGone
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.web import texts
from treppe_host.web.games import analysis_view
from treppe_host.web.games.analysing import AnalysisState

GERMAN = texts.load("de")
SHEET = ScoreSheet("step", {"players": 2}, ["Ann", "Ben"], [Move("a1-b2", player=0)])


def view(words, sheet=SHEET, done=0, most=2, found=None, is_running=False, is_waiting=False, failure=None):
    standing = AnalysisState(done, most, found or Analysis(0), is_running, is_waiting, failure)
    return analysis_view.view(words, sheet, standing)


def test_why_there_is_no_analysis_is_said_in_the_readers_language():
    said = view(GERMAN, failure=ThinkerGone({"code": "search_ended"}))
    assert "das Programm, das überlegt, hat ohne Antwort aufgehört" in said and "analysis-begin" in said
    hidden = view(GERMAN, failure=HandsUnknown({"code": "hands_unknown"}))
    assert "ausgeteilte Partie" in hidden and "seed" not in hidden
    assert "analysis-begin" not in hidden, "the same would come again"


def test_who_waits_for_another_game_is_told():
    waiting = view(GERMAN, is_running=True, is_waiting=True)
    assert "erst kommt eine andere Partie dran" in waiting and "analysis-stop" in waiting
    assert "erst kommt" not in view(GERMAN, is_running=True)


def test_nobody_wins_where_one_plays_alone():
    state = games.start("wetteifern")
    first = state.word(state.legal_actions()[0])
    state.apply_action(state.action(first))
    second, better = (state.word(action) for action in state.legal_actions()[:2])
    sheet = ScoreSheet("wetteifern", {"players": 1}, ["Ann"], [Move(first, player=0), Move(second, player=0)])
    found = Analysis(0, [[0.9], [0.9], [0.7]], [(first, 0.0), (better, 0.1), ("", 0.0)], [])
    found.mistakes.append(Mistake(2, 0, second, better, 0.2, False))
    shown = view(texts.load("en"), sheet, done=3, most=3, found=found)
    assert "Chances to win" not in shown and "How good the position is" in shown
    assert f"<code>{better}</code>" in shown and "<q>piece " in shown, "in words, and in notation for who wants it"
    assert '<span class="number">2</span>' in shown, "each of his actions has a number"


def test_an_analysis_says_where_a_game_is_solved():
    sheet = ScoreSheet("aufstellen", games.start("aufstellen").options, ["Ann", "Ben"], [])
    solved = "zeigt die Linie, wer gewinnt, wenn niemand einen Fehler macht"
    assert solved in view(GERMAN, sheet, is_running=True) and solved not in view(GERMAN, is_running=True)
