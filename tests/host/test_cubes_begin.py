"""Cubes: another player may begin, and whoever is dealt his own colour may choose with whom he swaps."""

import pytest
from treppe import games


def put_whites(state):
    """Let the players put all white stones; return who put them, in this order."""
    players = []
    while any(state.notation(action).startswith("+") for action in state.legal_actions()[:1]):
        players.append(state.current_player())
        state.apply_action(state.legal_actions()[0])
    return players


def words(state):
    return sorted(state.notation(action) for action in state.legal_actions())


@pytest.mark.parametrize(("players", "begins"), [(2, 0), (3, 1), (4, 2)])
def test_the_first_player_begins_the_play_or_whose_turn_it_is(players, begins):
    for choice, player in (("first", 0), ("next", begins)):
        state = games.start("cubes", players=players, begins=choice)
        assert put_whites(state)[0] == 0
        assert state.current_player() == player and state.points == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_is_dealt_his_own_colour_swaps_with_whom_he_likes_before_the_play(players):
    swaps = 0
    for seed in range(1, 30):
        state = games.start("cubes", players=players, seed=seed, own_card="chosen", begins="next")
        put_whites(state)
        own = [player for player in range(players) if state.depends[player] == player]
        while own:
            assert state.current_player() == own[0] and state.points == 0
            assert words(state) == sorted(
                f"{min(own[0], other)}*{max(own[0], other)}" for other in range(players) if other != own[0]
            )
            action = state.legal_actions()[-1]
            hands = [bytes(state.hand(player)) for player in range(players)]
            state.apply_action(action)
            swaps += 1
            assert hands == [bytes(state.hand(player)) for player in range(players)], "that plays no card"
            own = [player for player in range(players) if state.depends[player] == player]
        assert sorted(state.depends) == list(range(players))
        assert state.current_player() == {2: 0, 3: 1, 4: 2}[players] and state.points == 2
        state.undo_action()
        state.apply_action(state.legal_actions()[-1])
    assert swaps > 5


def test_who_leaves_while_he_should_swap_holds_nobody_up():
    for seed in range(1, 60):
        state = games.start("cubes", players=3, seed=seed, own_card="chosen")
        put_whites(state)
        if state.points == 0:
            player = state.current_player()
            state.apply_action(state.leaving(f"resign:{player}"))
            assert state.current_player() != player and state.legal_actions()
            return
    raise AssertionError("nobody was dealt his own colour")
