"""The search on small trees whose outcome is known by hand: wins, draws, the longest way to a loss, counts of looks."""

import random
from itertools import pairwise
from math import exp, sqrt

import pytest
from treppe_host.programs.search import Search, judge
from treppe_host.programs.unseen import UnseenSearch


class Tree:
    """A game as a tree: `nodes` has for each place its player and the places behind its actions, or who has won.

    The position ends as those of all games: winners as bits, whether it is over, who is to move.
    """

    def __init__(self, nodes, players=2, place=0):
        self.nodes, self.players, self.events = nodes, players, []
        self.position = bytearray(5)
        self.go(place)

    @property
    def place(self):
        return self.position[0] + 256 * self.position[1]

    def go(self, place):
        there = self.nodes[place]
        is_over = "won" in there
        self.position[:] = (place & 255, place >> 8, there.get("won", 0), is_over, there.get("player", 0))

    def clone(self):
        return Tree(self.nodes, self.players, self.place)

    def current_player(self):
        return -1 if self.position[-2] else self.position[-1]

    def legal_actions(self):
        return list(range(len(self.nodes[self.place].get("next", ()))))

    def perform(self, action):
        self.events.append(action)
        self.go(self.nodes[self.place]["next"][action])


def even(state):
    """Judge nothing: all have the same chance."""
    return [1 / state.players] * state.players


def by_table(values):
    """Return an evaluation that gives the first of two players this chance at each place."""
    return lambda state: [values[state.place], 1 - values[state.place]]


def searched(nodes, simulations, evaluate=even, players=2, **options):
    search = Search(Tree(nodes, players), evaluate, **options)
    search.think(simulations)
    return search


FIRST, SECOND = {"won": 1}, {"won": 2}


def test_a_win_at_once_needs_no_simulation_and_comes_before_a_later_one():
    nodes = [
        {"player": 0, "next": [1, 2, 3]},
        {"player": 1, "next": [4]},
        FIRST,
        SECOND,
        {"player": 0, "next": [2]},
    ]
    search = searched(nodes, 50)
    assert search.simulations == 0 and search.root.is_solved
    assert search.thoughts()[0][0::2] == (1, 1.0)


def test_of_two_wins_the_nearer_one_and_of_two_losses_the_later_one_is_chosen():
    # Behind action 0 a way of two more actions, behind action 1 one of four; `end` decides who has won there.
    for end, chosen, chance in ((FIRST, 0, 1.0), (SECOND, 1, 0.0)):
        nodes = [
            {"player": 0, "next": [1, 2]},
            {"player": 1, "next": [3]},
            {"player": 1, "next": [4]},
            {"player": 0, "next": [7]},
            {"player": 0, "next": [5]},
            {"player": 1, "next": [6]},
            {"player": 0, "next": [7]},
            end,
        ]
        search = searched(nodes, 100)
        action, _, found = search.thoughts()[0]
        assert (action, found) == (chosen, chance), end
        assert search.root.is_solved and search.simulations < 20, "what is known is not looked at again"


def test_an_outcome_is_not_known_before_all_replies_are():
    """The reply that is looked at last saves the other side."""
    nodes = [
        {"player": 0, "next": [1]},
        {"player": 1, "next": [2, 3]},
        {"player": 0, "next": [4]},
        {"player": 0, "next": [5]},
        FIRST,
        SECOND,
    ]
    values = [0.5, 0.5, 0.4, 0.9, 1.0, 0.0]
    search = searched(nodes, 100, by_table(values))
    assert search.thoughts()[0][2] == 0.0 and search.root.is_solved


@pytest.mark.parametrize(
    ("won", "players", "chances"),
    [
        (0b00, 2, [0.5, 0.5]),
        (0b01, 2, [1.0, 0.0]),
        (0b10, 2, [0.0, 1.0]),
        (0b101, 3, [0.5, 0.0, 0.5]),
        (0b000, 4, [0.25] * 4),
        (0b1000, 4, [0.0, 0.0, 0.0, 1.0]),
    ],
)
def test_winners_share_a_game_and_all_share_a_draw(won, players, chances):
    assert judge(Tree([{"won": won}], players), even) == chances


def test_a_game_for_one_is_judged_by_its_score():
    assert judge(Tree([{"won": 1}], 1), lambda state: [0.25]) == [0.25]
    assert judge(Tree([{"player": 0, "next": [0]}]), lambda state: [0.3, 0.7]) == [0.3, 0.7]


def random_tree(seed, players, branches, depth):
    """Return a tree without ends in it, and a chance of the first player at each place."""
    rows = [[0]]
    for _ in range(depth):
        begins = rows[-1][-1] + 1
        rows.append(list(range(begins, begins + branches * len(rows[-1]))))
    nodes = [
        {"player": level % players, "next": rows[level + 1][branches * at : branches * (at + 1)]}
        for level, row in enumerate(rows[:-1])
        for at in range(len(row))
    ]
    nodes += [{"player": depth % players, "next": [place]} for place in rows[-1]]
    chance = random.Random(seed)
    return nodes, [round(chance.uniform(0.35, 0.65), 3) for _ in nodes]


def by_the_formula(nodes, values, simulations, curiosity, sharpness, minimax):
    """Count the looks behind each action of the first place, plainly by AlphaZero's formula, for two players.

    An action's worth is the mean of what was found behind it, its first judgement among that, plus what it is worth to
    try it: curiosity * prior * sqrt(looks here + 1) / (looks behind it + 1). A part `minimax` of the mean gives way to
    what follows if both choose the best of what was looked at from there.
    """
    found = {(): {}}  # by the actions that lead there

    def worth_for(player, value):
        return value if player == 0 else 1 - value

    def best_guess(place):
        there = nodes[place]
        return max((values[each] for each in there["next"]), key=lambda value: worth_for(there["player"], value))

    def best_line(path, place):
        behind = [best_line((*path, action), nodes[place]["next"][action]) for action in found[path]]
        player = nodes[place]["player"]
        return max(behind, key=lambda value: worth_for(player, value)) if behind else best_guess(place)

    for _ in range(simulations):
        place, path = 0, ()
        while path in found:
            player, behind, here = nodes[place]["player"], nodes[place]["next"], found[path]
            weights = [exp(sharpness * worth_for(player, values[each])) for each in behind]
            looks = sum(len(row) for row in here.values())
            merits = []
            for action, each in enumerate(behind):
                row = here.get(action, [])
                known = sum(worth_for(player, value) for value in [values[each], *row])
                new = curiosity * weights[action] / sum(weights) * sqrt(looks + 1)
                line = worth_for(player, best_line((*path, action), each)) if row else worth_for(player, values[each])
                merits.append(((1 - minimax) * known + new) / (len(row) + 1) + minimax * line)
            action = merits.index(max(merits))
            place, path = behind[action], (*path, action)
        found[path] = {}
        for at, action in enumerate(path):
            found[path[:at]].setdefault(action, []).append(best_guess(place))
    return {action: len(row) for action, row in found[()].items()}


FORMULA = [(1.5, 12.0), (0.3, 12.0), (1.5, 2.0), (4.0, 0.5)]


@pytest.mark.parametrize("minimax", [0.0, 0.3])
@pytest.mark.parametrize(("curiosity", "sharpness"), FORMULA)
def test_looks_go_where_the_formula_sends_them(curiosity, sharpness, minimax):
    options = {"curiosity": curiosity, "sharpness": sharpness, "minimax": minimax}
    for seed in range(4):
        nodes, values = random_tree(seed, 2, 4, 4)
        search = searched(nodes, 60, by_table(values), **options)
        visits = {action: visits for action, visits, _ in search.thoughts() if visits}
        assert visits == by_the_formula(nodes, values, 60, **options)
        assert sum(visits.values()) == 60 == search.simulations == search.nodes - 1
        order = [(visits, chance) for _, visits, chance in search.thoughts()]
        assert all(one[0] >= other[0] for one, other in pairwise(order)) and all(0.3 < each < 0.7 for _, each in order)


def test_a_game_may_guess_its_actions_at_first_sight_and_what_is_sure_needs_no_look():
    nodes = [{"player": 0, "next": [1, 2]}, {"player": 1, "next": [2]}, {"player": 1, "next": [1]}]
    search = searched(nodes, 9, guess=lambda state, actions: [0.4, 0.6][: len(actions)])
    assert [action for action, _, _ in search.thoughts()] == [1, 0] and search.nodes == 10
    for sure, depth in ((1.0, 1), (0.0, 2)):
        search = searched(nodes, 9, guess=lambda state, actions, sure=sure: [sure] * len(actions))
        assert search.root.is_solved and search.root.values == [sure, 1 - sure] and search.root.depth == depth


def test_what_is_lost_at_first_sight_is_not_looked_at_and_all_is_lost_with_the_last_other_action():
    nodes = [{"player": 0, "next": [1, 2, 2]}, {"player": 1, "next": [3]}, {"player": 1, "next": [0]}, SECOND]
    search = searched(nodes, 9, guess=lambda state, actions: [0.6, 0.0, 0.0] if len(actions) > 1 else [0.5])
    assert search.root.is_solved and search.root.values == [0.0, 1.0] and search.nodes == 3
    assert [(action, chance) for action, _, chance in search.thoughts()] == [(0, 0.0), (1, 0.0), (2, 0.0)]


def test_only_one_action_may_be_looked_behind():
    nodes, values = random_tree(1, 2, 4, 3)
    search = searched(nodes, 30, by_table(values), only=2)
    [(action, visits, _)] = search.thoughts()
    assert (action, visits) == (2, 30)


def test_the_tree_is_kept_for_the_position_that_comes_a_few_actions_later():
    nodes, values = random_tree(2, 2, 3, 4)
    search = searched(nodes, 200, by_table(values))
    state = Tree(nodes)
    for _ in range(2):
        state.perform(search.root.actions[0])
        before = search.root.children[0]
        assert search.find(bytes(state.position)) and search.root is before
    assert search.nodes == 1 + before.visits_here
    assert not search.find(bytes(Tree(nodes).position)), "it lies behind"


def test_a_full_tree_grows_no_further(monkeypatch):
    monkeypatch.setattr("treppe_host.programs.search.MOST_NODES", 20)
    nodes, values = random_tree(2, 2, 3, 4)
    assert searched(nodes, 200, by_table(values)).nodes == 21


@pytest.mark.parametrize(("curiosity", "sharpness"), FORMULA)
def test_where_nothing_is_hidden_the_search_for_hidden_hands_looks_as_the_other_one(curiosity, sharpness):
    options = {"curiosity": curiosity, "sharpness": sharpness}
    for seed in range(4):
        nodes, values = random_tree(seed, 2, 4, 4)
        deals = []
        search = UnseenSearch(
            Tree(nodes), by_table(values), lambda state, player, _, deals=deals: deals.append(player), 7, **options
        )
        search.think(61)  # the first one judges the position itself
        other = searched(nodes, 60, by_table(values), minimax=0.0, **options)
        assert sorted(search.thoughts()) == [
            (action, visits, pytest.approx(chance)) for action, visits, chance in sorted(other.thoughts())
        ]
        assert [visits for _, visits, _ in search.thoughts()] == [visits for _, visits, _ in other.thoughts()]
        assert search.state.events == other.state.events == [], "they would fill the memory"
        assert deals == [0] * 61 and search.simulations == 61, "a deal for each simulation, by the player to move"
        assert not search.find(bytes(search.state.position))


def test_a_seed_decides_the_deals():
    nodes, values = random_tree(1, 2, 4, 4)
    dealt = []
    for seed in (7, 8, 7):
        search = UnseenSearch(
            Tree(nodes), by_table(values), lambda _, __, generator: dealt.append(bytes(generator)), seed
        )
        search.think(1)
    assert dealt[0] == dealt[2] != dealt[1]


def test_an_action_that_another_deal_allows_is_judged_when_it_appears():
    """Two deals: in one of them action 1 wins at once, in the other there is no such action."""
    nodes = [
        {"player": 0, "next": [1]},
        {"player": 1, "next": [3]},
        {"player": 0, "next": [1, 4]},
        SECOND,
        FIRST,
    ]
    turn = []

    def deal(state, player, generator):
        turn.append(player)
        state.go(2 if len(turn) % 2 == 0 else 0)

    search = UnseenSearch(Tree(nodes), even, deal, 7)
    search.think(41)
    found = {action: (visits, chance) for action, visits, chance in search.thoughts()}
    assert found[1] == (19, 1.0) or found[1][1] == 1.0
    assert found[0][1] < 0.1 and found[0][0] + found[1][0] == 40


def test_only_one_action_may_be_looked_behind_where_hands_are_hidden():
    nodes, values = random_tree(1, 2, 4, 4)
    search = UnseenSearch(Tree(nodes), by_table(values), lambda *_: None, 7, only=3)
    search.think(30)
    [(action, visits, _)] = search.thoughts()
    assert (action, visits) == (3, 29)
