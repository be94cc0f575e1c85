"""One game after the other on one board, in the heap that a board has; also laid out while another still runs."""

from pathlib import Path

from treppe import games
from treppe_sim.material import start_stacks, start_supply
from whole_board import WholeBoard


def test_laying_out_another_game_while_one_runs_does_no_harm(tmp_path: Path) -> None:
    with WholeBoard("reed12", tmp_path) as at:
        board = at.board
        for name in ("weltreich", "cubes", "tor"):
            state = games.start(name)
            board.world.arrange(start_stacks(state), start_supply(state))  # under the eyes of the game before
            board.run_ms(500)
            board.world.arrange([[]] * board.surface.FIELDS, {})
            board.run_ms(300)
            at.ask("new", game=name, options=state.options)
            board.world.arrange(start_stacks(state), start_supply(state))
            assert board.run_until(lambda name=name: at.display().get("game") == name, 5000)
            at.await_play()
