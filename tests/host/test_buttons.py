"""The four buttons: a contact that bounces is one press, in whichever of 100 scans a second it opens."""

import importlib
import random
import sys
from collections.abc import Callable
from types import ModuleType

import pins
import pytest
from drivers.buttons import Buttons
from treppe.alphabet.buttons import END, LONG, UNDO


def presses_of(pattern: str) -> list[int]:
    """Return what the driver reports while UNDO is closed (#) or open (.), a scan a letter, and open afterwards."""
    levels = iter(pattern + "." * 10)
    level = [1]
    pins: list[Callable[[], int]] = [lambda: 1, lambda: level[0], lambda: 1, lambda: 1]
    buttons = Buttons(pins)
    found = []
    for state in levels:
        level[0] = 0 if state == "#" else 1
        found.append(buttons.scan())
    return [presses for presses in found if presses]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("#" * 12, [UNDO]),
        ("#" * 6 + "." + "#" * 6, [UNDO]),
        ("#" * 12 + "." + "##", [UNDO]),
        ("#" * 150, [UNDO | LONG]),
        ("#" * 50 + "." + "#" * 100, [UNDO | LONG]),
        ("#" * 120 + "." + "##", [UNDO | LONG]),
        ("#", []),
        ("####....####", [UNDO, UNDO]),
    ],
)
def test_a_press_counts_once(pattern: str, expected: list[int]) -> None:
    assert presses_of(pattern) == expected


@pytest.mark.parametrize("seed", range(200))
def test_whatever_bounces_within_20_ms_is_no_other_press(seed: int) -> None:
    chance = random.Random(seed)
    wanted, pattern = [], ""
    for _ in range(chance.randrange(1, 5)):
        scans = chance.choice((chance.randrange(8, 60), chance.randrange(100, 160)))
        held = ["#"] * scans
        for place in range(2, scans - 1):
            if chance.random() < 0.05 and held[place - 2 : place] == ["#", "#"]:
                held[place : place + chance.randrange(1, 3)] = "."
        pattern += "".join(held[:scans]) + "#." * chance.randrange(2) + "." * chance.randrange(4, 12)
        wanted.append(UNDO | LONG if held.count("#") >= 80 else UNDO)
    assert presses_of(pattern) == wanted, pattern


def scans_of(patterns: list[str], number: int) -> list[int]:
    """Return what the driver reports while four buttons are closed (#) or open (.); the first scan is the start."""
    now = [0]
    pins = [lambda each=each: 0 if each[now[0] : now[0] + 1] == "#" else 1 for each in patterns]  # type: ignore[misc]
    buttons = Buttons(pins)
    found = []
    for now[0] in range(1, number):
        found.append(buttons.scan())
    return [presses for presses in found if presses]


@pytest.mark.parametrize("scans", [1, 2, 5, 79, 80, 200, 5000])
def test_a_button_that_is_down_at_the_start_is_no_press_until_it_was_up(scans: int) -> None:
    assert scans_of(["#" * scans, "", "", ""], scans + 20) == []
    assert scans_of(["#" * scans + "..." + "#" * 9, "", "", ""], scans + 40) == [END]


@pytest.mark.parametrize("seed", range(100))
def test_a_lid_on_the_buttons_is_no_press(seed: int) -> None:
    chance = random.Random(seed)
    number = chance.choice((3, 4, 4))
    length = chance.choice((20, 79, 100, 6000))
    lid = ["." * chance.randrange(1, 60) + "#" * (60 + length) + "#" * chance.randrange(100) for _ in range(number)]
    lid += [""] * (4 - number)
    chance.shuffle(lid)
    assert scans_of(lid, 400 + length) == []


@pytest.mark.parametrize("held", [(2,), (0, 1, 2, 3), (1, 2), ()])
def test_menu_alone_leads_to_safe_mode(monkeypatch: pytest.MonkeyPatch, held: tuple[int, ...]) -> None:
    down = {(pins.BUTTON_END, pins.BUTTON_UNDO, pins.BUTTON_MENU, pins.BUTTON_OK)[index] for index in held}
    machine = ModuleType("machine")
    machine.Pin = lambda number, *_: lambda: int(number not in down)  # type: ignore[attr-defined]
    machine.Pin.IN = machine.Pin.PULL_UP = 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "machine", machine)
    for name in ("main", "starts", "modules"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))  # so that what is imported here goes again
        monkeypatch.delitem(sys.modules, name)
    assert importlib.import_module("main").is_menu_held() == (held == (2,))
