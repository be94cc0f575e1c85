"""Analysis: blunders are named with a better action each, it stops and goes on, and is kept with its game."""

import random

import pytest
from treppe import games
from treppe_host.programs import analysis, stored_games
from treppe_host.programs.analysis import Moment
from treppe_host.programs.process import HandsUnknown, Limits, Thinkers
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def thinkers():
    thinkers = Thinkers(2)
    yield thinkers
    thinkers.close()


def analysed(game, thinkers):
    """Return the whole analysis of a game."""
    found = analysis.begin(game)
    while len(found.chances) < len(game):
        analysis.go_on(found, game, thinkers)
    return found


@pytest.fixture
def store(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'games.db'}")
    yield store
    store.close()


def keep(store, game: str, words: list[str], **options) -> int:
    state = games.start(game, **options)
    moves = []
    for word in words:
        if word.startswith("undo"):
            moves.append(Move(undo=int(word[4:])))
            state.undo_action()
            continue
        moves.append(Move(word, player=state.current_player()))
        state.apply_action(state.action(word))
    sheet = ScoreSheet(game, state.options, ["Ann", "Ben"], moves, reason="agreed", winners=[], firmware="0.1.0")
    assert store.add_sheets([sheet]) == (1, 0)
    return store.games()[0].number


def lets_win(state, action: int) -> bool:
    """Tell whether the next player can win at once after an action."""
    after = state.clone()
    after.apply_action(action)
    player = after.current_player()
    for reply in after.legal_actions():
        after.apply_action(reply)
        if player in after.winners:
            return True
        after.undo_action()
    return False


def chance_of(thinkers, state) -> float:
    """Return the chance of the player to move."""
    limits = Limits(simulations=300, seconds=5)
    return thinkers.each(lambda thinker, state: thinker.think(state, limits).best[0].chance, [state])[0]


def thrown_away(thinkers, seed: int) -> list[Moment]:
    """Play Aufstellen at random until somebody who stands well lets the other win; nothing if nobody does."""
    chance = random.Random(seed)
    state = games.start("aufstellen")
    game: list[Moment] = []
    while not state.is_terminal() and len(game) < 12:
        losing = [action for action in state.legal_actions() if lets_win(state, action)]
        if losing and chance_of(thinkers, state) > 0.7:
            game.append(Moment(state.clone(), state.word(losing[0])))
            state.apply_action(losing[0])
            return [*game, Moment(state)]
        action = chance.choice(state.legal_actions())
        game.append(Moment(state.clone(), state.word(action)))
        state.apply_action(action)
    return []


def test_who_throws_a_game_away_is_told_what_would_have_been_better(thinkers):
    thrown = [game for game in (thrown_away(thinkers, seed) for seed in range(20)) if game]
    assert len(thrown) >= 4
    for game in thrown:
        found = analysed(game, thinkers)
        last = found.mistakes[-1]
        state, word = game[-2].state, game[-2].word
        assert last.place == len(game) - 1 and last.word == word and last.loss > analysis.BLUNDER
        assert not lets_win(state, state.action(last.better))
        assert all(abs(sum(row) - 1) < 0.01 for row in found.chances)


def test_it_stops_when_told_and_goes_on_where_it_was(thinkers, store):
    number = keep(store, "step", ["a1-b2", "+b3", "undo1", "+b1", "g7-f6"], players=2, bricks=5)
    game = stored_games.moments_of(store.sheet(number))
    assert [moment.word for moment in game] == ["a1-b2", "+b3", "", "+b1", "g7-f6", ""]
    assert stored_games.find_analysis(store, number, game) is None
    found = analysis.begin(game)
    analysis.go_on(found, game, thinkers)
    assert len(found.chances) == 2
    stored_games.keep(store, number, found)
    found = stored_games.find_analysis(store, number, game)
    first = found.chances[:2]
    while len(found.chances) < len(game):
        analysis.go_on(found, game, thinkers)
    assert len(found.chances) == len(game) and found.chances[:2] == first
    stored_games.keep(store, number, found)
    assert stored_games.find_analysis(store, number, game) == found
    store.remark(number, "action", {"ply": 3, "word": "+c1"})
    assert stored_games.find_analysis(store, number, stored_games.moments_of(store.sheet(number))) is None


def test_a_game_of_hidden_hands_that_nobody_dealt_is_not_analysed(thinkers):
    game = [Moment(games.start("cubes"))]
    with pytest.raises(HandsUnknown):
        analysis.go_on(analysis.begin(game), game, thinkers)


def test_chances_are_shared_among_all_players(thinkers):
    state = games.start("weltreich", players=4)
    game = [Moment(state)]
    found = analysed(game, thinkers)
    [row] = found.chances
    assert len(row) == 4 and abs(sum(row) - 1) < 0.01 and min(row) > 0.05


def test_who_played_alone_is_told_how_few_pieces_were_possible():
    found = analysis.Analysis(0, [[5 / 5], [5 / 8]])
    assert analysis.pieces_left("wetteifern", found) == (4, 1)
    assert analysis.pieces_left("step", found) is None
