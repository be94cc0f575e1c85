"""What stands in for the firmware's machine code on a simulated board returns what that returns."""

import sys
from array import array
from random import Random
from typing import Any

import pytest
from treppe import surfaces
from treppe_sim.twins import TWINS, stand_in

FIELDS = 144
CALLS = 200


def board(random: Random, most: int = 5) -> bytearray:
    """Return a board on which little stands, and often nothing."""
    rate = random.choice((0, 0.01, 0.3))
    return bytearray(random.randint(1, most) if random.random() < rate else 0 for _ in range(FIELDS))


def changed(random: Random, other: bytearray) -> bytearray:
    return bytearray(byte ^ (random.random() < 0.02) for byte in other)


def move_ends(random: Random) -> bytes:
    return bytes(random.choice((1, 2, 3, 255)) for _ in range(random.randrange(40)))


def arguments(name: str, random: Random) -> tuple[Any, ...]:
    """Return what a function is called with; some of it may be changed by it."""
    one = board(random)
    firsts, field = move_ends(random), random.choice((0, 1, 2, 255))
    lasts = bytes(reversed(firsts))
    start = random.choice((0, 0, 70, 143, 144))
    low = array("H", [random.choice((0, 900, 1000)) for _ in range(49)])
    high = array("H", [random.choice((1000, 1100, 65535)) for _ in range(49)])
    frame = array("H", [random.choice((999, 1000) if random.random() < 0.9 else (1101,)) for _ in range(64)])
    return {
        "next_active": (start, one, 1, random.choice((1, 4))),
        "next_difference": (start, one, changed(random, one)),
        "difference": (one, changed(random, one), board(random)),
        "largest": (one,),
        "_places": (firsts, lasts, field, random.choice((1, 255))),
        "_count_ends": (field, random.choice((True, False)), firsts, lasts, bytearray(len(firsts))),
        "light": (bytearray(256), firsts, lasts, random.choice((field, 256)), 7),
        "occupied": (board(random, 30), random.choice((0, 29))),
        "ends": ([random.randrange(1 << 24) for _ in range(random.randrange(9))],),
        "_next_restless": (
            random.choice((0, 20, 48, 49)), frame, surfaces.load("hex49").CHANNELS, low, high, board(random)[:49],
        ),
    }[name]  # fmt: skip


@pytest.mark.parametrize("original", TWINS, ids=lambda original: original.__name__)
def test_a_twin_returns_and_changes_the_same(original):
    found = set()
    for seed in range(CALLS):
        results = []
        for function in (original, TWINS[original]):
            given = arguments(original.__name__, Random(f"{original.__name__} {seed}"))
            results.append((function(*given), repr(given)))
        assert results[0] == results[1], (seed, given)
        found.add(repr(results[0]))
    assert len(found) > 3


def test_every_room_of_the_firmware_that_is_loaded_calls_the_twins():
    stand_in()
    firmware = [vars(module).values() for name, module in sys.modules.items() if name.startswith("treppe.")]
    for original, twin in TWINS.items():
        home = sys.modules[original.__module__]
        assert getattr(home, original.__name__) is twin
        assert not any(value is original for values in firmware for value in values)
