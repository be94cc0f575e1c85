"""What goes wrong beside a move: when it begins, how long it takes, and that hands put right what they have done."""

import functools
import itertools
from random import Random

import pytest
from treppe import surfaces
from treppe_sim.hands import CLEAN, Movement
from treppe_sim.hands.accidents import Accidents
from treppe_sim.hands.ground import Ground
from treppe_sim.world import World

SQUARE7 = surfaces.load("square7")
END_MS = 2000.0
PUT = (1500.0, Movement("put", 24))
STACKS = [["B"] if field in (2, 17, 23, 25, 40) else ["B", "B", "B"] if field == 31 else [] for field in range(49)]


@functools.cache
def board() -> World:
    world = World(SQUARE7, 1)
    world.arrange(STACKS, {})
    return world


def drawn(traits: str, seed: int) -> list[tuple[float, Movement]]:
    random = Random(seed)
    accidents = Accidents(random, CLEAN | dict.fromkeys(traits.split(), 1.0), Ground(SQUARE7, random), has_reeds=False)
    return sorted(accidents.draw_accidents([PUT], END_MS, -10_000.0, {24}, board()), key=lambda timed: timed[0])


@pytest.mark.parametrize(
    ("trait", "first", "last", "from_ms", "to_ms", "most_ms"),
    [
        ("adoube", "lift", "put", -2000, END_MS + 500, 1500),
        ("knock_over", "lift", "put", 0, END_MS + 500, 15_000 + 3 * 900),
        ("lend", "lift", "put", END_MS + 1500, END_MS + 4000, 60_000),
        ("whole_stack", "lift", "put", END_MS, END_MS + 1000, 5000),
        ("bear", "bear", "bear", -1000, END_MS + 500, 0),
        ("finger", "bear", "bear", -1000, END_MS + 500, 0),
        ("wipe", "lift", "put", END_MS, END_MS + 580, 40_000),
        ("bump", "nudge", "centre", PUT[0] - 400, PUT[0] + 400, 2000),
    ],
)
def test_an_accident_begins_and_ends_within_its_bounds(trait, first, last, from_ms, to_ms, most_ms) -> None:
    begun, lengths = [], []
    for seed in range(150):
        timed = drawn(trait, seed)
        if timed:
            assert (timed[0][1].act, timed[-1][1].act) == (first, last)
            begun.append(timed[0][0])
            lengths.append(timed[-1][0] - timed[0][0])
            assert all(movement.field not in (24,) for _, movement in timed), "what is played is left alone"
    width = to_ms - from_ms
    assert len(begun) > 40
    assert from_ms <= min(begun) and max(begun) <= to_ms
    assert trait == "bump" or (min(begun) < from_ms + 0.1 * width and max(begun) > to_ms - 0.2 * width)
    assert max(lengths) <= most_ms


def assert_fills(drawn_values, low, high):
    """Each value lies within the bounds, and some of them near either."""
    width = high - low
    assert low <= min(drawn_values) < low + 0.15 * width, (min(drawn_values), low, high)
    assert high - 0.15 * width < max(drawn_values) <= high, (max(drawn_values), low, high)


@pytest.mark.parametrize(
    ("trait", "first", "second", "from_ms", "to_ms"),
    [
        ("adoube", "lift", "put", 150, 1500),
        ("bump", "nudge", "centre", 300, 2000),
        ("knock_over", "give", "take", 300, 15_000),
        ("knock_over", "take", "put", 150, 500),
        ("knock_over", "put", "take", 100, 400),
        ("lend", "lift", "put", 500, 3000),
        ("lend", "put", "lift", 500, 3000),
        ("whole_stack", "lift", "put", 300, 5000),
        ("wipe", "give", "lift", 0, 80),
    ],
)
def test_hands_need_as_long_as_people_do(trait, first, second, from_ms, to_ms) -> None:
    gaps_ms = []
    for seed in range(400):
        for (before_ms, before), (at_ms, after) in itertools.pairwise(drawn(trait, seed)):
            if (before.act, after.act) == (first, second):
                gaps_ms.append(at_ms - before_ms)
    assert_fills(gaps_ms, from_ms - 1e-6, to_ms + 1e-6)


@pytest.mark.parametrize(
    ("trait", "force", "rest_ms"), [("bear", (-15, -4), (500, 4000)), ("finger", (10, 60), (500, 3000))]
)
def test_a_hand_rests_with_so_much_of_a_force_for_so_long(trait, force, rest_ms) -> None:
    rests = [movement for seed in range(200) for _, movement in drawn(trait, seed)]
    assert_fills([movement.force_g for movement in rests], *force)
    assert_fills([movement.rest_ms for movement in rests], *rest_ms)


def test_the_table_is_knocked_from_either_side_while_an_action_is_played() -> None:
    random = Random(1)
    accidents = Accidents(random, CLEAN | {"knock_table": 1.0}, Ground(SQUARE7, random), has_reeds=False)
    knocks = [knock for _ in range(200) for knock in accidents.draw_accidents([PUT], END_MS, 0.0, {24}, board())]
    assert {movement.act for _, movement in knocks} == {"knock"} and len(knocks) == 200
    assert_fills([at_ms for at_ms, _ in knocks], -1000, END_MS + 500)
    assert_fills([movement.force_g for _, movement in knocks], -0.1, 0.1)


def test_towers_near_each_other_fall_at_once() -> None:
    fallen = {sum(movement.act == "lift" for _, movement in drawn("wipe", seed)) for seed in range(100)}
    assert fallen == {2, 3}, "no more stand near one that falls"


@pytest.mark.parametrize(
    "trait", ["adoube", "knock_over", "lend", "whole_stack", "wipe", "adoube knock_over wipe", "wipe lend whole_stack"]
)
def test_what_was_taken_comes_back_where_it_was(trait) -> None:
    for seed in range(60):
        stacks = [list(stack) for stack in STACKS]
        held: dict[int, list[str]] = {}
        for _, movement in drawn(trait, seed):
            hand = held.setdefault(movement.hand, [])
            if movement.act == "lift":
                hand += [stacks[movement.field].pop() for _ in range(movement.num_pieces)]
            elif movement.act == "take":
                hand.append(movement.code)
            elif movement.act == "put":
                stacks[movement.field] += [hand.pop() for _ in range(movement.num_pieces)]
            elif movement.act == "give":
                hand.pop()
        assert stacks == STACKS and not any(held.values())


def test_what_is_put_far_beside_its_centre_is_pushed_straight_after_the_end() -> None:
    reed12 = surfaces.load("reed12")
    world, slips, rights_ms = World(reed12, 1), [], []
    world.arrange([[] for _ in range(reed12.FIELDS)], {})
    for seed in range(100):
        random = Random(seed)
        accidents = Accidents(random, CLEAN | {"far_off": 1.0}, Ground(reed12, random), has_reeds=True)
        (aside_ms, slip), (right_ms, centre) = accidents.draw_accidents([PUT], END_MS, -10_000.0, {24}, world)
        assert (slip.act, centre.act, slip.field, centre.field) == ("slip", "centre", 24, 24)
        assert aside_ms == PUT[0] + 20
        rights_ms.append(right_ms - END_MS)
        slips.append(slip.off_mm)
    assert_fills(slips, 9, 14)
    assert_fills(rights_ms, 1000, 10_000)
    assert drawn("far_off", 1) == [], "towers stand in cups"


def test_each_piece_has_a_hand_of_its_own() -> None:
    most = 0
    for seed in range(60):
        fields: dict[int, set[int]] = {}
        for _, movement in drawn("adoube knock_over wipe whole_stack", seed):
            if movement.act in ("lift", "put"):
                fields.setdefault(movement.hand, set()).add(movement.field)
        assert all(len(each) == 1 for each in fields.values()), fields
        most = max(most, len(fields))
    assert most > 3
