"""Plays programs against each other, inside the folder of compiled rules; bench_company.py starts it.

`measure_company.py play GAME ONE OTHER FIRST COUNT` prints a line of JSON a game; a player is `level N`, `random`,
`greedy`, or for a level to be `SIMULATIONS/ERROR` or `SIMULATIONS/ERROR/REGARD`. `hidden GAME SEED COUNT` compares
choices, `rate GAME SECONDS` counts simulations.
"""

import gc
import json
import random
import sys
import time
from pathlib import Path

from treppe import games
from treppe_host.company import levels
from treppe_host.company.search import judge
from treppe_host.company.start import evaluation_of, start_search

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
LONGEST = 600  # actions; whoever has not won by then has not won
HIDDEN = ("seven", "cubes")
DEALT = (*HIDDEN, "wetteifern")
RANDOM_OPENING = 2  # actions, so that no two games are the same; none against random play, which sees to that itself
PAIR_SIMULATIONS = 20


class Program:
    """A player of a kind, as it is named on the command line."""

    def __init__(self, kind: str, game: str, seed: int):
        """A player for one game."""
        self.kind = kind
        self.random = random.Random(seed)
        self.chances = evaluation_of(game).chances
        self.search = None
        self.simulations = self.seconds = 0.0

    def choose(self, state: games.State) -> int:
        """Return an action."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if self.kind == "random":
            return self.random.choice(actions)
        if self.kind == "greedy":
            return self._choose_greedily(state, actions)
        return self._choose_by_level(state, self._level(state.NAME))

    def _level(self, game: str) -> levels.Level:
        if self.kind.startswith("level "):
            return levels.level(game, int(self.kind.removeprefix("level ")))
        simulations, *faults = self.kind.split("/")
        return levels.Level(int(simulations), *map(float, faults))

    def _choose_by_level(self, state: games.State, level: levels.Level) -> int:
        start = time.process_time()
        search = self.search
        error = levels.error_at(level, state)
        if error or not search or not search.find(bytes(state.position)):
            search = self.search = start_search(state, self.random.randrange(1, 2**32), regard=level.regard)
        before = search.simulations
        search.think(level.simulations)
        self.simulations += search.simulations - before
        self.seconds += time.process_time() - start
        return levels.choose(search.thoughts(), error, self.random)

    def _choose_greedily(self, state: games.State, actions: list[int]) -> int:
        """Look one action ahead with the evaluation, and take the best; of several any."""
        after = state.clone()
        player = state.current_player()
        ranked = []
        for action in actions:
            after.position[:] = state.position
            after.perform(action)
            ranked.append((judge(after, self.chances)[player], self.random.random(), action))
        return max(ranked)[2]


def play(name: str, kinds: list[str], number: int) -> dict:
    """Play one game; the players change seats from game to game. The result is in points of the first kind."""
    options = {"seed": 1 + number // 2} if name in HIDDEN else {}
    programs = [Program(kind, name, 2 * number + place) for place, kind in enumerate(kinds)]
    if name == "wetteifern":
        left = [play_alone(program, 1 + number) for program in programs]
        points = 0.5 if left[0] == left[1] else float(left[0] < left[1])
        length, is_over = 0, True
    else:
        left = []
        state = games.start(name, **options)
        opening = random.Random(number // 2)
        opening_length = 0 if "random" in kinds else RANDOM_OPENING
        length = 0
        while not state.is_terminal() and length < LONGEST:
            if length < opening_length:
                action = opening.choice(sorted(state.legal_actions()))
            else:
                action = programs[(state.current_player() + number) % 2].choose(state)
            state.apply_action(action)
            length += 1
        is_over = state.is_terminal()
        winners = [(winner + number) % 2 for winner in state.winners]
        points = winners.count(0) / len(winners) if winners else 0.5
    rates = [[program.simulations, program.seconds] for program in programs]
    return {"points": points, "length": length, "is_over": is_over, "left": left, "rates": rates}


def play_alone(program: Program, seed: int) -> int:
    """Play one shuffled game for one player; return the pieces left."""
    state = games.start("wetteifern", seed=seed)
    while not state.is_terminal():
        state.apply_action(program.choose(state))
    return state.scores[0]


def hidden(name: str, seed: int, count: int) -> dict:
    """Compare choices in pairs of positions that differ only in what the player to move cannot know."""
    from hidden_twins import positions, twin

    chance = random.Random(seed)
    differing = pairs = 0
    while pairs < count:
        for state in positions(name, chance.randrange(2**32)):
            other = twin(state, chance)
            choices = []
            for each in (state, other):
                search = start_search(each, 1 + seed)
                search.think(PAIR_SIMULATIONS)
                choices.append(search.thoughts())
            pairs += 1
            differing += choices[0] != choices[1]
            if pairs == count:
                break
    return {"pairs": pairs, "differing": differing}


def middle(name: str, seed: int, actions: int) -> games.State:
    """Return a position so many random actions from the start, or fewer where the game would be over."""
    chance = random.Random(seed)
    state = games.start(name, **({"seed": 1 + seed} if name in DEALT else {}))
    for _ in range(actions):
        action = chance.choice(sorted(state.legal_actions()))
        state.apply_action(action)
        if state.is_terminal():
            state.undo_action()
            break
    return state


def rate(name: str, seconds: float) -> dict:
    """Return simulations a second of processor, at the start and in the middle of a game."""
    found = {}
    for place, actions in (("at the start", 0), ("after 20 actions", 20), ("after 40 actions", 40)):
        state = middle(name, 1, actions)
        search = start_search(state, 1)
        start = time.process_time()
        while time.process_time() - start < seconds:
            before = search.simulations
            search.think(100)
            if search.simulations == before:
                search = start_search(state, 1)  # solved, or full
                search.simulations = before
        found[place] = round(search.simulations / (time.process_time() - start))
    return found


if __name__ == "__main__":
    gc.disable()  # as the thinking process does
    what, *given = sys.argv[1:]
    if what == "play":
        game, one, other, first, count = given
        for index in range(int(first), int(first) + int(count)):
            print(json.dumps(play(game, [one, other], index)), flush=True)
    elif what == "hidden":
        print(json.dumps(hidden(given[0], int(given[1]), int(given[2]))))
    else:
        print(json.dumps(rate(given[0], float(given[1]))))
