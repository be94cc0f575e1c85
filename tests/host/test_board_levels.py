"""The board's own levels in whole games: who looks one action ahead beats level 1, as does level 2."""

import random

import pytest
from treppe import games
from treppe.games import catalogue
from treppe.play.program import LookAhead
from treppe_host.programs.search import judge
from treppe_host.programs.start import evaluation_of

pytestmark = pytest.mark.long

JUDGED = [name for name in catalogue.names() if games.load(name).State.JUDGED]
GAMES = 20
LONGEST = 300
OPENING = 2  # random actions, so that no two games are the same


def board(level, state, chance):
    """Return what chooses as the board does."""
    look_ahead = LookAhead(state.clone(), chance.randrange)

    def choose(state):
        look_ahead.begin(bytes(state.position), level)
        while not look_ahead.is_done:
            look_ahead.think()
        return look_ahead.action

    return choose


def greedy(state, chance):
    """Return what looks one action ahead, at all of them."""
    chances = evaluation_of(state.NAME).chances
    after = state.clone()

    def worth(state, action):
        after.position[:] = state.position
        after.perform(action)
        return judge(after, chances)[state.current_player()], chance.random()

    return lambda state: max(state.legal_actions(), key=lambda action: worth(state, action))


def points(name, one, other):
    """Return the points of `one` in so many games, a draw half of one; seats change."""
    total = 0.0
    for number in range(GAMES):
        state = games.start(name)
        chance = random.Random(number)
        players = [kind(state, chance) for kind in (one, other)]
        opening = random.Random(number // 2)
        length = 0
        while not state.is_terminal() and length < LONGEST:
            if length < OPENING:
                action = opening.choice(sorted(state.legal_actions()))
            else:
                action = players[(state.current_player() + number) % 2](state)
            state.apply_action(action)
            length += 1
        winners = [(winner + number) % 2 for winner in state.winners]
        total += winners.count(0) / len(winners) if winners else 0.5
    return total


def level(number):
    return lambda state, chance: board(number, state, chance)


@pytest.mark.parametrize("name", JUDGED)
def test_who_looks_one_action_ahead_beats_level_1(name):
    assert points(name, greedy, level(1)) >= 0.6 * GAMES


@pytest.mark.parametrize("name", JUDGED)
def test_level_2_beats_level_1(name):
    assert points(name, level(2), level(1)) >= 0.7 * GAMES
