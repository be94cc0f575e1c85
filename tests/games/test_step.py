from rules_checks import check_perft, check_playthrough, check_random_games, legal_words, play
from treppe import games


def test_perft():
    check_perft("step")


def test_random_games():
    check_random_games(
        "step",
        (
            {"size": 5},
            {"players": 4, "bricks": 300},
            {"players": 3, "size": 5, "bricks": 130, "edition": "fr"},
        ),
        10,
    )


def test_playthrough():
    check_playthrough("step")


def test_first_player_has_46_moves():
    assert len(games.start("step").legal_actions()) == 46


def test_the_last_brick_ends_the_game_in_a_draw():
    state = play(games.start("step", bricks=1), "a1-b1 +a1")
    assert state.result() == "bricks winners="
    assert state.returns() == [0, 0]


WALLED_IN_BY_THE_LAST = "a1-a5 +a4 e5-c1 +d1 a5-d2 +d1 c1-e1 +e2 d2-e3 +e2"


def test_whom_the_last_brick_walls_in_is_out_first():
    for edition in ("de", "fr"):
        for last_brick in ("ends", "reach"):
            options = {"size": 5, "bricks": 5, "edition": edition, "last_brick": last_brick}
            state = play(games.start("step", **options), WALLED_IN_BY_THE_LAST)
            assert state.events == [("eliminated", 1)], options
            assert state.result() == "last winners=0", options
            assert not state.image()[state.field(4)] & 16, "his ball leaves e1"
            state.undo_action()
            assert state.image()[state.field(4)] & 16 and state.result() == "*"


def corner_at_the_last_brick(**options):
    """Three players on 5x5: blue lays the last brick, which walls red in on e5; yellow stands on e1."""
    state = games.start("step", players=3, size=5, bricks=1, **options)
    position = state.position
    position[23] = 2  # d5
    position[19] = 1  # e4
    for player, cell in enumerate((18, 24, 4)):  # d4, e5, e1
        position[position[25 + player]] &= 15
        position[25 + player] = cell
    for cell in (18, 24, 4):
        position[cell] |= 16
    position[28 + 3] = 1  # blue has moved and must build
    return state


def test_the_last_brick_draws_among_those_whom_it_does_not_wall_in():
    for edition in ("de", "fr"):
        state = play(corner_at_the_last_brick(edition=edition), "+e4")
        assert state.events == [("eliminated", 1)]
        assert state.result() == "bricks winners="


def test_a_ball_beside_keeps_in_the_game_at_the_last_brick_by_the_german_rule():
    for edition, blocked, events in (("de", "beside", []), ("de", "way", [1]), ("fr", "beside", [1])):
        state = corner_at_the_last_brick(edition=edition, blocked=blocked)
        position = state.position
        position[4] = 0
        position[23] = 2 + 16  # yellow's ball on d5, two above red's
        position[22] = 2  # and c5 is level with it
        position[27] = 23
        play(state, "+e4")
        assert state.events == [("eliminated", player) for player in events], (edition, blocked)


def test_who_lays_the_last_brick_may_wall_himself_in():
    state = corner_at_the_last_brick()
    position = state.position
    position[-1] = 1  # red builds
    position[19] = 1
    play(state, "+e4")
    assert state.events == []
    assert state.result() == "bricks winners="


def test_who_is_out_at_the_last_brick_clears_the_way_to_the_top():
    state = corner_at_the_last_brick(last_brick="reach")
    position = state.position
    position[17] = 4  # c4, beside the tower
    position[4] = 0
    position[22] = 4 + 16  # yellow's ball on c5
    position[27] = 22
    play(state, "+e4")
    assert state.events == [("eliminated", 1)]
    assert state.current_player() == 2 and legal_words(state) == "c5-c3"


def test_top_wins_without_a_brick():
    state = games.start("step", size=5, bricks=9)
    position = state.position
    position[11] = 4  # b3, beside the tower on c3
    position[10] = 3 + 16  # the ball of player 0 on a3
    position[0] = 0
    position[state.cells] = 10
    assert "a3-b3" in legal_words(state)
    play(state, "a3-b3 +b2 e5-e4 +e3 b3-c3")
    assert state.result() == "top winners=0"
    state.undo_action()
    assert not state.is_terminal() and state.current_player() == 0


def walled(edition, neighbour):
    """A 5x5 game in which the next player, in the corner e5, is walled in by bricks (and a ball on d5)."""
    state = games.start("step", size=5, edition=edition, bricks=20)
    position = state.position
    position[19] = 2  # e4
    if neighbour:
        position[0] = 0
        position[23] = 16  # d5 holds the ball of player 0
        position[state.cells] = 23
        return state, "d5-c5 +d5"
    position[23] = 2
    return state, "a1-b1 +a1"


def test_walled_in_by_bricks_alone_is_out():
    for edition in ("de", "fr"):
        state, words = walled(edition, False)
        play(state, words)
        assert state.events == [("eliminated", 1)]
        assert state.result() == "last winners=0"
        assert state.image()[state.field(24)] == 0


def test_a_reading_of_blocking_is_refused_where_nothing_blocks():
    try:
        games.start("step", edition="fr", blocked="way")
    except games.InvalidOption as error:
        assert error.args[0]["needed"] == "de"
        return
    raise AssertionError("an option without any effect")


def test_a_ball_beside_blocks_in_german_and_eliminates_in_french():
    for edition, event in (("de", "blocked"), ("fr", "eliminated")):
        state, _ = walled(edition, True)
        state.position[18] = 2  # d4: player 0 can go to c5 only, and his ball comes to lie beside e5 again
        state.position[-4] = 1  # he has moved and must build
        play(state, "+c5")
        assert state.events[0] == (event, 1)


def test_all_blocked_is_a_deadlock():
    state = games.start("step", size=5, bricks=20)
    position = state.position
    for cell in (0, 1, 5, 6, 24):
        position[cell] = 0
    position[0] = position[1] = 16  # a1 and b1 hold the balls
    position[state.cells] = 0
    position[state.cells + 1] = 1
    position[5] = 2  # a2
    position[2] = 1  # c1
    position[6] = 2  # b2
    position[-4] = 1
    play(state, "+a2")
    assert state.current_player() == 1  # c1 is one step up
    position[2] = 2
    position[-1] = 0
    position[-4] = 1
    play(state, "+a2")
    assert state.events == [("blocked", 1), ("blocked", 0)]
    assert state.result() == "deadlock winners="


def test_nine_by_nine_has_no_surface():
    assert games.start("step", size=9).surface == ""
    assert games.start("step", size=5).surface == "square7"


def blocked_beside(height, blocked):
    """Blue in a corner between walls; red's ball stands on one of them."""
    state = games.start("step", size=5, bricks=20, blocked=blocked)
    position = state.position
    for cell in range(25):
        position[cell] = 5 if cell == 12 else 0
    position[0], position[1], position[5] = 16, 2, height + 16
    position[25], position[26] = 0, 5
    position[6] = position[10] = 4
    position[-1] = 1
    return state


def test_a_ball_far_above_blocks_or_not():
    for blocked, height, event in (("beside", 3, "blocked"), ("way", 3, "eliminated"), ("way", 1, "blocked")):
        state = blocked_beside(height, blocked)
        position = state.position
        position[10] = height  # red steps aside and back: to the cell beside, and his brick makes the next one higher
        state.apply_action(state.action("a2-a3"))
        state.undo_action()
        assert not state._moves(0)
        state._next_player(1)
        assert (event, 0) in state.events, (blocked, height)


def test_after_the_last_brick_the_others_may_still_reach_the_top():
    for last_brick, result in (("ends", "bricks winners="), ("reach", "*")):
        state = games.start("step", size=5, bricks=1, last_brick=last_brick)
        position = state.position
        position[24] = 0
        position[13] = 4 + 16  # red stands beside the tower
        position[26] = 13
        play(state, "a1-b1 +a1")
        assert state.result() == result
    assert legal_words(state) == "d3-c3"
    assert play(state, "d3-c3").result() == "top winners=1"


def test_whoever_cannot_reach_the_top_is_not_asked():
    state = play(games.start("step", bricks=1, last_brick="reach"), "a1-b1 +a1")
    assert state.result() == "bricks winners="
