"""The way of a piece that an arrow is drawn along: one that the rules allow, in every position of random games."""

import itertools
import random

import pytest
from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.games.host import facts


@pytest.mark.parametrize("seed", range(6))
def test_a_ball_goes_level_and_down_and_climbs_at_its_end_alone(seed):
    state, chance = games.start("step", players=2 + seed % 3, size=(5, 7)[seed % 2]), random.Random(seed)
    for _ in range(60):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        for action in actions:
            [start], [end] = state.endpoints([action])
            if start == BEYOND:
                continue
            way = [start, *facts.of("step").path(state, action), end]
            cells = [state.fields.index(field) for field in way]
            heights = [state.position[cell] & 15 for cell in cells]
            assert all(cell in state.around[before] for before, cell in itertools.pairwise(cells))
            assert all(after <= before for before, after in itertools.pairwise(heights[:-1]))
            assert heights[-1] <= heights[-2] + 1 and not any(state.position[cell] & 16 for cell in cells[1:])
        state.apply_action(chance.choice(actions))
