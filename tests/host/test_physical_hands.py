"""What people's hands do beside playing: magnets, springs and contacts move, and the table must not lose its way."""

from random import Random

import pytest
from physical import Physical
from treppe_sim.hands import script
from treppe_sim.material import start_stacks, start_supply


@pytest.mark.parametrize(("force_g", "duration_ms"), [(-14.4, 2200), (-9, 2500), (-5, 4000)])
def test_a_ball_that_a_hand_bears_in_part_counts_whole_when_the_hand_has_gone(force_g, duration_ms):
    game = Physical("step")
    start = game.legal()[0].partition("-")[0]
    game.bear(start, force_g, duration_ms, duration_ms + 3000)
    assert game.phase() == "play" and not game.words(), game.lines()
    game.play()
    assert len(game.words()) == 1


RESTING = [("step", 25, 800), ("step", 60, 2000), ("seven", 10, 1500)]


@pytest.mark.parametrize(("name", "force_g", "duration_ms"), RESTING)
def test_fingers_that_rest_on_a_piece_are_waited_for_in_silence(name, force_g, duration_ms):
    game = Physical(name)
    if name == "seven":
        game.play()
    before = len(game.words())
    field = next(place for place, stack in enumerate(game.world.stacks) if stack)
    game.world.bear(field, force_g, duration_ms)
    for _ in range(duration_ms // 50 + 20):
        game.wait(50)
        assert game.phase() == "play" and not game.board.display["choice"], game.lines()
    game.wait(2000)
    assert len(game.words()) == before and game.phase() == "play"
    game.play()


def test_end_pressed_twice_is_one_answer_though_the_same_player_goes_on():
    game = Physical("seven", tiles=True, players=2)
    while "." not in game.legal():
        game.play()
    for _ in range(200):
        before = game.words()
        game.press("END", 100)
        game.press("END", 2000)
        added = game.words()[len(before) :]
        assert added.count(".") <= 1, game.lines()
        observed = game.session.observed
        if added and "." in game.legal() and observed.position.player == observed.recent[-1].player:
            return  # he still has something to choose
        if "?V" in game.legal():
            game.board.table.command("choose", {"word": "?V"})
        words = [word for word in game.legal() if word.startswith("+")]
        game.play(words[0]) if words else game.press("OK", 1000)
    raise AssertionError("nobody had something to choose after his END")


def test_a_piece_that_is_adjusted_while_the_next_player_puts_his_stays_what_it_was():
    game = Physical("blockade", players=2)
    first, second = game.play("+l10", 100), "+f6"
    game.lift("l10", 50)
    game.take("S1", 200, hand=1)
    game.put("f6", 1500, hand=1)
    game.put("l10", 1500)
    assert game.board.display["choice"] == [first, second], game.lines()
    game.press("OK", 1000)
    assert game.words() == [first, second] and game.phase() == "play"


def test_discs_that_fall_while_another_one_is_put_are_not_taken_back():
    game = Physical("seven", tiles=False, players=2)
    first, second = game.play(), game.play()
    third = next(word for word in game.legal() if word.startswith("+"))
    state = game.session.game_record.state.clone()
    names = game.board.surface.NAMES
    movements = script(state, state.action(third))
    for movement in movements[:-1]:
        game.hands.do(movement)
    game.put(names[movements[-1].field], 60)
    fallen = [word.strip("+") for word in (first, second)]
    for number, name in enumerate(fallen):
        game.lift(name, 60, hand=2 + number)
    game.wait(9000)
    for number, name in reversed(list(enumerate(fallen))):
        game.put(name, 700, hand=2 + number)
    game.wait(3000)
    if game.board.display["choice"]:
        game.press("OK", 1000)
    game.wait(4000)
    assert game.words()[:2] == [first, second] and third in game.words(), (game.words(), game.lines())
    assert not game.session.observed.changes()


def test_end_pressed_twice_ends_one_turn():
    game = Physical("cubes")
    while "." not in game.legal() or len(game.words()) < 4:
        game.play()
    before = len(game.words())
    player = game.session.game_record.state.current_player()
    game.press("END", 700)
    game.press("END", 2000)
    assert game.words()[before:] == ["."] and game.session.game_record.state.current_player() != player


def test_pieces_knocked_over_while_a_move_is_made_stand_again_and_the_move_counts():
    game = Physical("weltreich", players=2)
    start, end = game.legal()[0].split("-")
    names = game.board.surface.NAMES
    others = [names[place] for place, stack in enumerate(game.world.stacks) if stack and names[place] != start][:3]
    for hand, name in enumerate(others[:2]):
        game.lift(name, 30, hand=hand + 1)
    game.lift(start, 500)
    game.put(end, 6500)
    for hand, name in enumerate(others[:2]):
        game.put(name, 700, hand=hand + 1)
    game.wait(5000)
    assert game.words() == [f"{start}-{end}"], game.lines()
    assert game.phase() == "play"


def test_set_up_asks_about_a_field_only_when_all_else_is_right():
    game = Physical("weltreich", players=2, is_set_up=False)
    game.wait(30_000)
    assert game.phase() == "setup" and not game.board.display["doubt"]
    assert len(game.lines()) > 2, "what to put is reported"


@pytest.mark.parametrize("name", ["weltreich", "step", "cubes"])
def test_a_piece_that_was_said_to_be_there_and_is_put_later_is_felt(name):
    game = Physical(name, is_set_up=False)
    stacks = start_stacks(game.state)
    missing = next(place for place, stack in enumerate(stacks) if stack)
    code, kept = stacks[missing][-1], [stack[:-1] if at == missing else stack for at, stack in enumerate(stacks)]
    supply = start_supply(game.state)
    game.world.arrange(kept, supply | {code: supply.get(code, 0) + 1})
    game.wait(16_000)
    field = game.board.surface.NAMES[missing]
    assert game.board.display["doubt"], game.lines()
    assert any(field in line for line in game.lines())
    game.press("OK", 2000)
    game.take(code)
    game.put(field, 3000)
    assert game.phase() == "play" and not game.board.display["doubt"], game.lines()
    assert not game.session.observed.changes()
    game.lift(field, 1500)
    assert game.session.observed.changes(), "a sensor that works is believed again"
    game.put(field, 2500)
    assert game.phase() == "play" and not game.words(), game.lines()
    game.play()


def _play_until_a_capture(game):
    """Play seeded actions until a piece that was not moved last may be captured; return that action."""
    random = Random(7)
    for _ in range(300):
        state = game.session.game_record.state
        for action in state.legal_actions():
            first = script(state, action)[0]
            is_capture = len(state.hand_moves(action)) > 2
            if is_capture and not game.words()[-1].endswith(game.board.surface.NAMES[first.field]):
                return action
        game.play(random.choice(game.legal()), 300)
    raise AssertionError("no capture")


def test_a_captured_piece_may_be_laid_onto_the_board_for_a_while():
    game = Physical("weltreich", players=2)
    action = _play_until_a_capture(game)
    state, names = game.session.game_record.state, game.board.surface.NAMES
    word = state.word(action)
    start, taken = word.split("x")
    free = next(name for name in names if f"{start}-{name}" in game.legal() and not game.world.stacks[game.field(name)])
    before = len(game.words())
    game.lift(taken, 500)
    game.put(free, 500)
    game.lift(start, 500)
    game.put(taken, 3000)
    assert game.words()[before:] == [f"{start}-{free}"], "so it looks"
    game.lift(free, 3500)
    assert game.board.display["choice"] == [word], game.lines()
    game.press("OK", 1000)
    assert game.words()[before:] == [word] and game.phase() == "play"


@pytest.mark.parametrize("button", ["OK", "MENU"])
@pytest.mark.parametrize("name", ["weltreich", "tor"])
def test_a_button_that_is_pressed_amid_a_move_changes_nothing(name, button):
    game = Physical(name, players=2)
    word = next(word for word in game.legal() if "-" in word)
    state = game.session.game_record.state
    first, *others = script(state, state.action(word))
    game.hands.do(first)
    game.wait(300)
    game.press(button, 300)
    game.hands.move(others)
    game.wait(2000)
    assert game.words() == [word] and game.phase() == "play" and not game.board.display["choice"], game.lines()
