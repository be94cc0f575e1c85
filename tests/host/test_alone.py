"""Every game from choosing to resigning by four buttons and hands: reading the display, and by lamps alone."""

import pytest
from players_alone import LampReader, Reader
from treppe import games
from treppe.alphabet import roles
from treppe.alphabet.roles import palette
from treppe.games import catalogue
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import Hands
from treppe_sim.material import start_stacks, start_supply

PALETTE = palette()
PHASE_MS = 125


def set_up(board, state):
    board.world.arrange(start_stacks(state), start_supply(state))
    assert board.run_until(lambda: board.display["phase"] == "play", 5000)


def play(board, state, count=3):
    """Play actions that hands can show."""
    hands = Hands(board, lambda: board.display)
    for _ in range(count):
        action = next(action for action in state.legal_actions() if state.hand_moves(action))
        hands.play(state, action)
        board.run_ms(1500)
        state.apply_action(action)
    assert len(board.journal.notations()) == count


@pytest.mark.parametrize("name", catalogue.names())
def test_by_the_display(name):
    state = games.start(name)
    board = BenchBoard.with_world(state.surface)
    reader = Reader(board, lambda: board.display["lines"])
    board.run_ms(100)
    reader.press("MENU")
    reader.choose("New game", catalogue.title(name), "Clock: off", "Start")
    set_up(board, state)
    play(board, state)
    reader.hold("MENU")
    if state.players == 1:
        reader.choose("Call off the game", "yes")
        assert board.events[-1]["reason"] == "discarded" and reader.look()[0] == "No game"
        return
    reader.choose("Resign", "Red", "yes")
    assert board.events[0]["clock"] == {"minutes": 3, "increment_s": 0}
    assert board.events[-1]["reason"] == "resign" and board.events[-1]["winners"] == [0]


def lit(board):
    """Return the fields that shine now."""
    phase = board.now_ms // PHASE_MS & 7
    return {field for field, role in enumerate(board.roles) if PALETTE[chr(role)][3] >> phase & 1}


@pytest.mark.parametrize("name", ["step", "seven", "weltreich"])
def test_by_lamps_alone(name):
    state = games.start(name)
    board = BenchBoard.with_world(state.surface)
    board.table.view.has_display = False
    reader = LampReader(board, lambda: lit(board))
    board.run_ms(100)
    reader.press("MENU")
    number = catalogue.names_on(state.surface).index(name) + 1
    reader.choose(1, number)
    rows = reader.rows()
    assert rows[:2] == [(1, 1), (1, number)] and rows[2][1] == 1
    reader.choose(1)
    set_up(board, state)
    play(board, state)
    reader.hold("MENU")
    assert reader.rows() == [(7, 1)], "go on, pause, draw, resign, call off, hints, settings"
    reader.choose(4)
    assert reader.rows() == [(1, 4), (2, 1)], "one of two players"
    reader.choose(1, 2)
    assert board.events[-1]["reason"] == "resign" and len(board.events[-1]["winners"]) == 1
    winner = roles.PLAYER + board.events[-1]["winners"][0]
    assert (winner if name == "seven" else roles.WINNER) in board.roles, "discs have no owner"
