"""What each release has left on a board is read by this one: games, settings, calibration (see make_kept_data.py)."""

import gzip
import shutil
from pathlib import Path

import pytest
from rules_checks import play
from treppe import games
from whole_board import WholeBoard

KEPT = Path(__file__).parents[1] / "data" / "kept"


@pytest.mark.parametrize("release", sorted(KEPT.iterdir()), ids=lambda each: each.name)
def test_a_game_goes_on_after_an_upgrade(release: Path, tmp_path: Path) -> None:
    for name in ("memory.img", "world.json"):
        shutil.copy(release / name, tmp_path)
    (tmp_path / "flash.img").write_bytes(gzip.decompress((release / "flash.img.gz").read_bytes()))
    with WholeBoard("square7", tmp_path) as at:
        assert at.board.run_until(lambda: len(at.store.notations()) == 3, 8000)
        assert at.store.notations() == ["a1-b1", "+c1", "g7-f7"]
        (begun,) = (event for event in at.store.events if event["k"] == "start")
        assert begun["game"] == "step" and begun["seats"] == ["Ann", "Zoë"]
        assert at.client.hello["complaints"] == []
        settings = at.ask("status")["settings"]
        assert settings["language"] == "de" and settings["brightness_percent"] == 30
        state = play(games.start("step"), " ".join(at.store.notations()))
        at.play(state, state.word(state.legal_actions()[0]))
