"""A board on which nothing happens allocates nothing, so that the collector never comes by itself."""

import json
from pathlib import Path

import pytest
from treppe_host.deploy.prompt import Prompt
from treppe_sim.board import SimulatedBoard

pytestmark = pytest.mark.long

METER = (Path(__file__).parents[1] / "support" / "idle_board.py").read_text()


# What calls may take in a frame, bytes of the 64-bit port: twice those of a Pico.
@pytest.mark.parametrize(("surface", "most_for_calls"), [("reed12", 600), ("square7", 1200)])
def test_an_idle_loop_allocates_nothing(surface: str, most_for_calls: int, tmp_path: Path) -> None:
    with SimulatedBoard(surface, tmp_path, has_prompt=True) as board:
        board.run_ms(500)
        with Prompt(board.port) as at_prompt:
            used = json.loads(at_prompt.execute(METER).split("IDLE")[1])
    assert used["frame"] == 0, used
    assert used["threshold"] > 30_000, "what calls take for their variables would bring the collector in a moment"
    assert used["calls"] < most_for_calls, "calls of each frame should have eleven variables at most"
