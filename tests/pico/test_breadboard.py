"""Boards from a breadboard on an emulated RP2040, with the image that was built: whole games, and faults of wiring."""

# ruff: noqa: E402
import contextlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from needs import require

pytestmark = pytest.mark.long

require("image")
sys.path[:0] = [str(Path(__file__).parent)]

from chip_board import ChipBoard, flash_with, wiring_of
from pico_host import PicoHost
from treppe import games
from treppe_sim.hands import Hands

IMAGE = Path("dist/treppe.uf2")
BUILDS = ("gpio16", "bread16")
GPIO16, BREAD16 = (wiring_of(build) for build in BUILDS)


@pytest.mark.parametrize("build", BUILDS)
def test_a_whole_game_with_lights(build, tmp_path):
    with contextlib.closing(ChipBoard(flash_with(IMAGE), build, tmp_path)) as board:
        host = PicoHost(board)
        assert (host.client.hello["surface"], host.client.hello["complaints"]) == ("start4", [])
        state = games.start("aufstellen", board="small")
        host.begin(state)
        hands = Hands(board, lambda: host.client.latest.get("display", {}))
        words = []
        while not state.is_terminal():
            action = state.legal_actions()[-1 if state.current_player() else 0]
            field = state.hand_moves(action)[-1][0]
            assert board.run_until(lambda field=field: any(board.pixels[board.surface.LAMPS[field]]), 2000), words
            words.append(state.word(action))
            hands.play(state, action)
            assert board.run_until(lambda: host.store.notations == words, 3000), (words, host.store.notations)
            state.apply_action(action)
        assert board.run_until(lambda: host.shown("phase") == "over", 3000)


@pytest.mark.parametrize(
    ("build", "wiring", "part", "words"),
    [
        ("gpio16", GPIO16, "reeds look at this", "none is stuck"),
        ("gpio16", replace(GPIO16, leads=(None,) * 16), "reeds look at this", "none is stuck"),
        ("bread16", BREAD16, "reeds look at this", "none is stuck"),
        ("bread16", replace(BREAD16, cut="MISO"), "reed chain broken", "MISO (GP4) touches ground"),
        ("bread16", replace(BREAD16, cut="MOSI"), "reed chain broken", "MOSI (GP3)"),
        ("bread16", replace(BREAD16, cut="CLOCK"), "reed chain broken", "clock (GP2)"),
        ("bread16", replace(BREAD16, cut="LOAD"), "reed chain broken", "look at GP5"),
        ("bread16", replace(BREAD16, registers=1), "fields look at this", "all those of chip 2"),
    ],
)
def test_the_doctor_names_what_is_wired_wrongly(build, wiring, part, words, tmp_path):
    with contextlib.closing(ChipBoard(flash_with(IMAGE), build, tmp_path, wiring=wiring)) as board:
        board.start()
        with board.open_port(tmp_path) as port:
            board.run_tool("doctor", "--empty")
            said = port.said
    text = " ".join(said.split())  # lines are as long as the terminal is wide
    assert text.startswith(
        "surface good " + ("gpio16: GP28 reads 88 %" if build == "gpio16" else "start4: GP28 reads 12 %")
    )
    beginnings = [" ".join(line.split()) for line in said.splitlines()]
    about_contacts = [line for line in beginnings if line.startswith(("reeds", "field", "reed chain broken"))]
    assert len(about_contacts) == 1 and about_contacts[0].startswith(part) and words in text, said
