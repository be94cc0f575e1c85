"""A board in ten lines: the firmware's sensing and understanding over simulated magnets, springs and hands."""

from treppe import games
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import Hands
from treppe_sim.material import start_stacks, start_supply

state = games.start("weltreich", players=2)
board = BenchBoard.with_world(state.surface, seed=1)
hands = Hands(board, lambda: board.display)
board.world.arrange(start_stacks(state), start_supply(state))
board.table.command("new", {"game": state.NAME, "options": state.options, "seats": ["Ada", "Bo"]})
board.run_ms(2000)
while len(state.history()) < 20:
    action = state.legal_actions()[0]
    hands.play(state, action)
    state.apply_action(action)
    assert board.run_until(lambda: len(board.journal.notations()) == len(state.history()), 10_000), board.display
print(board.journal.notations(), f"in {board.now_ms / 1000:.0f} s of the board's time")
