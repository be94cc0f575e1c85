from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules


def test_perft():
    check_perft("aufstellen")


def test_random_games():
    check_random_games("aufstellen", ({},), 30)


def test_playthrough():
    check_playthrough("aufstellen")


def test_rules():
    check_rules("aufstellen")
