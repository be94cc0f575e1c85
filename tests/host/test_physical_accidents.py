"""What goes wrong at a table and is put right by people: the board says so, and nothing is lost."""

import pytest
from physical import Physical, laid_out
from treppe import games, surfaces


def test_two_bricks_at_once_are_one_too_many():
    game = Physical("step")
    while not any(word.startswith("+") for word in game.legal()):
        game.play()
    before, word = game.words(), next(word for word in game.legal() if word.startswith("+"))
    for _ in range(2):
        game.take("B", 100)
    game.put(word[1:], 3500, count=2)
    assert game.words() == before and game.phase() in ("wrong", "setup"), game.lines()
    assert game.lit("r") == [word[1:]], "one has to go"
    game.lift(word[1:], 4500)
    assert game.words() == [*before, word] and game.phase() == "play", game.lines()


@pytest.mark.parametrize("name", ["step", "seven"])
def test_a_knocked_table_is_no_move(name):
    game = Physical(name)
    game.play()
    before = game.words()
    for speed in (0.02, -0.05, 0.1):
        game.world.sensors.knock(speed)
        game.wait(1200)
    game.wait(2000)
    assert game.words() == before and game.phase() == "play" and not game.board.display["choice"], game.lines()
    game.play()
    assert len(game.words()) > len(before)


def test_a_piece_that_is_moved_on_after_three_more_actions_is_led_back():
    game = Physical("weltreich", players=2)
    first = game.play()
    end = first.split("-")[1]
    for _ in range(3):
        word = next(w for w in game.legal() if "-" in w and not set(w.split("-")) & {end})
        game.play(word, 400)
    before = game.words()
    standing = [name for name in game.board.surface.NAMES if game.world.stacks[game.field(name)]]
    free = next(name for name in game.board.surface.NAMES if name not in standing and name[0] != end[0])
    game.lift(end, 500)
    game.put(free, 1000)
    if game.words() != before:  # it may be his turn, and that his move
        game.press("UNDO", 500)
    assert game.phase() in ("wrong", "setup"), game.lines()
    game.lift(free, 400)
    game.put(end, 2500)
    assert game.words()[: len(before)] == before and game.phase() == "play", game.lines()


def test_undo_amid_a_move_takes_the_move_before_back_and_leads_there():
    game = Physical("weltreich", players=2)
    first = game.play()
    start, end = first.split("-")
    other = next(w for w in game.legal() if "-" in w).split("-")
    game.lift(other[0], 300)
    game.press("UNDO", 500)
    assert game.words() == [] and game.phase() == "setup", game.lines()
    game.put(other[0], 500)
    game.lift(end, 400)
    game.put(start, 2500)
    assert game.phase() == "play" and not game.words(), game.lines()
    game.play()


def test_a_wrong_answer_is_taken_back_by_undo():
    state = games.start("weltreich", players=2)
    values = {"j5": 2, "j9": 6, "l12": 5, "b2": 6, "a1": 1}
    for field, name in enumerate(surfaces.load("reed12").NAMES):
        state.position[field] = values.get(name, 0)
    game = laid_out(state)
    game.lift("j5", 2600)
    assert game.board.display["choice"] == ["j5xj9"], game.lines()
    game.press("OK", 800)
    assert game.words() == ["j5xj9"], "he still has his piece in the hand"
    game.press("UNDO", 800)
    assert game.words() == [] and "4" in bytes(game.board.roles).decode(), game.lines()
    game.put("j5", 1500)
    assert game.lit("r") == ["j9"], "for the board the piece there is the one that has taken it"
    game.lift("j9", 1000)
    game.put("j9", 2500)
    assert game.phase() == "play" and not game.board.display["choice"], game.lines()
    game.play("j5-j7")
    assert game.words() == ["j5-j7"]


@pytest.mark.parametrize("name", ["tor", "step"])
def test_a_game_that_players_have_ended_stays_as_it_is_whatever_hands_do_then(name):
    game = Physical(name, players=2)
    game.play()
    before, end = game.words(), game.words()[0].split("-")[1]
    other = next(word for word in game.legal() if "-" in word or word.startswith("+"))
    game.board.table.command("draw", {})
    state = game.session.game_record.state
    game.hands.play(state.clone(), state.action(other))
    game.wait(3000)
    free = next(name for name, stack in zip(game.board.surface.NAMES, game.world.stacks, strict=True) if not stack)
    game.lift(end, 400)
    game.put(free, 4000)
    assert game.words() == before and game.phase() == "over", game.lines()


def test_what_a_board_shows_on_its_way_back_is_no_action_while_a_piece_is_missing():
    game = Physical("weltreich", players=2)
    names = game.board.surface.NAMES
    start, end = next(word for word in game.legal() if "-" in word).split("-")
    standing = [name for name in names if game.world.stacks[game.field(name)] and name != start]
    strayed, missing, nowhere = *standing[-2:], "f5"
    assert nowhere not in (*standing, end)
    game.lift(missing, 100, hand=1)
    game.lift(strayed, 100, hand=2)
    game.put(nowhere, 100, hand=2)
    game.lift(start, 300)
    game.put(end, 9000)
    assert game.phase() == "setup", game.lines()
    game.lift(nowhere, 500, hand=2)
    game.put(strayed, 8000, hand=2)
    assert not game.words() and game.phase() == "setup" and game.is_helped(), game.lines()
    game.put(missing, 700, hand=1)
    assert not game.words() and game.phase() == "setup", "hands that follow the lamps may go on"
    game.wait(1000)
    assert game.words() == [f"{start}-{end}"] and game.phase() == "play", game.lines()
    game.lift(end, 400)
    game.put(start, 1500)
    assert not game.words() and game.phase() == "play", "hands that follow them all the same take the move back"


def test_a_board_that_was_asked_about_and_goes_on_otherwise_is_led_within_three_seconds():
    game = Physical("sprung", players=2)
    game.play("c7-d7")
    for start, end in (("c9", "d9"), ("b4", "d4")):  # another player's piece, then one's own
        game.lift(start)
        game.put(end, 3400)
    assert game.board.display["choice"], game.lines()
    game.lift("d7")
    game.settle()
    assert game.phase() == "setup" and game.lit("r") == ["d4", "d9"], game.lines()


_THERE_AND_BACK = [
    way.split("-") for way in ["i4-i12", "e7-c7", "d7-", "f6-f10", "f7-", "f8-", "f9-", "c7-", "f10-", "i12-i4"]
]  # without an end: it is laid aside


def test_jumps_whose_pieces_are_lifted_again_while_the_board_is_wrong_do_not_stop_it():
    game = Physical("wetteifern")
    for start, end in _THERE_AND_BACK:
        game.lift(start, 250)
        if end:
            game.put(end, 250)
        else:
            game.world.give()
    game.settle()
    assert game.words() == [] and game.board.display["choice"] and game.is_helped(), game.lines()


def test_pieces_too_many_in_the_air_are_named_before_the_board_is_led_back():
    game = Physical("wetteifern")
    for name in ("d6", "d7", "e7"):
        game.lift(name, 250)
        game.world.give()
    game.settle()
    assert [f"{name}: in a hand?" for name in ("d6", "d7", "e7")] == game.lines()[1:4], game.lines()
    game.wait(2500)
    assert game.phase() == "setup", game.lines()


def test_a_jumped_piece_that_is_still_there_is_to_be_taken_off():
    game = Physical("wetteifern")
    game.lift("e7")
    game.put("c7", 3500)
    assert "d7: take off" in game.lines() and "e7: in a hand?" not in game.lines(), game.lines()
    game.lift("d7", 1000)
    assert game.words() == ["e7-c7"]
