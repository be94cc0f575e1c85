"""Small runs of `make bench-recovery`: hands that know nothing of the game and follow the lights."""

import pytest
import recovery_games
from treppe import games


@pytest.mark.parametrize("name", games.NAMES)
def test_disturbed_boards_are_restored_with_few_movements(name: str) -> None:
    total = recovery_games.Restored()
    for seed in range(1, 7):
        total.add(recovery_games.restore(name, seed))
    assert not total.failures, total.failures
    assert total.movements <= 1.2 * total.fewest
