"""The rule by which `make bench-programs` ends a match: it is seldom wrong about a level clearly off its goal."""

import random

from tests.bench.bench_programs import decide


def verdicts(chance, seed):
    generator = random.Random(seed)
    games = [[float(generator.random() < chance) for _ in range(200)] for _ in range(300)]
    return [decide(points, 0.75)[1] for points in games]


def test_it_is_wrong_in_about_one_of_twenty_matches():
    assert verdicts(0.8, 1).count(False) <= 24 and verdicts(0.8, 1).count(True) > 200
    assert verdicts(0.7, 2).count(True) <= 24 and verdicts(0.7, 2).count(False) > 200


def test_it_needs_few_games_where_all_is_clear():
    assert decide([1.0] * 200, 0.75) == (23, True)
    assert decide([0.0] * 200, 0.75) == (8, False)
    assert decide([0.5] * 200, 0.75)[1] is False
    assert decide([], 0.75) == (0, None)
    assert decide([1.0] * 200, 0.99)[0] > 200 - 1
