"""Hands that weigh one cell with weights of 12 g: what lies on it when, and that the board is as before in the end."""

import threading
from itertools import pairwise

import pytest
from treppe import surfaces
from treppe_hardware.cell.hands import WeighingHands
from treppe_sim.world import World

SQUARE7 = surfaces.load("square7")
FIELD, OTHER = 24, 3


@pytest.fixture
def world() -> World:
    world = World(SQUARE7, 1)
    stacks: list[list[str]] = [[] for _ in range(49)]
    stacks[FIELD], stacks[OTHER] = ["B", "B"], ["B", "O0"]
    world.arrange(stacks, {"B": 3})
    return world


def test_exact_weights_lie_on_one_field_and_the_board_comes_back(world: World) -> None:
    before = [list(map(str, stack)) for stack in world.stacks]
    hands = WeighingHands(world, FIELD)
    assert not any(world.stacks) and not world.hand
    for load_g, expected_g in ((36, 36), (84, 84), (30, 24), (12, 12), (0, 0)):
        hands.load(load_g)
        assert sum(piece.mass_g for piece in world.stacks[FIELD]) == expected_g
        assert not world.hand and sum(map(len, world.stacks)) == len(world.stacks[FIELD])
    hands.leave()
    assert [list(map(str, stack)) for stack in world.stacks] == before


def test_no_more_weights_are_put_than_are_wanted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    put, lift, moved = world.put, world.lift, []
    hands = WeighingHands(world, FIELD)
    monkeypatch.setattr(world, "put", lambda field: (moved.append(1), put(field)))
    monkeypatch.setattr(world, "lift", lambda field: (moved.append(-1), lift(field)))
    for load_g, expected in ((36, [1, 1, 1]), (12, [-1, -1]), (12, []), (24, [1])):
        moved.clear()
        hands.load(load_g)
        assert moved == expected


def test_the_magnet_is_taken_off_and_is_back_in_the_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, bool]] = []
    monkeypatch.setattr(world.sensors, "set_magnet", lambda field, is_there: heard.append((field, is_there)))
    hands = WeighingHands(world, FIELD)
    hands.set_magnet(is_there=False)
    hands.leave()
    assert heard == [(FIELD, False), (FIELD, True)]


def test_five_taps_come_within_ten_seconds(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[float, bool]] = []
    tapped: list[int] = []

    class Timer:
        daemon = False

        def __init__(self, delay_s, act, arguments):
            self.delay_s, self.act, self.arguments = delay_s, act, arguments

        def start(self):
            begun.append((self.delay_s, self.daemon))
            self.act(*self.arguments)

    monkeypatch.setattr(threading, "Timer", Timer)
    monkeypatch.setattr(world, "tap", tapped.append)
    WeighingHands(world, FIELD).begin_to_tap()
    assert tapped == [FIELD] * 5 and all(daemon for _, daemon in begun)
    times_s = [delay_s for delay_s, _ in begun]
    assert times_s == sorted(times_s) and times_s[0] > 0 and 9 > times_s[-1] > 7
    assert min(after - before for before, after in pairwise(times_s)) > 1.5
