from rules_scripts import house_tests

test_perft, test_random_games, test_playthrough, test_rules = house_tests("aufstellen", ({},), 30)
