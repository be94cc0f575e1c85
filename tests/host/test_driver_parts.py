"""What the self-test finds by the pins alone: a supply that cannot be switched, a bus that a chip holds."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"


class Wires:
    """The two lines of the bus, with a chip that holds the data line until it has had so many clocks."""

    def __init__(self, clocks):
        self.clocks = clocks
        self.given = 0


@pytest.fixture
def wires(monkeypatch):
    """A `machine` whose pins are these lines."""
    lines = Wires(0)
    machine = ModuleType("machine")

    class Pin:
        IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 1, 2

        def __init__(self, number, mode=0, pull=0, *, value=None):
            lines.given += mode == Pin.OUT and value == 0

        def __call__(self):
            return int(lines.given >= lines.clocks)

    machine.Pin, machine.ADC, machine.mem32 = Pin, object, {}
    machine.I2C = lambda *args, **more: "bus"
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.syspath_prepend(FIRMWARE)
    for name, do in (("sleep_us", lambda us: None), ("sleep_ms", lambda ms: None)):
        monkeypatch.setattr("time." + name, do, raising=False)
    yield lines
    for name in ("drivers.bus", "drivers.parts", "drivers.identity"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(("held_for", "given"), [(0, 0), (3, 3), (99, 9)])
def test_a_chip_that_holds_the_bus_is_clocked_until_it_lets_go(wires, held_for, given):
    wires.clocks = held_for
    assert importlib.import_module("drivers.bus").open_bus() == "bus"
    assert wires.given == given


class Scanner:
    """49 sensors, some of which have a voltage whatever their supply is."""

    def __init__(self, fed):
        self.fed = fed
        self.levels = []

    def supply(self, level):
        self.levels.append(level)

    def frame(self):
        return [0] * 64

    def scan(self, frame):
        for place in range(64):
            is_reference = place & 15 in (0, 15)
            frame[place] = 4096 if is_reference or place >= 56 else 10_600 if place in self.fed else 40


def test_sensors_that_are_fed_all_the_time_are_told(wires):
    parts = importlib.import_module("drivers.parts")
    scanner = Scanner(())
    assert parts.look_at_sensor_supply(scanner) == ("good", {"code": "feed_good"})
    assert scanner.levels == [0, 1]
    assert parts.look_at_sensor_supply(Scanner((21,))) == ("look", {"code": "feed_leaks", "mux": 1, "reads": 2650})
    assert parts.look_at_sensor_supply(Scanner(range(64))) == ("look", {"code": "feed_stays"})
