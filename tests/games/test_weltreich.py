from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules
from treppe import games


def test_perft():
    check_perft("weltreich")


def test_random_games():
    check_random_games("weltreich", ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}), 2)


def test_playthrough():
    check_playthrough("weltreich")


def test_rules():
    check_rules("weltreich")


def test_nobody_can_move():
    """No action leads there, for a piece can always go back; the rule stands all the same."""
    state = games.start("weltreich")
    state.position[:144] = bytes(144)
    state.next_player()
    assert state.events == [("blocked", 1), ("blocked", 0)]
    assert state.result() == "deadlock winners=" and state.returns() == [0, 0]
