"""The image that was built, on an emulated RP2040: it starts, says hello, and plays each game for ten actions.

What it does at length, and how it comes onto a Pico, is tried by `make test-pico`.
"""

# ruff: noqa: E402
import random
import sys
from pathlib import Path

import pytest
from needs import require

pytestmark = pytest.mark.long

require("image")
sys.path[:0] = [str(Path(__file__).parent)]

from chip_board import ChipBoard, flash_with
from pico_host import PicoHost
from treppe import VERSION, games
from treppe.games import catalogue
from treppe_sim.hands import Hands

IMAGE = Path("dist/treppe.uf2")
ACTIONS = 10
NAMES = {
    surface: [name for name in catalogue.names() if games.start(name).surface == surface]
    for surface in ("reed12", "square7", "hex49")
}


@pytest.fixture(params=NAMES)
def board(request, tmp_path):
    board = ChipBoard(flash_with(IMAGE), request.param, tmp_path)
    yield board
    board.close()


def test_it_starts_and_plays_each_game(board):
    assert board.run_until(lambda: board.pixels and any(map(any, board.pixels)), 500), "no light"
    host = PicoHost(board)
    hello = host.client.hello
    assert (hello["firmware"], hello["surface"], hello["complaints"]) == (VERSION, board.surface.NAME, [])
    for name in NAMES[board.surface.NAME]:
        play(host, name)


def play(host, name):
    """Let hands play an action, and the host record nine more."""
    state = games.start(name)
    host.begin(state)
    chance = random.Random(name)
    first = next((action for action in state.legal_actions() if state.hand_moves(action)), None)
    hands = Hands(host.board, lambda: host.client.latest.get("display", {}))
    words = []
    if first is not None:
        words.append(state.word(first))
        hands.play(state, first)
        if not host.board.run_until(lambda: host.store.notations == words, 2000):
            hands.choose(lambda choice: choice == words)
        assert host.board.run_until(lambda: host.store.notations == words, 3000), (name, words, host.store.notations)
        state.apply_action(first)
    while len(words) < ACTIONS and not state.is_terminal():
        action = chance.choice(state.legal_actions())
        words.append(state.word(action))
        state.apply_action(action)
    host.ask("play", words=words[len(host.store.notations) :])
    assert host.board.run_until(lambda: host.store.notations == words, 3000), (name, words, host.store.notations)
    assert host.ask("status")["text"] == state.text()
