from rules_scripts import house_tests
from treppe import games

test_perft, test_random_games, test_playthrough, test_rules = house_tests(
    "weltreich", ({}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}), 2
)


def test_nobody_can_move():
    """No action leads there, for a piece can always go back; the rule stands all the same."""
    state = games.start("weltreich")
    state.position[:144] = bytes(144)
    state.next_player()
    assert state.events == [("blocked", 1), ("blocked", 0)]
    assert state.result() == "deadlock winners=" and state.returns() == [0, 0]
