from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules
from treppe import games
from treppe.games.engine import perft


def test_perft():
    check_perft("tor")


def test_random_games():
    check_random_games("tor", ({}, {"players": 3, "empty": "nw"}, {"players": 4}, {"players": 4, "teams": True}), 2)


def test_playthrough():
    check_playthrough("tor")


def test_rules():
    check_rules("tor")


def test_the_game_is_the_same_from_every_corner():
    for players in (2, 3):
        counts = [perft(games.start("tor", players=players, empty=corner), 2) for corner in ("se", "sw", "nw", "ne")]
        assert counts[0] > 3000 and counts == counts[:1] * 4
