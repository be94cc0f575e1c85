"""Simulations a second of OpenSpiel's own search, written in C++, over the State of STEP BY STEP; bench only.

`pip install open_spiel==1.6.9`; the newer ones fall over Python games. Each simulation is a random game to its end.
"""

import json
import sys
import time

import numpy as np
import pyspiel
from treppe import games

SIMULATIONS = 200
_ACTIONS = 1 << 15
_KIND = pyspiel.GameType(
    short_name="treppe_step",
    long_name="STEP BY STEP",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
_SIZE = pyspiel.GameInfo(
    num_distinct_actions=_ACTIONS,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=1000,
)


class StepGame(pyspiel.Game):
    """The game as OpenSpiel wants it."""

    def __init__(self, params=None):
        """Without options."""
        super().__init__(_KIND, _SIZE, params or {})

    def new_initial_state(self):
        """Return the start."""
        return StepState(self, games.start("step"))

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Nobody observes."""
        raise NotImplementedError


class StepState(pyspiel.State):
    """One of our states, with as little around it as possible."""

    def __init__(self, game, state):
        """Wrap a state."""
        super().__init__(game)
        self.inner = state

    def __deepcopy__(self, _):
        twin = StepState(self.get_game(), self.inner.clone())
        return twin

    def current_player(self):
        """Return the player to move."""
        return pyspiel.PlayerId.TERMINAL if self.inner.position[-2] else self.inner.position[-1]

    def _legal_actions(self, player):
        return sorted(self.inner.legal_actions())

    def _apply_action(self, action):
        self.inner.events = []
        self.inner.perform(action)

    def _action_to_string(self, player, action):
        return self.inner.word(action)

    def is_terminal(self):
        """Tell whether it is over."""
        return self.inner.is_terminal()

    def returns(self):
        """Return 1 for the winner."""
        return [float(value) for value in self.inner.returns()]

    def __str__(self):
        return self.inner.text()


def rate(seconds: float) -> float:
    """Return simulations a second of processor at the start."""
    pyspiel.register_game(_KIND, StepGame)
    game = StepGame()
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 42), 1.4, SIMULATIONS, 1000, False, 42, False,
        pyspiel.ChildSelectionPolicy.UCT,
    )  # fmt: skip
    count = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        bot.mcts_search(game.new_initial_state())
        count += SIMULATIONS
    return count / (time.process_time() - start)


if __name__ == "__main__":
    assert np
    print(json.dumps({"start": round(rate(float(sys.argv[1])))}))
