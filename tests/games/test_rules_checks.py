import random

from rules_checks import check_hands
from treppe import games
from treppe.games import board12
from treppe.games.weltreich import rules


def _capturing(changed):
    """Return a game of Weltreich, changed, at the first position of a game in which something may be captured."""
    state = games.start("weltreich")
    random.seed(1)
    while not [action for action in state.legal_actions() if "x" in state.word(action)]:
        actions = state.legal_actions()
        state.apply_action(actions[random.randrange(len(actions))])
        assert len(state.history()) < 60
    twin = changed(state.options)
    twin.position[:] = state.position
    return twin


def _complaint(changed):
    state = _capturing(changed)
    try:
        check_hands(state, state.legal_actions())
    except AssertionError as error:
        return str(error)
    return ""


class Literal(rules.State):
    def endpoints(self, actions):
        placements = [self.hand_moves(action) for action in actions]
        return bytes([hand_moves[0][0] for hand_moves in placements]), bytes(
            [hand_moves[-1][0] for hand_moves in placements]
        )


class Reversed(rules.State):
    def endpoints(self, actions):
        firsts, lasts = board12.endpoints(actions)
        return lasts, firsts


class Unsaid(rules.State):
    CAPTURES = False


class Twofold(rules.State):
    def hand_moves(self, action):
        free = next(field for field in range(144) if not self.position[field] and field != action & 255)
        return rules.State.hand_moves(self, action) + [(free, 1)]


class Still(rules.State):
    def hand_moves(self, action):
        return []


def test_what_a_game_tells_of_hands_fits_together():
    assert _complaint(rules.State) == ""
    assert "not of a captured one" in _complaint(Literal)
    assert "are not where `placement` lifts" in _complaint(Reversed)
    assert "CAPTURES is false" in _complaint(Unsaid)
    assert "moves more than the piece" in _complaint(Twofold)
    assert "moves nothing" in _complaint(Still)
