"""The starter of sixteen fields: a whole game by hands, its sensors, and the firmware in a real MicroPython."""

from pathlib import Path

import pytest
from treppe import games, surfaces
from treppe_host.deploy import doctor
from treppe_host.finding import BROKEN
from treppe_sim.bench_board import BenchBoard
from treppe_sim.board import SimulatedBoard
from treppe_sim.hands import Hands
from treppe_sim.material import start_stacks, start_supply
from whole_board import WholeBoard


def test_a_whole_game_by_hands() -> None:
    board = BenchBoard.with_world("start4")
    state = games.start("aufstellen", board="small")
    board.run_ms(100)
    board.table.command("new", {"game": "aufstellen", "options": {}, "seats": []})
    board.world.arrange(start_stacks(state), start_supply(state))
    assert board.run_until(lambda: board.display["phase"] == "play", 5000)
    assert board.events[0]["options"]["board"] == "small", "this surface asks for it"
    hands = Hands(board, lambda: board.display)
    played = []
    while not state.is_terminal() and len(played) < 20:
        action = _line_or_first(state)
        hands.play(state, action)
        board.run_ms(1500)
        played.append(state.word(action))
        state.apply_action(action)
    assert board.journal.notations() == played
    assert state.is_terminal() and board.events[-1]["reason"] == "line" and board.events[-1]["winners"] == [0]


def _line_or_first(state: games.State) -> int:
    """Blue fills the southern row, red keeps out of it."""
    south = {state.field(cell) for cell in range(4)}
    wanted = [
        a for a in state.legal_actions() if (state.hand_moves(a)[-1][0] in south) == (state.current_player() == 0)
    ]
    return (wanted or state.legal_actions())[0]


def test_its_fields_are_the_centres_of_the_large_board() -> None:
    small, large = surfaces.load("start4"), surfaces.load("reed12")
    state = games.start("aufstellen")
    assert [large.NAMES[state.field(cell)] for cell in range(16)] == list(small.NAMES)


@pytest.mark.parametrize("build", ["start4", "bread16", "gpio16"])
def test_the_doctor_finds_it_sound(build: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The firmware in a real MicroPython, over simulated chips."""
    monkeypatch.setattr(doctor, "_HELLO_S", 60.0)
    with SimulatedBoard(build, tmp_path) as board:
        board.run_ms(500)
        lines = doctor.examine(board.port)
    verdicts = {line.part: line.verdict for line in lines}
    assert {"firmware", "supply", "reed_chain", "link"} <= set(verdicts)
    assert lines[0].part == "surface" and lines[0].diagnostic["percent"] == (88 if build == "gpio16" else 12)
    broken = [line for line in lines if line.verdict == BROKEN]
    assert not broken, [(line.part, line.diagnostic) for line in broken]


def test_contacts_at_the_picos_own_pins_are_seen_and_drive_nothing() -> None:
    """Every field closes its own bit, at pins too which other surfaces drive; lamps shine without a switch."""
    with WholeBoard("gpio16") as at:
        world = at.board.world
        for field, channel in enumerate(at.board.surface.CHANNELS):
            world.arrange([["Sa"] if place == field else [] for place in range(16)], {})
            at.board.run_ms(100)
            frame = bytes.fromhex(at.ask("frame")["hex"])
            assert [bit for bit in range(16) if not frame[bit >> 3] >> (bit & 7) & 1] == [channel]
        world.arrange([[] for _ in range(16)], {})
        at.ask("check")
        assert at.board.run_until(lambda: any(world.lamps), 3000), "a field is lit"
