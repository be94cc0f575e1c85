"""Hands at towers of discs and bricks: they bear weight, let towers fall, and put right what they have put."""

import pytest
from layouts import arranged
from physical import Physical

_HIGH = "2 a0 a1 a2 a3 a4 a5 a6, 1 b0 b1"

_PATH = ["+a0", "+a1", "+a2"]


def _seven():
    """Player 0 is to begin a path on towers of two discs."""
    game = Physical("seven", tiles=False, players=2)
    game.lay_out(arranged("seven", _HIGH, tiles=False, players=2))
    return game


def _disc(game, name):
    return f"D{game.state.colours[game.field(name)]}"


def _put(game, name, ms=700):
    game.take(_disc(game, name), 300)
    game.put(name, ms)


def test_a_disc_that_was_moved_on_or_fell_before_its_field_is_filled_again_is_asked_about():
    game = _seven()
    _put(game, "a0")
    game.lift("a0", 400)
    game.put("a1", 1500)
    _put(game, "a0", 1500)
    assert game.words() == ["+a1"] and game.board.display["choice"] == ["+a0", "+a1"], game.lines()
    game.press("MENU", 800)
    game.press("OK", 500)
    assert game.words() == ["+a1", "+a0"] and not game.board.display["choice"], game.lines()


@pytest.mark.parametrize("force_g", [-10.0, -14.0])
def test_a_hand_that_bears_a_disc_while_another_one_is_put_is_named_and_not_asked_about(force_g):
    game = _seven()
    game.take(_disc(game, "a0"), 200)
    game.bear("b0", force_g, 3600, 300)
    game.put("a0", 2700)
    assert game.words() == [] and "b0: in a hand?" in game.lines() and game.is_helped(), game.lines()
    assert not game.board.display["choice"]
    game.wait(2000)
    assert game.words() == ["+a0"] and game.phase() == "play" and not game.board.display["choice"], game.lines()


def test_a_disc_that_stays_away_while_another_one_is_put_is_asked_about():
    game = _seven()
    game.take(_disc(game, "a0"), 200)
    game.lift("b0", 300, hand=1)
    game.put("a0", 6000)
    assert game.board.display["choice"] == ["+a0"], game.lines()
    game.press("OK", 500)
    assert game.words() == ["+a0"]


@pytest.mark.parametrize("lifted", ["a0", "a1"])
def test_a_disc_of_the_path_that_is_lifted_after_the_next_one_was_put_is_not_taken_back(lifted):
    game = _seven()
    for name in ("a0", "a1"):
        _put(game, name)
    game.take(_disc(game, "a2"), 300)
    game.put("a2", 200)
    game.lift(lifted, 1600)
    assert game.words()[:2] == ["+a0", "+a1"] and not any(event["k"] == "undo" for event in game.board.events)
    assert not game.board.display["choice"]
    game.put(lifted, 1500)
    assert game.words() == ["+a0", "+a1", "+a2"] and not game.board.display["choice"], game.lines()


def test_a_finger_that_weighed_like_a_disc_before_end_is_asked_about():
    game = _seven()
    for word in _PATH:
        game.play(word)
    game.bear("a3", 10, 1800, 700)
    assert game.words() == [*_PATH, "+a3"], "so far it looks like one"
    game.press("END", 2000)
    assert game.words() == [*_PATH, "+a3", "."]
    game.wait(2500)
    assert "a3: in a hand?" in game.lines(), game.lines()
    game.wait(3000)
    assert game.board.display["choice"] == ["."], game.lines()
    game.press("OK", 1000)
    assert game.words() == [*_PATH, "."] and game.phase() == "play" and not game.board.display["choice"]


def test_a_disc_that_is_lent_to_another_path_and_back_changes_no_turn():
    game = _seven()
    for word in ("+a5", "+a0", "+a1"):
        game.play(word, 600)
    before = game.words()
    game.lift("a5", 2800)
    game.put("b2", 1800)
    assert game.words() == before, game.lines()
    game.lift("b2", 2500)
    game.put("a5", 3000)
    assert game.words() == before and game.phase() == "play" and not game.board.display["choice"], game.lines()


@pytest.mark.parametrize("away_ms", [300, 5000])
def test_a_tower_that_is_lifted_whole_and_put_back_is_no_move(away_ms):
    game = _seven()
    game.play("+a0", 600)
    game.lift("a3", away_ms, count=2)
    game.put("a3", 3000, count=2)
    assert game.words() == ["+a0"] and game.phase() == "play" and not game.board.display["choice"], game.lines()
