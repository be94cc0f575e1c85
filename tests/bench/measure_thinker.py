"""What people get of the thinking process; bench_programs.py starts it, and each run prints a line of JSON.

`measure_thinker.py times GAME COUNT`: how long they wait for an action or for advice. `analysis GAME SEED`: strong play
in which blunders are planted is analysed, with an even seed from a game's beginning on, with an odd one in the last
actions of a game of level 5, where most is to be lost. A blunder is an action that loses more than `PLANTED_LOSS` of
its player's chance by a much longer look than the analysis takes. Each other action is the first choice of a strong
player; who names it is wrong if that longer look finds less than half of a mistake in it. `truth aufstellen NUMBER`: a
stored game is analysed, and compared with who wins each position (`make solve`): who throws a win away errs.
"""

import json
import random
import resource
import sys
import time
from dataclasses import replace

from measure_programs import DEALT, STORED, middle
from treppe import games
from treppe_host.programs import analysis, levels
from treppe_host.programs.analysis import MISTAKE, Moment
from treppe_host.programs.process import Limits, Thinker, Thinkers

STRONG = Limits(simulations=2500, seconds=60)  # for each action
QUICK = Limits(simulations=100, seconds=60)  # for each action that may be a blunder
SURE = Limits(simulations=100_000, seconds=4, is_work=True)  # for one that seems to be
TRIES = 12
PLANTED_LOSS = 0.4
LOSING = 0.15  # below that nothing is left to be lost
OPENING = 2  # random actions, so that no two games are the same
FIRST, SPACING, MOST = 5, 6, 3  # where blunders may stand, and how many in a game
LONGEST = 90
QUICK_LEVEL, QUICK_LONGEST = 5, 400  # who plays the games of odd seeds, and how many actions at most
LAST = 24  # actions of such a game that are played anew


def times(name: str, count: int) -> dict:
    """Return the longest wait in seconds for an action of levels 4 to 6, and for advice."""
    thinker = Thinker()
    thinker.think(middle(name, 0, 0), Limits(simulations=1))
    longest = {}
    for kind in ("level 4", "level 5", "level 6", "advice"):
        longest[kind] = 0.0
        for seed in range(count):
            state = middle(name, seed, 3 * seed)
            limits = Limits(seconds=levels.ADVICE_S)
            if kind != "advice":
                level = levels.level(name, int(kind.removeprefix("level ")))
                limits = Limits(level.simulations, levels.LONGEST_S, level.error, level.regard)
            start = time.monotonic()
            thinker.think(state, limits)
            longest[kind] = max(longest[kind], time.monotonic() - start)
    thinker.close()
    return longest


def loss(thinker: Thinker, state: games.State, word: str, limits: Limits) -> float:
    """Return how much of his chance the player to move loses by an action."""
    kept = thinker.think(state, limits).best[0].chance
    return kept - thinker.think(state, replace(limits, only=word)).best[0].chance


def find_blunder(thinker: Thinker, state: games.State, chance: random.Random) -> str:
    """Return an action that throws a good deal away; empty if none was found by a few tries."""
    words = sorted(state.word(action) for action in state.legal_actions())
    for word in chance.sample(words, min(TRIES, len(words))):
        if all(loss(thinker, state, word, limits) > PLANTED_LOSS for limits in (QUICK, SURE)):
            return word
    return ""


def begin(thinker: Thinker, name: str, seed: int, chance: random.Random) -> games.State:
    """Return the position from which strong players go on."""
    state = games.start(name, **({"seed": 1 + seed} if name in DEALT else {}))
    for _ in range(OPENING):
        state.apply_action(chance.choice(sorted(state.legal_actions())))
    if seed % 2 == 0:
        return state
    level = levels.level(name, QUICK_LEVEL)
    played = 0
    while not state.is_terminal() and played < QUICK_LONGEST:
        error = levels.error_at(level, state)
        limits = Limits(level.simulations, 60, error, level.regard, chance.randrange(1, 2**32))
        state.apply_action(state.action(thinker.think(state, limits).word))
        played += 1
    for _ in range(min(LAST, played)):
        state.undo_action()
    return state


def play(thinker: Thinker, name: str, seed: int) -> tuple[list[Moment], list[int]]:
    """Return strong players' actions, and the places of the blunders planted among them, counted from 1."""
    chance = random.Random(seed)
    state = begin(thinker, name, seed, chance)
    moments: list[Moment] = []
    planted: list[int] = []
    wanted = FIRST + chance.randrange(SPACING)
    while not state.is_terminal() and len(moments) < LONGEST:
        thoughts = thinker.think(state, STRONG)
        action = state.action(thoughts.word)
        if len(moments) >= wanted and len(planted) < MOST:
            can_lose = thoughts.best[0].chance > PLANTED_LOSS + LOSING
            blunder = find_blunder(thinker, state, chance) if can_lose else ""
            if blunder:
                action = state.action(blunder)
                planted.append(len(moments) + 1)
                wanted = len(moments) + SPACING
        moments.append(Moment(state.clone(), state.word(action)))
        state.apply_action(action)
    return [*moments, Moment(state)], planted


def analyse(name: str, seed: int) -> dict:
    """Play, analyse and compare."""
    thinker = Thinker()
    moments, planted = play(thinker, name, seed)
    found = analysis.begin(moments)
    thinkers = Thinkers()
    before_s, start = _worked_s(), time.monotonic()
    while len(found.chances) < len(moments):
        analysis.go_on(found, moments, thinkers)
    seconds = time.monotonic() - start
    thinkers.close()
    work_s = _worked_s() - before_s
    mistakes = {mistake.place: mistake for mistake in found.mistakes}
    others = [mistake for place, mistake in mistakes.items() if place not in planted]
    found_out = [loss(thinker, moments[each.place - 1].state, each.word, SURE) for each in others]
    thinker.close()
    wrong = [mistake for mistake, lost in zip(others, found_out) if lost < MISTAKE / 2]
    actions = len(moments) - 1
    return {
        "planted": len(planted),
        "named": len(mistakes.keys() & set(planted)),
        "others": actions - len(planted),
        "wrongly": len(wrong),
        "found out": len(others) - len(wrong),
        "actions": actions,
        "seconds": seconds,
        "work seconds": work_s,
        "overlooked": [[place, moments[place - 1].word] for place in planted if place not in mistakes],
        "wrong": [[each.place, each.word, each.better, each.loss] for each in wrong],
    }


def truth(name: str, number: int) -> dict:
    """Analyse a stored game of a solved one; compare the mistakes that are named with the wins thrown away."""
    words = (STORED / f"{name}.txt").read_text().splitlines()[number].split()[1:]
    wins = (STORED / f"{name}_solved.txt").read_text().splitlines()[number]
    state = games.start(name)
    moments = []
    for word in words:
        moments.append(Moment(state.clone(), word))
        state.apply_action(state.action(word))
    moments.append(Moment(state))
    found, thinkers = analysis.begin(moments), Thinkers(is_modest=False)
    while len(found.chances) < len(moments):
        analysis.go_on(found, moments, thinkers)
    thinkers.close()
    thrown = {place for place in range(1, len(words)) if wins[place - 1] == "W" and wins[place] != "L"}
    named = {mistake.place for mistake in found.mistakes}
    return {
        "thrown": len(thrown),
        "named": len(thrown & named),
        "others": len(words) - len(thrown),
        "wrongly": len(named - thrown),
    }


def _worked_s() -> float:
    """Return the processor's seconds of processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    what, game, number = sys.argv[1:]
    print(json.dumps({"times": times, "truth": truth, "analysis": analyse}[what](game, int(number))))
