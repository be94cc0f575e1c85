"""What each release has left on a board is read by this one: games, settings, calibration (see make_kept_data.py)."""

import gzip
import shutil
from pathlib import Path

import pytest
from fakes_link import ListStore
from treppe import games
from treppe_host.link.client import Client
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands

KEPT = Path(__file__).parents[1] / "data" / "kept"


@pytest.mark.parametrize("release", sorted(KEPT.iterdir()), ids=lambda each: each.name)
def test_a_game_goes_on_after_an_upgrade(release: Path, tmp_path: Path) -> None:
    for name in ("memory.img", "world.json"):
        shutil.copy(release / name, tmp_path)
    (tmp_path / "flash.img").write_bytes(gzip.decompress((release / "flash.img.gz").read_bytes()))
    board = SimulatedBoard("square7", tmp_path, clock="virtual")
    try:
        store = ListStore()
        client = Client(store)
        board.attach(client)
        board.start()
        assert board.run_until(lambda: len(store.words()) == 3, 8000)
        assert store.words() == ["a1-b1", "+c1", "g7-f7"]
        (begun,) = (event for event in store.events if event["k"] == "start")
        assert begun["game"] == "step" and begun["seats"] == ["Ann", "Zoë"]
        assert client.hello and client.hello["complaints"] == []
        asked = client.command("status")
        board.run_ms(500)
        settings = asked.result(timeout=0)["settings"]
        assert settings["language"] == "de" and settings["brightness_percent"] == 30
        state = games.start("step")
        for word in store.words():
            state.apply_action(state.action(word))
        action = state.legal_actions()[0]
        Hands(board).play(state, action)
        assert board.run_until(lambda: len(store.words()) == 4, 5000)
        assert store.words()[-1] == state.word(action)
    finally:
        board.stop()
