"""Where more than two play, one may leave: he gives up, or his time is up, and the others go on without him."""

from fakes_sensing import Noise
from treppe import games
from treppe.games import catalogue, positions

OPTIONS = ({"players": 3}, {"players": 4}, {"players": 4, "teams": True}, {"players": 3, "seed": 9})
ACTIONS = 250


def starts():
    """Yield every game at its start, in each way in which more than two can play it."""
    for name in catalogue.names():
        for options in OPTIONS:
            try:
                state = games.start(name, options)
            except games.InvalidOption:
                continue
            yield state


def leave(state, player, why="resign"):
    word = why + ":" + str(player)
    action = state.action(word)
    assert state.notation(action) == word and state.touched(action) == []
    state.apply_action(action)


def test_who_has_left_is_not_asked_and_does_not_win():
    count = 0
    for state in starts():
        for seed in range(4):
            random = Noise(seed)
            twin, left = state.clone(), []
            for number in range(ACTIONS):
                actions = twin.legal_actions()
                if not actions:
                    break
                player = random.below(twin.players)
                if number > 5 and random.below(20) == 0 and twin.may_leave(player):
                    before = bytes(twin.position)
                    leave(twin, player, ("resign", "time")[random.below(2)])
                    after = bytes(twin.position)
                    twin.undo_action()
                    assert bytes(twin.position) == before and not twin.has_left(player)
                    leave(twin, player)
                    assert bytes(twin.position) == after and ("left", player) in twin.events
                    left.append(player)
                    count += 1
                    if not twin.is_terminal():
                        assert bytes(positions.read(twin.text()).position) == after
                    continue
                twin.apply_action(actions[random.below(len(actions))])
                assert twin.current_player() not in left, twin.text()
            if not state.options.get("teams"):
                assert not set(left) & set(twin.winners), (twin.text(), left)
    assert count > 50


def test_two_do_not_leave_each_other_alone():
    for state in starts():
        is_teams = bool(state.options.get("teams"))
        for player in range(state.players):
            if state.may_leave(player):
                leave(state, player)
        sides = [seat % 2 if is_teams else seat for seat in range(state.players) if not state.is_out(seat)]
        assert len(set(sides)) == 2
        for player in range(state.players):
            assert state.may_leave(player) == (is_teams and sides.count(player % 2) == 2 and not state.is_out(player))


def test_a_game_of_two_ends_when_one_gives_up():
    state = games.start("step")
    assert not state.may_leave(0) and not state.may_leave(1)
    try:
        state.action("resign:0")
    except games.InvalidWord:
        pass
    else:
        raise AssertionError("accepted")


def test_his_pieces_stay_and_an_open_turn_is_over():
    state = games.start("step", players=3)
    state.apply_action(state.action("a1-a2"))
    image = bytes(state.image())
    leave(state, 0, "time")
    assert bytes(state.image()) == image and state.current_player() == 1
    assert state.word(state.legal_actions()[0])[0] != "+" and state.event_line(("left", 0)) == "left 0"
