from layouts import lay_out
from rules_checks import legal_words, play
from rules_scripts import house_tests
from treppe import games

test_perft, test_random_games, test_playthrough, test_rules = house_tests("blockade", ({},), 60)


def test_a_full_board_is_a_deadlock():
    """More guards than the game has: with twelve, one can always move."""
    state = games.start("blockade")
    names = [state.cell_name(cell) for cell in range(1, 144)]
    names = [name for name in names if not (name[0] in "def" and name[1:] in ("1", "2", "3", "10", "11", "12"))]
    lay_out(state, [["G0"] + names[::2], ["G1"] + names[1::2], ["supply", "1", "0"]])
    assert legal_words(state) == "+a1"
    play(state, "+a1")
    assert state.events == [("blocked", 1), ("blocked", 0)]
    assert state.result() == "deadlock winners=" and state.returns() == [0, 0]
