"""Who wins Aufstellen's openings: what is kept agrees with the rules, with proofs by search and with solved games."""

import random
from itertools import pairwise

from treppe import games
from treppe.games.aufstellen.host.openings import MOST, place, points
from treppe.games.aufstellen.host.proof import prove
from treppe_host.programs import analysis
from treppe_host.programs.analysis import Moment
from treppe_host.programs.process import Thought, Thoughts
from treppe_host.programs.start import openings_of, start_search

from tools.solve.__main__ import SOLVED, STORED, after_each, placements

OPENINGS = [state for state in placements(1500, True, random.Random(7)) if openings_of(state)]


class Searches:
    """Thinks in this process, in place of several thinkers: a short look, but at what a long one knows."""

    def __len__(self):
        return 1

    def each(self, ask, items):
        return [ask(self, item) for item in items]

    def think(self, state, limits):
        only = {"only": state.action(limits.only)} if limits.only else {}
        search = start_search(state, 1, **only, simulations=limits.simulations)
        search.think(10)
        best = tuple(Thought(state.word(action), visits, chance) for action, visits, chance in search.thoughts())
        return Thoughts(best[0].word, search.simulations, best)


def test_who_wins_an_opening_follows_from_what_an_action_leads_to():
    early = [state for state in OPENINGS if openings_of(state, 1)]
    found = [points(state) for state in early]
    assert found == [1 - min(map(points, after_each(state))) for state in early]
    assert found.count(1.0) > 200 < found.count(0.0) and points(games.start("aufstellen")) == 0, "the second wins"
    assert not openings_of(games.start("aufstellen", diagonals=False)) and not openings_of(games.start("step"))


def test_an_opening_is_kept_once_for_all_its_images():
    layer = [games.start("aufstellen")]
    for count in (1, 3, 33, 426):  # by Burnside's lemma
        assert len(layer) == count
        layer = list({place(twin): twin for state in layer for twin in after_each(state)}.values())


def test_who_wins_an_opening_agrees_with_what_the_search_proves():
    proven = [0, 0]
    for state in (state for state in OPENINGS if not openings_of(state, 1)):
        search = start_search(state, 1)
        search.think(200)
        if search.root.is_solved:
            won = search.root.values[state.current_player()]
            assert points(state) == won, state.text()
            proven[won > 0.5] += 1
    assert min(proven) > 5, proven


def test_a_proof_agrees_with_who_wins_the_positions_of_solved_games():
    proven = {"W": 0, "L": 0}
    for line, letters in list(zip(STORED.read_text().splitlines(), SOLVED.read_text().splitlines(), strict=True))[::10]:
        state = games.start("aufstellen")
        for word, letter in zip(line.split()[1:], letters, strict=True):
            if result := prove(state):
                assert "LDW"[result + 1] == letter, state.text()
                proven[letter] += 1
            state.apply_action(state.action(word))
    assert min(proven.values()) > 10, proven


def test_the_analysis_names_each_win_that_an_opening_throws_away_and_no_other_action():
    thrown = 0
    for line, letters in zip(STORED.read_text().splitlines(), SOLVED.read_text().splitlines(), strict=True):
        state, game = games.start("aufstellen"), []
        for word in [*line.split()[1 : MOST + 1], ""]:
            game.append(Moment(state.clone(), word))
            if word:
                state.apply_action(state.action(word))
        found = analysis.begin(game)
        while len(found.chances) < len(game):
            analysis.go_on(found, game, Searches())
        pairs = enumerate(pairwise(letters[: MOST + 1]), 1)
        expected = [place for place, (before, after) in pairs if before == "W" and after != "L"]
        assert [mistake.place for mistake in found.mistakes] == expected
        thrown += len(expected)
    assert thrown > 80
