"""A test of a game by what hands do, in virtual time: `+b2 1100` puts a piece on b2 and waits for 1.1 s.

What the board makes of it stands behind `=>`: the actions in its record. Treppe's own are tests/data/hands.txt.
"""

from treppe import games
from treppe_sim.bench_board import BenchBoard
from treppe_sim.material import start_stacks, start_supply

SCRIPT = """
+e8 2000 => +e8
+b5 2000 => +e8 +b5
-b5 300 +b8 3000 => +e8 +b8
"""


def play(board: BenchBoard, act: str) -> None:
    """Carry out one act of a script: wait, lift a piece, or put the one in the hand there, else one of the box."""
    if act.isdigit():
        board.run_ms(int(act))
        return
    world, field = board.world, board.surface.NAMES.index(act[1:])
    if act[0] == "-":
        world.lift(field)
        return
    if not world.hand:
        player = str(board.session.game_record.state.current_player())
        world.take(min(code for code in world.supply if code.endswith(player)))
    world.put(field)


state = games.start("aufstellen")
board = BenchBoard.with_world(state.surface, seed=1)
board.world.arrange(start_stacks(state), start_supply(state))
board.table.command("new", {"game": state.NAME, "options": state.options, "seats": []})
board.run_ms(2000)
for line in SCRIPT.strip().splitlines():
    acts, _, expected = line.partition(" => ")
    for act in acts.split():
        play(board, act)
    found = " ".join(board.journal.notations())
    print("as expected" if found == expected else f"expected {expected}", "--", line, "--", found)
