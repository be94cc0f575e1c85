"""Which pieces beside a board belong on it, from the position of its game and what stands there."""

from treppe import games
from treppe.alphabet import events as kinds
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web.connections.missing_pieces import missing_on, wanted_on

STATE = games.start("step", players=2)
STANDING = [STATE.pieces(field) for field in range(49)]


def test_each_stack_that_is_too_low_misses_its_next_piece() -> None:
    assert missing_on(STATE, STANDING) == set()
    assert missing_on(STATE, [[]] * 49) == {"O0", "O1", "B"}
    upside_down = [["O1", *stack] if len(stack) > 1 else stack for stack in STANDING]
    assert missing_on(STATE, upside_down) == set(), "another piece stands below: nothing is to be put on it"


def test_a_click_on_a_field_brings_what_is_missing_there_or_what_an_action_may_bring() -> None:
    game = FollowedGame()
    assert wanted_on(0, game, []) == set()
    game.follow({"k": kinds.START, "e": 1, "game": "step", "options": {"players": 2}, "seats": []})
    start = next(field for field, stack in enumerate(STANDING) if stack == ["O0"])
    assert wanted_on(start, game, []) == {"O0"}
    assert wanted_on(start, game, ["O0"]) == set(), "a ball moves first"
