"""Two hands one after the other, or nearly at once: whose piece lies where is told by order, or asked about."""

import pytest
from physical import Physical
from seven_positions import arranged
from treppe.games.seven.supply import AID

_PATH = ["+a0", "+a1", "+a2"]


def _seven_at_the_end_of_a_path():
    """Player 0 has laid discs that count for nine, player 1 holds an aid: only END tells that the path is done."""
    game = Physical("seven", players=2)
    tower = dict.fromkeys(("a0", "a1", "a2", "a3", "a4", "a5", "a6"), 2)
    state = arranged(tower | {"b0": 1, "b1": 1}, players=2)
    state.position[AID + 1] = state.draw_tile(AID)
    game.lay_out(state)
    for word in _PATH:
        game.play(word)
    assert "." in game.legal() and not any(word.startswith("!") for word in game.legal())
    return game


@pytest.mark.parametrize(("lifted", "word"), [("b0", "!0b0"), ("a4", "!0a4")])
def test_end_forgotten_before_a_disc_is_taken_off_is_asked_about(lifted, word):
    game = _seven_at_the_end_of_a_path()
    game.lift(lifted, 2800)
    assert game.board.display["choice"] == [".", word], game.lines()
    game.press("OK", 1000)
    assert game.words() == [*_PATH, ".", word] and game.phase() == "play"


def test_end_answers_that_question_too_for_then_the_aid_alone_is_asked_about():
    game = _seven_at_the_end_of_a_path()
    game.lift("b0", 2800)
    game.press("END", 3000)
    assert game.words()[3:] == ["."] and game.board.display["choice"] == ["!0b0"], game.lines()
    game.put("b0", 2000)
    assert game.words()[3:] == ["."] and not game.board.display["choice"] and game.phase() == "play"


def test_a_disc_that_is_put_back_before_end_ends_nothing():
    game = _seven_at_the_end_of_a_path()
    game.lift("b0", 3000)
    game.put("b0", 2000)
    assert game.words() == _PATH and not game.board.display["choice"]
    game.play("+a3")
    assert game.words() == [*_PATH, "+a3"]
