"""A family that never read the manual: they look at the display, press what it says and put pieces where it says."""

import pytest
from guided_hands import name_of
from players_alone import Reader
from treppe import games
from treppe_sim import display
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands, Movement
from treppe_sim.material import start_supply

pytestmark = [pytest.mark.long, pytest.mark.first]


def lay_out(board, reader, hands):
    """Put what the display names, as many as it says, until it says something else."""
    fields = {name: field for field, name in enumerate(board.surface.NAMES)}
    for _ in range(20):
        wanted = [line.partition(": ") for line in reader.look() if line.partition(": ")[0] in fields]
        if not wanted:
            return
        name, _, piece = wanted[0]
        count, _, kind = piece.rpartition(" x ")
        for _ in range(int(count or 1)):
            code = next(code for code in board.world.supply if board.world.supply[code] and name_of(code) == kind)
            hands.move([Movement("take", code=code), Movement("put", fields[name])])
        board.run_ms(1500)
    raise AssertionError(reader.look())


def play(board, hands, state, count):
    for _ in range(count):
        action = state.legal_actions()[0]
        hands.play(state, action)
        board.run_ms(1500)
        state.apply_action(action)


def test_a_family_sets_up_plays_pauses_and_resumes(tmp_path):
    board = SimulatedBoard("square7", tmp_path, clock="virtual")
    reader = Reader(board, lambda: display.lines(board.display()))
    state = games.start("step", players=3)
    with board:
        board.world.arrange([()] * board.surface.FIELDS, start_supply(games.start("step", players=3)))
        board.world.supply["B"] += 5
        for player in range(3):
            board.world.supply[f"O{player}"] = 1
        hands = Hands(board)
        board.run_ms(1000)
        assert reader.look() == ["No game", "MENU: new game"]
        reader.press("MENU")
        reader.choose("New game", "STEP BY STEP", "Players: 2", "Clock: off", "Start")
        assert reader.look()[1] == "Set up the board" and "d4: 5 x brick" in reader.look()
        lay_out(board, reader, hands)
        assert "Blue: move ball" in reader.look() and reader.look()[-1] == "OK starts the clock", reader.look()
        reader.press("OK")
        play(board, hands, state, 4)
        own = next(field for field in range(49) if state.owner(field) == state.current_player())
        hands.move([Movement("lift", own), Movement("put", 24)])  # on top of the tower at once
        board.run_ms(1500)
        assert " ".join(reader.look()[1:4]).startswith("No way: level or down,"), reader.look()
        hands.move([Movement("lift", 24), Movement("put", own)])
        board.run_ms(2000)
        assert "Yellow: move ball" in reader.look(), reader.look()
        reader.hold("MENU")
        reader.choose("Pause")
        assert reader.look() == ["Paused: OK goes on", "STEP BY STEP", "MENU: new game"]
        board.restart()
        board.run_ms(1500)
        assert reader.look()[:2] == ["Paused: OK goes on", "STEP BY STEP"]
        reader.press("OK")
        board.run_ms(1500)
        assert "Yellow: move ball" in reader.look() and reader.look()[-1] == "OK starts the clock", reader.look()
        play(board, hands, state, 2)
        assert "Blue: move ball" in reader.look(), reader.look()
        reader.hold("MENU")
        reader.choose("Call off the game", "yes")
        reader.press("MENU")
        reader.press("OK")
        assert reader.look()[0] == "STEP BY STEP", "again"
