"""Pieces that are away, beside the centre, or in two hands at once: no move of theirs is taken for another one."""

import json
from itertools import pairwise

import pytest
from physical import Physical, laid_out
from treppe import games, surfaces
from treppe.games import positions
from treppe.tracking.understand import ASK_MS

_NAMES = surfaces.load("reed12").NAMES
_GUARDS = "blockade players=2 00u0200x0100k0100j0100k0500z05000500h050100y05000100t0600x01g00i/8e28"

_LENT = (
    "tor crowd=all partner_forbids=false players=3 teams=false 00i0b020300x0900k0600l0700n0500z0a00w0100zu0700s03h00"
    "05040500i02/e892"
)


def _arranged(name, values, players=2):
    """Return a board with these bytes of the position by field, all others free."""
    state = games.start(name, players=players)
    for field, place in enumerate(_NAMES):
        state.position[field] = values.get(place, 0)
    return laid_out(state)


def _either(players=2):
    """Player 0 moves e9, player 1 d7; either could go to e7."""
    return _arranged("tor", {"e9": 1, "d7": 5, "a1": 2, "l12": 6, "c3": 9, "k4": 10}, players)


def _ever_recorded(game):
    return [event["word"] for event in game.board.events if event["k"] == "action"]


@pytest.mark.parametrize("nudged_ms", [1150, 1200, 1250, 1300, 1350])
def test_a_fresh_piece_that_is_nudged_as_the_reply_is_put_is_not_taken_for_it(nudged_ms):
    game = _either()
    game.at((0, "lift", "e9", 0), (400, "put", "e6", 0), (900, "lift", "d7", 1), (1250, "put", "e7", 1),
            (nudged_ms, "nudge", "e6", 0), (nudged_ms + 900, "centre", "e6", 0))  # fmt: skip
    game.wait(3000)
    assert game.words() == ["e9-e6", "d7-e7"] and not game.board.display["choice"], game.lines()
    assert "e9-e7" not in _ever_recorded(game)


def test_a_fresh_piece_that_stays_nudged_is_asked_about():
    game = _either(players=3)
    game.at((0, "lift", "e9", 0), (400, "put", "e6", 0), (900, "lift", "d7", 1), (1250, "put", "e7", 1),
            (1250, "nudge", "e6", 0))  # fmt: skip
    game.wait(3000)
    assert game.words() == ["e9-e6"] and game.board.display["choice"] in (["d7-e7"], ["e9-e7"]), game.lines()


def _moves_on(end):
    """Let player 0 move a fresh piece on while player 1 has his in the air, which he then puts."""
    game = _either()
    game.at((0, "lift", "e9", 0), (400, "put", "e6", 0), (700, "lift", "e6", 0), (800, "lift", "d7", 1),
            (1100, "put", "e7", 0), (1500, "put", end, 1))  # fmt: skip
    game.wait(3000)
    return game


def test_a_fresh_piece_that_is_moved_on_while_the_next_one_is_in_the_air_is_moved_on():
    game = _moves_on("d8")
    assert game.words() == ["e9-e7", "d7-d8"] and not game.board.display["choice"], game.lines()


def test_where_each_of_two_pieces_could_lie_where_the_other_one_does_it_is_asked():
    game = _moves_on("d9")
    proposed = []
    while game.board.display["choice"] != ["e9-e7", "d7-d9"]:
        assert game.board.display["choice"] not in [*proposed, []], game.lines()
        proposed.append(game.board.display["choice"])
        game.press("MENU", 300)
    game.press("OK", 1000)
    assert game.words() == ["e9-e7", "d7-d9"] and game.phase() == "play"


def test_of_two_pieces_that_could_have_been_put_the_one_that_is_put_next_was_not():
    game = _arranged("weltreich", {"j5": 1, "g4": 5, "l12": 2, "a1": 6})
    game.at((0, "lift", "j5", 0), (400, "put", "k5", 0), (800, "lift", "k5", 0), (1250, "lift", "g4", 1),
            (1400, "put", "j4", 0), (1650, "put", "f4", 1))  # fmt: skip
    game.wait(3000)
    assert game.words() == ["j5-j4", "g4-f4"] and not game.board.display["choice"], game.lines()
    assert "g4-j4" not in _ever_recorded(game)


def test_a_piece_that_follows_another_one_is_not_taken_for_both():
    text = "00zzj05g0600n05g0600n05060500i020100j0100n0201g00n01020100zy/cb20"
    game = laid_out(positions.read("sprung pattern=SSTSSTSST players=2 shapes=true teams=false " + text))
    game.at((0, "lift", "f7", 0), (320, "put", "g7", 0), (420, "lift", "e7", 1), (540, "put", "f7", 1),
            (860, "lift", "g7", 0), (1210, "put", "h7", 0))  # fmt: skip
    game.wait(2500)
    state = game.session.game_record.state.clone()
    for _ in game.words():
        state.undo_action()
    for word in ("f7-g7", "e7-f7", "g7-h7"):
        state.apply_action(state.action(word))
    assert game.session.game_record.state.position == state.position, game.words()
    assert "e7-g7" not in _ever_recorded(game)


def test_moves_beside_a_piece_that_was_pushed_out_of_its_place_count():
    game = _arranged("tor", {"e9": 1, "d7": 5, "a1": 2, "l12": 6, "b4": 9, "h9": 9}, players=3)
    game.play("e9-e6")
    game.do("nudge", "b4", 1500)
    game.play("d7-d9", 300)
    for _ in range(2):
        word = next(word for word in game.legal() if "-" in word and not set(word) & set("b4"))
        game.play(word, 300)
        assert game.words()[-1] == word and not game.board.display["choice"], game.lines()
    game.wait(1000)
    assert any("b4" in line for line in game.lines()), "nobody holds it while three actions are played"
    game.do("centre", "b4", 1000)
    assert not any("b4" in line for line in game.lines()) and game.phase() == "play"


@pytest.mark.parametrize("off_mm", [12, 14])
def test_what_was_played_beside_an_unfelt_piece_counts_once_it_is_pushed_straight(off_mm):
    game = _arranged("tor", {"a10": 1, "l12": 5, "a12": 9, "c3": 2, "d5": 6, "g8": 10}, players=3)
    game.lift("a10", 500)
    game.put("h10", 20)
    game.slip("h10", off_mm, 300)
    for start, end in (("l12", "h12"), ("a12", "c12")):
        game.lift(start, 400)
        game.put(end, 400)
    game.wait(8000)
    assert game.phase() in ("setup", "wrong")
    game.do("centre", "h10", 5500)
    if game.board.display["choice"]:
        game.press("OK", 1000)
    assert game.words() == ["a10-h10", "l12-h12", "a12-c12"] and game.phase() == "play", game.lines()


def test_a_piece_that_no_sensor_feels_is_named_while_nothing_else_is_said():
    game = _arranged("tor", {"e9": 1, "d7": 5, "a1": 2, "l12": 6})
    game.lift("e9", 400)
    game.put("e6", 20)
    game.slip("e6", 14, 2500)
    assert not any("e9" in line for line in game.lines()), "he may still carry it"
    game.wait(1500)
    assert "e9: in a hand?" in game.lines() and not game.board.display["choice"]
    game.do("centre", "e6", 800)
    assert game.words() == ["e9-e6"] and not any("hand" in line for line in game.lines())


def test_a_question_that_was_interrupted_is_asked_when_the_other_piece_is_back():
    game = _arranged("weltreich", {"j5": 2, "j9": 6, "l12": 5, "b2": 6, "a1": 1})
    game.lift("j5", ASK_MS + 600)
    choice = game.board.display["choice"]
    assert choice == ["j5xj9"], game.lines()
    game.lift("b2", 1000, hand=1)
    game.put("c4", 1500, hand=1)
    game.lift("c4", 500, hand=1)
    game.put("b2", ASK_MS + 600, hand=1)
    assert game.board.display["choice"] == choice, game.lines()


def test_a_piece_that_was_felt_beside_its_field_before_the_reply_may_have_been_put_first():
    game = Physical("blockade", players=2)
    game.take("S0", 300)
    game.put("b1", 60)
    game.slip("b1", 14, 300)
    game.take("S1", 300, hand=1)
    game.put("i2", 3000, hand=1)
    game.do("centre", "b1", 1500)
    assert game.words() == ["+i2"] and game.board.display["choice"] == ["+b1", "+i2"], game.lines()
    game.press("OK", 1000)
    assert game.words() == ["+b1", "+i2"] and game.session.game_record.state.current_player() == 0


def test_a_piece_that_no_sensor_felt_before_two_replies_may_have_been_put_first():
    game = laid_out(positions.read(_GUARDS))
    game.take("S0", 300)
    game.put("j7", 20)
    game.slip("j7", 14, 100)
    game.take("S1", 300, hand=1)
    game.put("d8", 300, hand=1)
    game.lift("a4", 700)
    game.put("a5", 5000)
    game.do("centre", "j7", 3000)
    proposed = []
    while game.board.display["choice"] != ["+j7", "+d8", "a4-a5"]:
        assert game.board.display["choice"] not in [*proposed, []], (game.words(), game.lines())
        proposed.append(game.board.display["choice"])
        game.press("MENU", 800)
    game.press("OK", 1000)
    assert game.words() == ["+j7", "+d8", "a4-a5"] and game.phase() == "play"


@pytest.mark.parametrize(("name", "values", "ways"), [
    ("weltreich", {"j5": 1, "a12": 2, "l12": 5, "b3": 6}, ("j5", "j6", "j7", "j9")),
    ("tor", {"e9": 1, "a1": 2, "l12": 6, "c3": 5}, ("e9", "e8", "e7", "e6")),
])  # fmt: skip
def test_a_piece_that_rests_twice_on_its_way_is_moved_once(name, values, ways):
    game = _arranged(name, values)
    for start, end in pairwise(ways):
        game.lift(start, 150)
        game.put(end, 350)
    game.wait(2000)
    assert game.words() == [f"{ways[0]}-{ways[-1]}"] and not game.board.display["choice"], game.lines()
    assert len(_ever_recorded(game)) > 1, "it was taken for a move on its way"


def test_a_white_stone_that_rests_twice_on_its_way_is_shifted_once():
    with open("tests/data/misunderstood.json") as file:
        case = next(case for case in json.load(file) if case["what"].startswith("One stone that rests twice"))
    game = laid_out(positions.read(case["position"]))
    for start, end in (("c10", "d10"), ("d10", "d9"), ("d9", "c9")):
        game.lift(start, 150)
        game.put(end, 400)
    game.wait(2000)
    assert game.words() == case["meant"] == ["b9-b8"] and not game.board.display["choice"], game.lines()
    assert len(_ever_recorded(game)) > 1, "it was taken for a move on its way"


def test_a_piece_put_where_another_one_was_only_lent_has_not_gone_where_that_one_has_stood_since():
    game = laid_out(positions.read(_LENT))
    game.lift("c3", 2600)
    game.put("d3", 2200)  # seems to be played, until it goes back
    game.lift("d3", 1900)
    game.put("c3", 2000)
    game.lift("b7", 500)
    game.put("a7", 700)
    game.lift("f1", 200)
    game.put("f3", 400)
    game.lift("j3", 2400)
    game.put("d3", 1500)
    assert game.words() == ["b7-a7", "f1-f3", "j3-d3"], (game.words(), game.lines())
