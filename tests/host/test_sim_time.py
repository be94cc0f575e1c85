"""The simulated board's clock: its watchdog bites who sleeps unfed, and forgives a PC that is busy."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
import treppe_sim

SOURCE = Path(treppe_sim.__file__).parent / "device" / "time.py"


class Bitten(Exception):
    """The watchdog has reset the board."""


class Computer:
    """A PC whose clock a test moves on; it wakes a board up `late_us` later than it wanted."""

    SLEEP, RESET = 1, 2

    def __init__(self) -> None:
        self.now_us = self.late_us = 0

    def ticks_us(self) -> int:
        return self.now_us

    def exchange(self, kind: int, _: int, wait_us: int) -> None:
        if kind == self.RESET:
            raise Bitten
        self.now_us += wait_us + self.late_us


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def clock(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    channel = SimpleNamespace(SLEEP=computer.SLEEP, RESET=computer.RESET, exchange=computer.exchange)
    utime = SimpleNamespace(ticks_us=computer.ticks_us, gmtime=None, mktime=None)
    monkeypatch.setitem(sys.modules, "channel", channel)
    monkeypatch.setitem(sys.modules, "utime", utime)
    found = importlib.util.spec_from_file_location("board_time", SOURCE)
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    module.set_clock(False)
    module.sleep_ms(10)
    module.watch(module.now_us() + 2_000_000)
    return module


def test_who_sleeps_unfed_is_bitten(clock: ModuleType) -> None:
    for _ in range(200):
        clock.sleep_ms(10)
    with pytest.raises(Bitten):
        clock.sleep_ms(10)
        clock.sleep_ms(10)


def test_a_busy_pc_is_forgiven(clock: ModuleType, computer: Computer) -> None:
    computer.now_us += 5_000_000  # in the midst of a frame
    clock.sleep_ms(10)
    computer.late_us = 5_000_000
    clock.sleep_ms(10)
    computer.late_us = 0
    clock.sleep_ms(10)
    with pytest.raises(Bitten):
        for _ in range(200):
            clock.sleep_ms(10)
