"""One game after the other on one board, in the heap that a board has; also laid out while another still runs."""

from pathlib import Path

from fakes_link import ListStore
from treppe import games
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard
from treppe_sim.material import start_stacks, start_supply


def shown(client: Client) -> tuple[str | None, str | None]:
    """Return the game and its phase, as the board's display has them."""
    display = client.latest.get("display", {})
    return display.get("game"), display.get("phase")


def test_laying_out_another_game_while_one_runs_does_no_harm(tmp_path: Path) -> None:
    with SimulatedBoard("reed12", tmp_path, clock="virtual") as board:
        client = Client(ListStore())
        board.attach(client)
        assert board.run_until(lambda: client.hello is not None, 5000)
        for name in ("weltreich", "cubes", "tor"):
            state = games.start(name)
            board.world.arrange(start_stacks(state), start_supply(state))  # under the eyes of the game before
            board.run_ms(500)
            board.world.arrange([[]] * board.surface.FIELDS, {})
            board.run_ms(300)
            asked = client.command("new", game=name, options=state.options)
            assert board.run_until(asked.done, 5000) and asked.exception() is None
            board.world.arrange(start_stacks(state), start_supply(state))
            # The command is answered before the game is open.
            assert board.run_until(lambda name=name: shown(client) == (name, "play"), 5000), shown(client)
