from rules_checks import check_perft, check_playthrough, check_random_games
from rules_scripts import check_rules


def test_perft():
    check_perft("sprung")


def test_random_games():
    check_random_games(
        "sprung",
        (
            {},
            {"shapes": True},
            {"players": 3},
            {"players": 4, "shapes": True},
            {"players": 4, "teams": True},
            {"players": 4, "teams": True, "shapes": True},
        ),
        4,
    )


def test_playthrough():
    check_playthrough("sprung")


def test_rules():
    check_rules("sprung")
