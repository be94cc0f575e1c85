"""Faults planted in simulated boards, held against when they are named: `bench_learning.py faults`.

On towers grit that takes 0.8 g more each game off every second load, and a magnet that moves at each change by 0.3 g
more; on reeds one that sticks 60 ms longer each game, and one whose magnet reaches 0.25 mm less far. A fault is named
in time if doctor and page name it at least one game before the first action that is wrong or missing. Boards on which
neither happens while they are watched do not count. Sound fields tell how often there is a false alarm.
"""

from dataclasses import dataclass

from learning_board import LearningBoard
from reed_games import REED12, ReedGames
from treppe_host.tune.health import declines
from treppe_host.tune.reed_health import ReedLearner

FIELDS = {"cell": 17, "reed": 35}
GOAL_PERCENT = 95
SOUND_GAMES = {"cell": 4, "reed": 10}
WATCHED_GAMES = {"cell": 24, "reed": 60}


def grit(board, games):
    board.soil(FIELDS["cell"], 0.8 * games)


def loose_magnet(board, games):
    board.loosen(FIELDS["cell"], 0.3 * games)


def sticking_reed(board, games):
    board.reeds.sticks_ms[FIELDS["reed"]] = 60.0 * games


def fading_magnet(board, games):
    board.reeds.weaken(FIELDS["reed"], 0.25)


FAULTS = {"cell": (grit, loose_magnet), "reed": (sticking_reed, fading_magnet)}


def cell_games(seed, grow):
    """Yield after each game on towers which fields are named, and how many changes were read wrongly."""
    board = LearningBoard("seven", "steel", seed, "procedure", players=2, tiles=False)
    while True:
        if grow and board.num_games >= SOUND_GAMES["cell"]:
            grow(board, board.num_games - SOUND_GAMES["cell"] + 1)
        board.play()
        yield {each.field for each in declines(board.learner, board.surface)}, board.counts["wrong"]


def reed_games(seed, grow):
    """Yield after each game on reeds which fields are named, and how many actions a table would have missed."""
    board, learner = ReedGames(seed), ReedLearner(REED12.FIELDS)
    while True:
        if grow and board.game >= SOUND_GAMES["reed"]:
            grow(board, board.game - SOUND_GAMES["reed"] + 1)
        for measured in board.play():
            learner.take(measured)
        yield {each.field for each in learner.declines()}, board.errors


GAMES = {"cell": cell_games, "reed": reed_games}


@dataclass(frozen=True, slots=True)
class Watched:
    """What became of a board: the games at which its fault was named and at which it first erred; None: never.

    `false` counts the games after which a sound field was named.
    """

    games: int
    named: int | None
    erred: int | None
    false: int

    @property
    def is_in_time(self):
        return self.named is not None and (self.erred is None or self.named < self.erred)


def watch(sensor, number, seed):
    """Watch a board with one of the faults until it errs, or a sound one if `number` is None."""
    grow, field = (None, -1) if number is None else (FAULTS[sensor][number], FIELDS[sensor])
    named, false = None, 0
    for game, (diagnostic, errors) in zip(range(WATCHED_GAMES[sensor]), GAMES[sensor](seed, grow), strict=False):
        false += bool(diagnostic - {field})
        if named is None and field in diagnostic:
            named = game
        if errors and grow:
            return Watched(game + 1, named, game, false)
    return Watched(game + 1, named, None, false)


def judge(pool, boards, first_seed):
    """Yield lines, and whether each is a miss: faults that are named in time, false alarms on sound boards."""
    for sensor, faults in FAULTS.items():
        jobs = [(sensor, number, first_seed + seed) for number in (*range(len(faults)), None) for seed in range(boards)]
        done = list(pool.map(watch, *zip(*jobs, strict=True)))
        for number, fault in enumerate(faults):
            some = [each for each in done[boards * number : boards * (number + 1)] if each.named or each.erred]
            in_time = sum(each.is_in_time for each in some)
            late = sum(each.named is not None and not each.is_in_time for each in some)
            line = f"{sensor:5} {fault.__name__:14} named in time on {in_time} of {len(some)} boards"
            yield f"{line} ({late} too late; goal {GOAL_PERCENT} %)", 100 * in_time < GOAL_PERCENT * len(some)
        games, false = sum(each.games for each in done), sum(each.false for each in done)
        yield (
            f"{sensor:5} sound fields named after {false} of {games} games (goal at most 1 in 1,000)",
            false > max(1, games / 1000),
        )
