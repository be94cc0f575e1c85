"""The four buttons: a contact that bounces is one press, in whichever of 100 scans a second it opens."""

import random
from collections.abc import Callable

import pytest
from drivers.buttons import LONG, UNDO, Buttons


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
