"""Plays programs against each other, inside the folder of compiled rules; bench_programs.py starts it.

`measure_programs.py play GAME ONE OTHER FIRST COUNT` prints a line of JSON a game; a player is `level N`, `random`,
`greedy`, `uct N` (plain UCT, so many simulations), `uct even` (as long as the other player takes), `engine FOLDER` (the
best level of another checkout), or for a level to be `SIMULATIONS/ERROR` or `SIMULATIONS/ERROR/REGARD`. `record GAME
KIND FIRST COUNT` plays such games as stand in `self_play`, `judge GAME SIMULATIONS` judges their positions.
`hidden GAME SEED COUNT` compares choices, `rate GAME SECONDS` counts simulations.
"""

import gc
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from plain_uct import PlainUct
from treppe import games
from treppe_host.programs import levels
from treppe_host.programs.search import choose, judge
from treppe_host.programs.start import evaluation_of, start_search

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
LONGEST = 600  # actions; whoever has not won by then has not won
HIDDEN = ("seven", "cubes")
DEALT = (*HIDDEN, "wetteifern")
RANDOM_OPENING = 2  # actions, so that no two games are the same; none against random play, which sees to that itself
PAIR_SIMULATIONS = 20
STORED_OPENINGS = (2, 4, 6, 8)  # random actions of a stored game: an error in its middle says nothing of the position
STORED = Path(__file__).parent / "self_play"


class Program:
    """A player of a kind, as it is named on the command line."""

    def __init__(self, kind: str, game: str, seed: int):
        """A player for one game."""
        self.kind = kind
        self.random = random.Random(seed)
        self.chances = evaluation_of(game).chances
        self.hide = getattr(evaluation_of(game), "hide", None)
        self.search = None
        self.simulations = self.seconds = 0.0
        self.choices = 0
        self.engine = None
        self.rival = self

    def choose(self, state: games.State) -> int:
        """Return an action."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if self.kind == "random":
            return self.random.choice(actions)
        if self.kind == "greedy":
            return self._choose_greedily(state, actions)
        start = time.process_time()
        ways = {"uct": self._choose_plainly, "engine": self._ask_engine}
        action = ways.get(self.kind.split()[0], self._choose_by_level)(state)
        self.seconds += time.process_time() - start
        self.choices += 1
        return action

    def _level(self, game: str) -> levels.Level:
        if self.kind.startswith("level "):
            return levels.level(game, int(self.kind.removeprefix("level ")))
        simulations, *faults = self.kind.split("/")
        return levels.Level(int(simulations), *map(float, faults))

    def _choose_plainly(self, state: games.State) -> int:
        search = PlainUct(state, self.random.randrange(1, 2**24), self.hide)
        if self.kind == "uct even" and self.rival.choices:
            return search.search(10**9, self.rival.seconds / self.rival.choices)
        return search.search(1000 if self.kind == "uct even" else int(self.kind[4:]), 0.0)

    def _ask_engine(self, state: games.State) -> int:
        """Have the best level of another checkout choose; it plays the game along."""
        if self.engine is None:
            command = [Path(self.kind.removeprefix("engine "), ".venv/bin/treppe"), "engine"]
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
            self.engine = subprocess.Popen(command, stdin=-1, stdout=-1, text=True, env=environment)
        options = "".join(f" {name}={value}" for name, value in state.options.items() if name in ("seed", "players"))
        back, lines = state.clone(), ["genmove"]
        for action in reversed(state.history()):
            back.undo_action()
            lines.insert(0, f"play {back.word(action)}")
        print(f"new {state.NAME}{options}", *lines, sep="\n", file=self.engine.stdin, flush=True)
        return state.action([self._read_answer() for _ in range(len(lines) + 1)][-1])

    def _read_answer(self) -> str:
        answer = self.engine.stdout.readline()
        while self.engine.stdout.readline().strip():
            pass
        return answer.removeprefix("=").strip()

    def _choose_by_level(self, state: games.State) -> int:
        level = self._level(state.NAME)
        search = self.search
        error = levels.error_at(level, state)
        if error or not search or not search.find(bytes(state.position)):
            seed = self.random.randrange(1, 2**32)
            search = self.search = start_search(state, seed, regard=level.regard, simulations=level.simulations)
        before = search.simulations
        search.think(level.simulations)
        self.simulations += search.simulations - before
        return choose(search.thoughts(), error, lambda: self.random.gauss(0.0, 1.0), state.players == 1)

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
    programs[0].rival, programs[1].rival = programs[1], programs[0]
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


def record(name: str, kind: str, number: int) -> str:
    """Return a game that a program plays against itself after some random actions: its result, its actions.

    The random ones are none that lose at first sight.
    """
    state = games.start(name)
    chance = random.Random(number)
    program, opening = Program(kind, name, number), chance.choice(STORED_OPENINGS)
    words = []
    while not state.is_terminal() and len(words) < LONGEST:
        if len(words) < opening:
            thoughts = start_search(state, 1).thoughts()
            action = chance.choice(sorted(each for each, _, worth in thoughts if worth or not thoughts[0][2]))
        else:
            action = program.choose(state)
        words.append(state.word(action))
        state.apply_action(action)
    return " ".join(["".join(map(str, state.winners)) or "-", *words])


def judge_stored(name: str, simulations: int) -> dict:
    """Judge the positions of stored games: (part of the game gone by, chance of the player to move, his points).

    In a solved game the points are those of two who do not err from there on. Without simulations by the evaluation
    alone; with them by the search, one position of seven.
    """
    chances = evaluation_of(name).chances
    solved = STORED / f"{name}_solved.txt"
    letters = solved.read_text().splitlines() if solved.exists() else []
    found = []
    for number, line in enumerate((STORED / f"{name}.txt").read_text().splitlines()):
        won, *words = line.split()
        state = games.start(name)
        for place, word in enumerate(words):
            player = state.current_player()
            points = 1 / state.players if won == "-" else (str(player) in won) / len(won)
            if letters:
                points = "LDW".index(letters[number][place]) / 2
            chance = chances(state)[player]
            if simulations and place % 7 == 3:
                search = start_search(state, 1)
                search.think(simulations)
                chance = search.thoughts()[0][2]
            if not simulations or place % 7 == 3:
                found.append((round(place / len(words), 2), round(chance, 3), points))
            state.apply_action(state.action(word))
    return {"judged": found}


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
    elif what == "record":
        game, kind, first, count = given
        for index in range(int(first), int(first) + int(count)):
            print(record(game, kind, index), flush=True)
    elif what == "judge":
        print(json.dumps(judge_stored(given[0], int(given[1]))))
    elif what == "hidden":
        print(json.dumps(hidden(given[0], int(given[1]), int(given[2]))))
    else:
        print(json.dumps(rate(given[0], float(given[1]))))
