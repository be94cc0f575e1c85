"""A Pico's stack holds about thirty calls within calls, six of which lead to the session; the PC's holds thousands."""

import sys
from collections.abc import Callable

import pytest
from treppe import games
from treppe_sim.in_process import InProcessBoard
from treppe_sim.material import start_stacks, start_supply

MOST = 20


def deepest_calls(work: Callable[[], object]) -> list[str]:
    """Return the longest row of calls within calls of some work; those of importing are a Pico's own."""
    calls: list[str] = []
    deepest: list[str] = []

    def note(frame, event: str, _) -> None:
        nonlocal deepest
        if "importlib" in frame.f_code.co_filename:
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


@pytest.mark.parametrize("name", games.NAMES)
def test_laying_out_another_game_goes_no_deeper_than_a_pico_s_stack(name: str) -> None:
    state = games.start(name)
    for other in games.NAMES:
        later = games.start(other)
        if other == name or later.surface != state.surface:
            continue
        board = InProcessBoard(state.surface)
        board.world.arrange(start_stacks(state), start_supply(state))
        board.session.command("new", {"game": name, "options": state.options, "seats": []})
        board.run_ms(1000)
        assert board.session.stage == "play"
        tick, deepest = board.session.tick, []

        def watched(*now, tick=tick, deepest=deepest) -> None:
            calls = deepest_calls(lambda: tick(*now))
            deepest[:] = max(deepest, calls, key=len)

        board.session.tick = watched
        board.world.arrange(start_stacks(later), start_supply(later))
        board.run_ms(1000)
        assert len(deepest) <= MOST, (other, deepest)
