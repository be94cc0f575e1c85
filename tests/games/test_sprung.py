from rules_scripts import house_tests

test_perft, test_random_games, test_playthrough, test_rules = house_tests(
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
