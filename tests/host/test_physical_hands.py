"""What people's hands do beside playing: magnets, springs and contacts move, and the table must not lose its way."""

import pytest
from physical import Physical
from treppe_sim.hands import script
from treppe_sim.material import start_stacks, start_supply

RESTING = [("step", 25, 800), ("step", 60, 2000), ("seven", 10, 1500)]


@pytest.mark.parametrize(("name", "force_g", "duration_ms"), RESTING)
def test_fingers_that_rest_on_a_piece_are_waited_for_in_silence(name, force_g, duration_ms):
    game = Physical(name)
    if name == "seven":
        game.play()
    before = len(game.notations())
    field = next(place for place, stack in enumerate(game.world.stacks) if stack)
    game.world.bear(field, force_g, duration_ms)
    for _ in range(duration_ms // 50 + 20):
        game.wait(50)
        assert game.phase() == "play" and not game.board.display["choice"], game.lines()
    game.wait(2000)
    assert len(game.notations()) == before and game.phase() == "play"
    game.play()


def test_end_pressed_twice_is_one_answer_though_the_same_player_goes_on():
    game = Physical("seven", tiles=True, players=2)
    while "." not in game.legal():
        game.play()
    for _ in range(200):
        before = game.notations()
        game.press("END", 100)
        game.press("END", 2000)
        added = game.notations()[len(before) :]
        assert added.count(".") <= 1, game.lines()
        observed = game.session.observed
        if added and "." in game.legal() and observed.position.player == observed.recent[-1].player:
            return  # he still has something to choose
        if "?V" in game.legal():
            game.board.table.command("choose", {"word": "?V"})
        words = [word for word in game.legal() if word.startswith("+")]
        game.play(words[0]) if words else game.press("OK", 1000)
    raise AssertionError("nobody had something to choose after his END")


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
    assert game.notations()[:2] == [first, second] and third in game.notations(), (game.notations(), game.lines())
    assert not game.session.observed.changes()


def test_end_pressed_twice_ends_one_turn():
    game = Physical("cubes")
    while "." not in game.legal() or len(game.notations()) < 4:
        game.play()
    before = len(game.notations())
    player = game.session.game_record.state.current_player()
    game.press("END", 700)
    game.press("END", 2000)
    assert game.notations()[before:] == ["."] and game.session.game_record.state.current_player() != player


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
    assert game.phase() == "play" and not game.notations(), game.lines()
    game.play()


def test_a_piece_that_is_moved_on_after_three_more_actions_is_led_back():
    game = Physical("weltreich", players=2)
    first = game.play()
    end = first.split("-")[1]
    for _ in range(3):
        word = next(w for w in game.legal() if "-" in w and not set(w.split("-")) & {end})
        game.play(word, 400)
    before = game.notations()
    standing = [name for name in game.board.surface.NAMES if game.world.stacks[game.field(name)]]
    free = next(name for name in game.board.surface.NAMES if name not in standing and name[0] != end[0])
    game.lift(end, 500)
    game.put(free, 1000)
    if game.notations() != before:  # it may be his turn, and that his move
        game.press("UNDO", 500)
    assert game.phase() in ("wrong", "setup"), game.lines()
    game.lift(free, 400)
    game.put(end, 2500)
    assert game.notations()[: len(before)] == before and game.phase() == "play", game.lines()
