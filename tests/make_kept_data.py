"""Writes what a release leaves on a board, for later versions to read: make_kept_data.py VERSION, at each release.

A game of STEP BY STEP after three actions, two settings that differ from the delivered ones, a calibration.
"""

import gzip
import shutil
import sys
import tempfile
from pathlib import Path

from treppe import games
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands

sys.path.insert(0, str(Path(__file__).parent / "support"))
from fakes_link import ListStore

KEPT = Path(__file__).parent / "data" / "kept"
PIECES = dict.fromkeys(("B", "S0", "S1", "T0", "T1", "C0", "C1"), 60)


def main() -> None:
    target = KEPT / sys.argv[1]
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        board = SimulatedBoard("square7", folder, seed=1, clock="virtual")
        store = ListStore()
        client = Client(store)
        board.attach(client)
        board.start()
        board.run_ms(500)
        state = games.start("step")
        board.world.arrange([state.pieces(field) for field in range(board.surface.FIELDS)], PIECES)
        commands = [
            client.command("set", name="language", value="de"),
            client.command("set", name="brightness_percent", value=30),
            client.command("new", game="step", options={}, seats=["Ann", "Zoë"]),
        ]
        board.run_ms(5000)
        for command in commands:
            command.result(timeout=0)
        for word in ("a1-b1", "+c1", "g7-f7"):
            action = state.action(word)
            Hands(board).play(state, action)
            board.run_ms(3000)
            state.apply_action(action)
        assert store.words() == ["a1-b1", "+c1", "g7-f7"], store.words()
        board.stop()
        for name in ("memory.img", "world.json"):
            shutil.copy(Path(folder, name), target)
        packed = gzip.compress(Path(folder, "flash.img").read_bytes(), mtime=0)
        (target / "flash.img.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
