"""Where more than two play, one may leave: he gives up, or his time is up, and the others go on without him."""

from fakes_sensing import Noise
from treppe import games
from treppe.games import catalogue, positions
from treppe.games.cubes.rules import UNPLACED

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
            assert not set(left) & set(twin.winners), (twin.text(), left)
    assert count > 50


def test_two_do_not_leave_each_other_alone_and_no_team_goes_on_without_a_partner():
    for state in starts():
        if state.options.get("teams"):
            assert not any([state.may_leave(player) for player in range(4)])
            continue
        for player in range(state.players):
            if state.may_leave(player):
                leave(state, player)
        assert len([seat for seat in range(state.players) if not state.is_out(seat)]) == 2
        assert not any([state.may_leave(player) for player in range(state.players)])


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


def test_who_would_put_the_next_white_stone_begins_though_others_have_left():
    for own_card in ("shuffled", "chosen"):
        for seed in range(30):
            random = Noise(seed)
            state = games.start("cubes", players=3 + seed % 2, begins="next", own_card=own_card, seed=1 + seed)
            while state.position[UNPLACED]:
                player = random.below(state.players)
                if random.below(20) == 0 and state.may_leave(player):
                    leave(state, player)
                    continue
                last = state.current_player()
                state.apply_action(state.legal_actions()[random.below(3)])
            while not state.points:  # who was dealt his own colour swaps
                state.apply_action(state.legal_actions()[0])
            follower = (last + 1) % state.players
            while state.has_left(follower):
                follower = (follower + 1) % state.players
            assert state.current_player() == follower, (own_card, seed)


LAST_BRICK = (
    "a1-c1 +c2 a5-a4 +a3 e5-a3 +a2 c1-b1 +c1 a4-c1 +c2 a3-a2 +a1 b1-b2 +b1 c1-a1 +b1 a2-a3 +b3 b2-a2 +b2 a1-b1 +c1 "
    "a3-c2 +b2 a2-b2 +a2 b1-a1 +b1 c2-b1 +c1 b2-c1 +c2 a1-a2 +b2 b1-c2 +b2 c1-b2 +b1 a2-a3 +b3 c2-b1 +a1 b2-c1 +c2 "
    "a3-a4 +a5 b1-c2 +b2 c1-b1 +c1 a4-a5 +b5 c2-c1 +d1 b1-b2 +a2"
)


def test_after_the_last_brick_its_builder_is_not_asked_though_those_after_him_leave():
    state = games.start("step", players=3, size=5, last_brick="reach", bricks=28)
    for word in LAST_BRICK.split():
        builder = state.current_player()
        state.apply_action(state.action(word))
    while not state.is_terminal():
        assert state.current_player() != builder
        leave(state, state.current_player())
    assert state.result() == "bricks winners="


def test_who_leaves_draws_no_more_from_the_bag():
    state = games.start("seven", players=3, seed=5)
    state.apply_action(state.legal_actions()[0])
    (bag,) = [value for key, _, value in state.notes() if key == "bag"]
    leave(state, 0)
    assert [value for key, _, value in state.notes() if key == "bag"] == [bag]
