from rules_scripts import house_tests
from treppe import games
from treppe.games.engine import perft

test_perft, test_random_games, test_playthrough, test_rules = house_tests(
    "tor", ({}, {"players": 3, "empty": "nw"}, {"players": 4}, {"players": 4, "teams": True}), 2
)


def test_the_game_is_the_same_from_every_corner():
    for players in (2, 3):
        counts = [perft(games.start("tor", players=players, empty=corner), 2) for corner in ("se", "sw", "nw", "ne")]
        assert counts[0] > 3000 and counts == counts[:1] * 4
