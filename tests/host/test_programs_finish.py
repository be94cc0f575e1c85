"""Games of two programs end: nobody holds a line for ever, and nobody wanders about."""

import random

import pytest
from treppe import games
from treppe_host.programs import levels
from treppe_host.programs.search import choose
from treppe_host.programs.start import start_search

pytestmark = pytest.mark.long

# Without errors, which end many a game; so few simulations keep the test short.
CAREFUL = levels.level("tor", levels.LAST)._replace(simulations=8)
BEGINNERS = [levels.level("cubes", 1), levels.level("cubes", 2)]


@pytest.mark.parametrize(
    ("name", "options", "players", "most"),
    [("tor", {}, [CAREFUL, CAREFUL], 100), ("cubes", {"seed": 12}, BEGINNERS, 250)],
)
def test_two_programs_come_to_an_end(name, options, players, most):
    chance = random.Random(12)
    state = games.start(name, **options)
    while not state.is_terminal() and len(state.history()) < most:
        level = players[state.current_player()]
        search = start_search(state, chance.randrange(1, 2**32), regard=level.regard)
        search.think(level.simulations)
        state.apply_action(choose(search.thoughts(), levels.error_at(level, state), lambda: chance.gauss(0.0, 1.0)))
    assert state.is_terminal(), state.text()
