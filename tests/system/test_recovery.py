"""Small runs of `make bench-recovery`: hands that know nothing of the game and follow the lights."""

import pytest
import recovery_games
from treppe.games import catalogue


@pytest.mark.parametrize("name", catalogue.names())
def test_disturbed_boards_are_restored_with_few_movements(name: str) -> None:
    total = recovery_games.Restored()
    for seed in range(1, 5):
        total.add(recovery_games.restore(name, seed))
    assert not total.failures, total.failures
    assert total.movements <= 1.2 * total.fewest
    assert 0 < total.light_ma <= 266


@pytest.mark.parametrize("name", catalogue.names())
def test_games_are_taken_back_to_their_start_by_hands_that_follow_the_lights(name: str) -> None:
    total = recovery_games.take_back(name, 3, most_actions=20)
    assert total.boards == 1 and not total.failures, total.failures


@pytest.mark.parametrize("name", catalogue.names())
def test_games_go_on_exactly_after_a_power_cut_and_a_disturbed_board(name: str) -> None:
    total = recovery_games.Restored()
    for seed in range(1, 4):  # the third while actions are being taken back
        total.add(recovery_games.cut_power(name, seed))
    assert total.boards and not total.failures, total.failures
