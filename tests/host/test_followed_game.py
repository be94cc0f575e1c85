"""A game that is followed by its board's events, as pages and publishers follow it."""

from treppe import surfaces
from treppe_host.records.followed_game import FollowedGame

START = {"e": 5, "k": "start", "game": "step", "options": {"players": 2}, "seats": ["Ann", "Ben"]}
END = {"e": 9, "k": "end", "reason": "resign", "winners": [1], "scores": None}


def followed(*events: dict) -> FollowedGame:
    game = FollowedGame()
    for event in events:
        game.follow(event)
    return game


def acted(word: str, **more: object) -> dict:
    return {"e": 6, "k": "action", "player": 0, "word": word, **more}


def field(name: str) -> int:
    return surfaces.load("square7").NAMES.index(name)


def test_before_a_game_begins_there_is_none() -> None:
    for game in (followed(), followed(acted("a1-d1"), {"e": 1, "k": "pause"})):
        assert game.name == "" and game.number == 0 and game.state is None and not game.is_over
        assert game.brought_to(3) == set() and game.due_pieces() == frozenset()
        assert game.silent_words() == [] and game.ways() == [] and not game.may_end()


def test_a_piece_is_brought_where_the_rules_want_one_from_the_supply() -> None:
    game = followed(START)
    moved = [place for place, name in enumerate(game.names) if game.brought_to(place)]
    assert moved == [], "a ball is moved, and comes from the board"
    game.follow(acted("a1-d1"))
    assert game.due_pieces() == {"B"} and game.brought_to(field("c1")) == {"B"}
    assert game.brought_to(field("d1")) == set(), "the ball stands there"


def test_nothing_is_brought_after_the_end() -> None:
    game = followed(START, acted("a1-d1"), END)
    assert game.is_over and game.due_pieces() == frozenset() and game.brought_to(field("c1")) == set()
    assert not game.may_end() and game.ways() == []


def test_a_pause_lasts_until_the_game_goes_on() -> None:
    game = followed(START, acted("a1-d1"), {"e": 7, "k": "pause"})
    assert game.is_paused
    game.follow({"e": 8, "k": "resume", "game": 5})
    assert not game.is_paused and not game.is_over


def test_an_event_that_breaks_the_rules_is_the_last_that_is_followed() -> None:
    game = followed(START, acted("a1-z9"))
    assert game.failure and game.state is None and game.name == ""


def test_a_clock_gets_its_increment_when_the_turn_is_handed_on() -> None:
    game = followed(START | {"clock": {"minutes": 5, "increment_s": 3}})
    assert game.left_ms == [300_000, 300_000]
    game.follow(acted("a1-d1", left_ms=290_000))
    assert game.left_ms == [290_000, 300_000], "the brick is to be put by the same player"
    game.follow(acted("+c1", left_ms=280_000))
    assert game.left_ms == [283_000, 300_000]
    assert followed(START, acted("a1-d1", left_ms=5)).left_ms == [], "without clocks"
