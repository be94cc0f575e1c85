from rules_scripts import house_tests
from treppe import games
from treppe.games.wetteifern import rules as wetteifern

test_perft, test_random_games, test_playthrough, test_rules = house_tests(
    "wetteifern", ({}, {"seed": 7}, {"mix": "BRYG" * 9}, {"seed": 4294967295}), 20
)


def test_nine_of_each_colour():
    for options in ({}, {"seed": 99}):
        state = games.start("wetteifern", **options)
        pieces = [state.pieces(cell) for cell in range(144)]
        assert [pieces.count(["P" + str(colour)]) for colour in range(4)] == [9, 9, 9, 9]
        assert state.scores == (36,)


def test_the_start_may_be_told_as_a_mix():
    mix = "".join(wetteifern.START)
    assert games.start("wetteifern", mix=mix).position == games.start("wetteifern").position


def test_start_without_a_jump_is_over():
    game = games.load("wetteifern")  # a board lets go of modules that it no longer plays
    start, game.START = game.START, ("RRRRRR",) * 6
    state = games.start("wetteifern")
    game.START = start
    assert state.result() == "stuck winners= scores=36" and state.legal_actions() == []
    assert state.current_player() == -1
