"""What an analysis calls a mistake, by a thinker whose answers are known, and how the terminal tells it."""

import io
from random import Random

import pytest
from rich.console import Console
from treppe import games
from treppe_host.programs import analysis, stored_games, terminal_report, turn
from treppe_host.programs.analysis import BLUNDER, MISTAKE, Analysis, Mistake, Moment
from treppe_host.programs.levels import LONGEST_S
from treppe_host.programs.process import Thought, Thoughts
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

WORDS = ["a1-b2", "+b3", "g7-f6", "+f5"]


class KnownThoughts:
    """Thinks what it is sent: for each position of a game the best actions with their chances, the best first.

    `left` is the chance that the played action leaves, where it is looked behind alone.
    """

    def __init__(self, game, best, left):
        self.best = {moment.state.text(): row for moment, row in zip(game, best, strict=False)}
        self.left = {moment.state.text(): chance for moment, chance in zip(game, left, strict=False)}
        self.limits = []

    def think(self, state, limits, report=None):
        self.limits.append(limits)
        if limits.only:
            return Thoughts(limits.only, 1, (Thought(limits.only, 1, self.left[state.text()]),))
        row = self.best[state.text()]
        return Thoughts(row[0][0], 1, tuple(Thought(word, 1, chance) for word, chance in row))

    # In place of several thinkers as well: it looks at two positions at a time.

    def __len__(self):
        return 2

    def each(self, ask, items):
        return [ask(self, item) for item in items]


def moments(words=WORDS, **options):
    state = games.start("step", **options)
    found = []
    for word in words:
        found.append(Moment(state.clone(), word))
        state.apply_action(state.action(word))
    return [*found, Moment(state)]


def analysed(best, left, words=WORDS):
    game = moments(words)
    thinkers = KnownThoughts(game, best, left)
    found = analysis.begin(game)
    while len(found.chances) < len(game):
        before = len(found.chances)
        analysis.go_on(found, game, thinkers)
        assert len(found.chances) - before in (1, 2)
    return found


GOOD = [("a1-a2", 0.8), ("a1-b2", 0.5)]


@pytest.mark.parametrize(
    ("left", "loss"), [(0.8 - MISTAKE, MISTAKE), (0.8 - MISTAKE + 0.01, None), (0.2, 0.6), (0.79, None)]
)
def test_who_loses_so_much_of_his_chance_has_made_a_mistake(left, loss):
    best = [GOOD, [("+b3", 0.3)], [("g7-f6", 0.5)], [("+f5", 0.5)], [("b2-b3", 0.3)]]
    found = analysed(best, [left - 1e-9])
    assert [(each.place, each.player, each.word, each.better, each.loss) for each in found.mistakes] == (
        [] if loss is None else [(1, 0, "a1-b2", "a1-a2", pytest.approx(loss, abs=1e-3))]
    )
    assert found.best[0] == ("a1-a2", 0.3) and [word for word, _ in found.best[1:]] == ["+b3", "g7-f6", "+f5", "b2-b3"]
    assert [row[0] for row in found.chances] == [0.8, 0.3, 0.5, 0.5, 0.3], "two players share one chance"


@pytest.mark.parametrize(("others", "is_only"), [(0.8 - MISTAKE, True), (0.8 - MISTAKE + 0.01, False)])
def test_a_better_action_that_alone_keeps_the_chance_is_told_as_such(others, is_only):
    best = [[("a1-a2", 0.8), ("a1-a3", others - 1e-9)], [("+b3", 0.3)], *[[("?", 0.5)]] * 3]
    assert [each.is_only for each in analysed(best, [0.3]).mistakes] == [is_only]


def test_what_costs_little_at_first_sight_or_is_the_best_is_not_looked_at_again():
    game = moments()
    for first, second in ((GOOD, 0.75), ([("a1-b2", 0.8)], 0.2)):
        thinkers = KnownThoughts(game, [first, [("+b3", second)], *[[("?", second)]] * 3], [0.1])
        found = analysis.begin(game)
        analysis.go_on(found, game, thinkers)
        assert len(thinkers.limits) == 2 and not found.mistakes, first
        assert all(not limits.only and limits.is_work for limits in thinkers.limits)


def test_a_kept_analysis_is_of_the_same_words_only():
    game = moments()
    found = Analysis(analysis.begin(game).checksum, [[0.5, 0.5]], [("a1-a2", 0.1)], [MISTAKES[0]])
    assert analysis.read_analysis(found.content(), game) == found
    assert analysis.read_analysis(found.content(), moments(["a1-b2", "+b1"])) is None


MISTAKES = [
    Mistake(1, 0, "a1-b2", "a1-a2", BLUNDER, True),
    Mistake(3, 1, "g7-f6", "g7-g6", BLUNDER - 0.01, False),
    Mistake(5, 0, "b2-b3", "b2-c2", 0.45, False),
]


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield store
    store.close()


def kept(store, words, **facts):
    moves = [Move(word, player=place // 2 % 2) for place, word in enumerate(words)]
    usual = {"reason": "agreed", "winners": [], "firmware": "0.1.0"} | facts
    store.add_sheets([ScoreSheet("step", {"players": 2}, ["Ann", "Ben"], moves, **usual)])
    return store.games()[0].number


def reported(store, number):
    out = io.StringIO()
    terminal_report.analyse(store, number, Console(file=out, width=100))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_the_terminal_shows_chances_counts_and_the_worst_actions_first(store):
    number = kept(store, [*WORDS, "b2-b3"])
    game = stored_games.moments_of(store.sheet(number))
    assert [moment.word for moment in game] == [*WORDS, "b2-b3", ""]
    chances = [[0.0, 1.0], [0.25, 0.75], [0.5, 0.5], [0.75, 0.25], [0.99, 0.01], [1.0, 0.0]]
    found = Analysis(analysis.begin(game).checksum, chances, [("", 0.0)] * 6, list(MISTAKES))
    stored_games.keep(store, number, found)
    lines = reported(store, number)
    assert lines[0].split() == ["blue", "▁▃▅▇██", "100", "%"] and lines[1].split() == ["red", "█▇▅▃▁▁", "0", "%"]
    counts = [line.split() for line in lines[2:5]]
    assert counts[0] == ["player", "actions", "mistakes", "blunders"]
    assert counts[1:] == [["blue", "Ann", "3", "0", "2"], ["red", "Ben", "2", "1", "0"]]
    worst = [line.split() for line in lines[5:]]
    assert worst[0] == ["turn", "player", "played", "lost", "better"]
    assert worst[1:] == [
        ["3", "blue", "b2-b3", "45", "%", "b2-c2", "blunder"],
        ["1", "blue", "a1-b2", "30", "%", "a1-a2", "alone", "blunder"],
        ["2", "red", "g7-f6", "29", "%", "g7-g6"],
    ]
    assert stored_games.mistakes_in(store.remarks(number)) == MISTAKES
    assert stored_games.mistakes_in([]) == []


def test_a_game_is_looked_at_up_to_what_the_rules_do_not_allow(store):
    number = kept(store, ["a1-b2", "+b3", "z9-z9", "+f5"])
    assert [moment.word for moment in stored_games.moments_of(store.sheet(number))] == ["a1-b2", "+b3", ""]


def test_long_games_are_drawn_in_64_columns_from_their_first_to_their_last_position():
    rows = [[place / 200, 1 - place / 200] for place in range(201)]
    [first, _] = terminal_report._draw_chances(Analysis(0, rows))
    drawn = first.plain.split()[1]
    assert len(drawn) == 64 and drawn[0] == "▁" and drawn[-1] == "█" and list(drawn) == sorted(drawn)
    assert terminal_report._draw_chances(Analysis(0)) == []


class Planner:
    """Plays the first action in the order of the alphabet; notes how long it may think."""

    def __init__(self):
        self.limits = []

    def think(self, state, limits):
        self.limits.append(limits)
        word = min(state.word(action) for action in state.legal_actions())
        return Thoughts(word, 1, (Thought(word, 1, 0.5),))


def test_a_turn_is_planned_to_its_end_and_no_further():
    state, planner = games.start("step"), Planner()
    steps = turn.plan_turn(planner, state, 6, Random(1), lambda: True)
    assert [step.word[0] for step in steps] == ["a", "+"] and state.position == games.start("step").position
    assert [limits.seconds for limits in planner.limits] == [LONGEST_S, 0.8], "the tree is there already"
    assert steps[0].position == bytes(state.position) != steps[1].position and all(step.is_shown for step in steps)
    alone = turn.plan_turn(Planner(), games.start("wetteifern"), 1, Random(1), lambda: True)
    assert len(alone) == 1
    assert turn.plan_turn(Planner(), state, 1, Random(1), lambda: False) == []
