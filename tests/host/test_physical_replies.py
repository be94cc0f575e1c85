"""Two hands one after the other, or nearly at once: whose piece lies where is reported by order, or asked about."""

import json

import pytest
from layouts import arranged
from physical import Physical, laid_out
from treppe.games import positions
from treppe.games.seven.supply import AID
from treppe_sim import faults
from treppe_sim.hands import script

_PATH = ["+a0", "+a1", "+a2"]
_TWO_SHIFTS = (
    "cubes players=4 third_point=kept 11h020304050611j00k10g00g11g1000h1000j110600o0205001000g1000g100010030400g1000g1"
    "000h1004030010001000g1000h050200g1000g10g00g10061100h1000i100011g00j10j11g00n1011i060504030211i00l01020300i/46d8"
)


def _seven_at_the_end_of_a_path():
    """Player 0 has laid discs that count for nine, player 1 holds an aid: only END tells that the path is done."""
    game = Physical("seven", players=2)
    state = arranged("seven", "2 a0 a1 a2 a3 a4 a5 a6, 1 b0 b1", players=2)
    state.position[AID + 1] = state.draw_tile(AID)
    game.lay_out(state)
    for word in _PATH:
        game.play(word)
    assert "." in game.legal() and not any(word.startswith("!") for word in game.legal())
    return game


def _cubes():
    with open("tests/data/misunderstood.json") as file:
        case = next(case for case in json.load(file) if case["what"].startswith("One stone that rests twice"))
    return laid_out(positions.read(case["position"]))


def test_a_white_stone_that_is_moved_back_after_some_seconds_is_asked_about():
    game = _cubes()
    game.play(next(word for word in game.legal() if word.startswith("+") or word[1:2] == "+"), 500)
    before = game.notations()
    game.lift("c10", 300)
    game.put("d10", 3000)
    moved = game.notations()
    assert len(moved) == len(before) + 1
    game.lift("d10", 500)
    game.put("c10", 1500)
    proposed = []
    while game.notations() == moved:
        choice, instead = game.board.display["choice"], game.board.display["instead"]
        assert choice and choice not in proposed, game.lines()
        proposed.append(choice)
        game.press("OK" if instead else "MENU", 600)
    assert game.notations() == before and game.phase() == "play", game.lines()


@pytest.mark.parametrize("name", ["weltreich", "step", "cubes"])
def test_who_thinks_for_a_minute_is_asked_nothing(name):
    game = Physical(name)
    while not any("-" in word and word[0] not in "-" for word in game.legal()):
        game.play(ms=300)
    word = next(word for word in game.legal() if "-" in word and word[0] not in "-")
    state = game.session.game_record.state
    first, *others = script(state, state.action(word))
    game.hands.do(first)
    for _ in range(12):
        game.wait(5000)
        assert game.phase() == "play" and not (game.board.display["choice"] or game.board.display["doubt"])
    game.hands.move(others)
    game.wait(1500)
    assert game.notations()[-1] == word


@pytest.mark.parametrize("name", ["weltreich", "sprung", "tor", "step"])
def test_a_piece_that_another_player_holds_for_long_does_not_stop_the_game(name):
    game = Physical(name, players=2)
    while not any("-" in word for word in game.legal()):
        game.play(ms=300)
    state, before = game.session.game_record.state, game.notations()
    word = next(word for word in game.legal() if "-" in word)
    other = 1 - state.current_player()
    held = next(n for f, n in enumerate(game.board.surface.NAMES) if game.world.stacks[f] and state.owner(f) == other)
    game.lift(held, 9000, hand=1)
    assert game.phase() == "wrong" and any(held in line for line in game.lines()) and game.lit("rp4567!")
    game.hands.move(script(state, state.action(word)))
    game.wait(5000)
    if game.board.display["choice"] == [word]:
        game.press("OK", 500)
    game.put(held, 1500, hand=1)
    assert game.notations() == [*before, word] and game.phase() == "play" and game.is_helped(), game.lines()


@pytest.mark.parametrize(("name", "fault"), [("step", "open hall"), ("weltreich", "dead reed")])
def test_a_sensor_that_breaks_does_not_stand_in_the_way_of_a_pause(name, fault):
    game = Physical(name)
    game.play()
    standing = next(field for field, stack in enumerate(game.world.stacks) if stack)
    faults.break_part(game.world, fault, standing)
    game.wait(40_000)
    game.board.table.command("pause", {})
    game.wait(1000)
    assert game.phase() == "idle" and not game.board.display["doubt"]
    faults.mend(game.world)
    game.board.table.command("resume", {})
    game.wait(4000)
    assert game.phase() in ("play", "setup", "wrong") and game.is_helped(), game.lines()


def test_a_hand_that_rests_on_a_brick_while_the_next_ball_is_moved_is_no_question():
    game = Physical("step", players=2)
    while not any(word.startswith("+") for word in game.legal()):
        game.play()
    before, brick = game.notations(), next(word for word in game.legal() if word.startswith("+"))
    state = game.session.game_record.state.clone()
    state.apply_action(state.action(brick))
    move = next(word for word in map(state.word, state.legal_actions()) if "-" in word)
    start, end = move.split("-")
    game.take("B", 200)
    game.world.sensors.hand_rests_ms = (2700, 2700)
    game.put(brick[1:], 300)
    game.world.sensors.hand_rests_ms = (0, 0)
    game.lift(start, 500, hand=1)
    game.put(end, 3500, hand=1)
    assert game.notations() == [*before, brick, move] and not game.board.display["choice"], game.lines()


@pytest.mark.parametrize("force_g", [-6.0, -9.0, 45.0])
def test_a_game_s_question_is_answered_though_a_hand_rests_on_a_tower(force_g):
    game = Physical("seven", tiles=True, players=2)
    while not game.board.display["choice"]:
        game.press("END", 1500) if "." in game.legal() else game.play()
    before, choice = game.notations(), game.board.display["choice"]
    standing = next(name for name in game.board.surface.NAMES if game.world.stacks[game.field(name)])
    game.bear(standing, force_g, 2000, 600)
    game.press("OK", 200)
    assert game.notations() == [*before, *choice], game.lines()
    game.wait(4000)
    assert game.phase() == "play" and "unsure" not in str(game.board.display.get("says")), game.lines()


def _white_stone_moved_on(game):
    """Return three words: a white stone is moved, another piece, and the stone again, as far as it could go at once."""
    start = game.session.game_record.state
    for action in start.legal_actions():
        first = start.word(action)
        if "-" not in first[1:]:
            continue
        after = start.clone()
        after.apply_action(action)
        if after.current_player() != start.current_player():
            continue
        for other in after.legal_actions():
            second = after.word(other)
            if "-" not in second[1:] or set(second.split("-")) & set(first.split("-")):
                continue
            reply = after.clone()
            reply.apply_action(other)
            for word in map(reply.word, reply.legal_actions()):
                endpoints = word.split("-")
                is_next = reply.current_player() != start.current_player() and endpoints[0] == first.split("-")[1]
                if is_next and f"{first.split('-')[0]}-{endpoints[-1]}" in game.legal():
                    return first, second, word
    raise AssertionError("no stone can be moved on")


def test_a_white_stone_is_the_next_player_s_when_the_hand_that_put_it_has_put_another_one_since():
    game = _cubes()
    game.play(ms=300)  # the last one of a turn
    words = _white_stone_moved_on(game)
    for word, ms in zip(words, (50, 200, 1500), strict=True):
        game.play(word, ms)
    assert game.notations()[-3:] == list(words) and not game.board.display["choice"], game.lines()


def test_an_aid_that_is_played_beside_towers_that_fall_is_asked_about_though_the_board_is_led():
    game = _seven_at_the_end_of_a_path()
    game.press("END", 1200)
    before = game.notations()
    towers = {name: list(game.world.stacks[game.field(name)]) for name in ("b0", "a4", "a5", "a6")}
    for name, stack in towers.items():
        game.lift(name, 100, count=len(stack))
        while game.world.hand:
            game.world.give()
    game.wait(7000)
    assert game.phase() == "setup", game.lines()
    for name in ("a4", "a5", "a6"):
        for code in towers[name]:
            game.take(code, 200)
            game.put(name, 300)
    game.wait(6000)
    assert game.board.display["choice"] == ["!0b0"], game.lines()
    game.press("OK", 1000)
    assert game.notations() == [*before, "!0b0"] and game.phase() == "play"


def test_whose_white_stone_it_was_is_told_in_time_though_the_board_thinks_slowly():
    game = laid_out(positions.read(_TWO_SHIFTS))
    for word in ("f5-h5", "h4-f4"):
        game.play(word, 300)
    game.board.think_ms = 60
    begun_ms = game.board.now_ms
    game.play("h5-i5", 0)
    assert game.notations()[-1] == "h5-i5" and game.board.now_ms - begun_ms < 2000, game.lines()
