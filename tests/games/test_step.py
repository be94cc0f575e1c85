from rules_scripts import house_tests
from treppe import games

test_perft, test_random_games, test_playthrough, test_rules = house_tests(
    "step", ({"size": 5}, {"players": 4, "bricks": 300}, {"players": 3, "size": 5, "bricks": 130, "edition": "fr"}), 10
)


def test_first_player_has_46_moves():
    assert len(games.start("step").legal_actions()) == 46
