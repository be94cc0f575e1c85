"""A Pico's stack holds about thirty nested calls, and six lead to the session; the PC's holds thousands."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
import treppe
from fakes_table import begin
from treppe import games
from treppe.alphabet.buttons import MENU
from treppe.games import catalogue, positions
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import Hands
from treppe_sim.material import start_stacks, start_supply

FIRMWARE = str(Path(treppe.__file__).parent)
MOST = 18  # the last one is machine code, which takes less of the stack
MOST_OF_COMMANDS = 16  # they write the flash and load modules: that takes as much as six calls


def is_firmwares(frame: FrameType) -> bool:
    """Tell whether a call is one of the firmware's."""
    return frame.f_code.co_filename.startswith(FIRMWARE) and frame.f_code.co_name != "<module>"


def deepest_calls(work: Callable[[], object]) -> list[str]:
    """Return the longest row of the firmware's calls within calls in some work."""
    calls: list[str] = []
    deepest: list[str] = []

    def note(frame, event: str, _) -> None:
        nonlocal deepest
        if not is_firmwares(frame):
            return
        if event == "call":
            calls.append(frame.f_code.co_name)
            if len(calls) > len(deepest):
                deepest = calls.copy()
        elif event == "return" and calls:
            calls.pop()

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return deepest


@pytest.mark.parametrize("name", catalogue.names())
def test_laying_out_another_game_goes_no_deeper_than_a_pico_s_stack(name: str) -> None:
    state = games.start(name)
    for other in catalogue.names():
        later = games.start(other)
        if other == name or later.surface != state.surface:
            continue
        board = BenchBoard.with_world(state.surface)
        board.world.arrange(start_stacks(state), start_supply(state))
        board.table.command("new", {"game": name, "options": state.options, "seats": []})
        board.run_ms(1000)
        assert board.session.stage == "play"
        tick, deepest = board.table.tick, []

        def watched(*now, tick=tick, deepest=deepest) -> None:
            calls = deepest_calls(lambda: tick(*now))
            deepest[:] = max(deepest, calls, key=len)

        board.table.tick = watched
        board.world.arrange(start_stacks(later), start_supply(later))
        board.run_ms(1000)
        assert len(deepest) <= MOST, (other, deepest)


@pytest.mark.parametrize("name", ["step", "seven", "tor", "cubes"])
def test_commands_go_no_deeper_either(name: str) -> None:
    state = games.start(name)
    board = BenchBoard.with_world(state.surface)
    board.world.arrange(start_stacks(state), start_supply(state))
    board.run_ms(500)
    for command, fields in (
        ("new", {"game": name, "options": state.options}),
        ("undo", {}),
        ("status", {}),
        ("pause", {}),
        ("resume", {}),
    ):
        calls = deepest_calls(lambda command=command, fields=fields: board.table.begin_command(command, fields))
        assert len(calls) <= MOST_OF_COMMANDS, (command, calls)
        calls = deepest_calls(lambda: board.table.tick(board.now_ms))  # the next frames open a game
        assert len(calls) <= MOST, (command, calls)
        if command == "new":
            board.run_ms(1000)
            Hands(board).play(state, next(action for action in state.legal_actions() if state.hand_moves(action)))
            board.run_ms(1500)


def test_looking_further_back_goes_no_deeper_either() -> None:
    for case in json.loads(Path("tests/data/misunderstood.json").read_text()):
        state = positions.read(case["position"])
        table = begin(state.NAME, **state.options)
        table.state().position[:] = state.position
        table.session.lead("setup")
        table.set_up()

        def play(table=table, changes=case["changes"]) -> None:
            for change in changes:
                table.change(*change)
            table.press(MENU)

        deepest = deepest_calls(play)
        assert len(deepest) <= MOST, (case["what"], deepest)
