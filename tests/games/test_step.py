from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules
from treppe import games


def test_perft():
    check_perft("step")


def test_random_games():
    check_random_games(
        "step",
        (
            {"size": 5},
            {"players": 4, "bricks": 300},
            {"players": 3, "size": 5, "bricks": 130, "edition": "fr"},
        ),
        10,
    )


def test_playthrough():
    check_playthrough("step")


def test_rules():
    check_rules("step")


def test_first_player_has_46_moves():
    assert len(games.start("step").legal_actions()) == 46
