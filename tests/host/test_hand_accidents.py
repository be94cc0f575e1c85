"""What goes wrong beside a move: when it begins, how long it takes, and that hands put right what they have done."""

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


def drawn(traits: str, seed: int) -> list[tuple[float, Movement]]:
    world, random = World(SQUARE7, 1), Random(seed)
    world.arrange(STACKS, {})
    accidents = Accidents(random, CLEAN | dict.fromkeys(traits.split(), 1.0), Ground(SQUARE7, random), has_reeds=False)
    return sorted(accidents.draw([PUT], END_MS, -10_000.0, {24}, world), key=lambda timed: timed[0])


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
    world, slips = World(reed12, 1), set()
    world.arrange([[] for _ in range(reed12.FIELDS)], {})
    for seed in range(30):
        random = Random(seed)
        accidents = Accidents(random, CLEAN | {"far_off": 1.0}, Ground(reed12, random), has_reeds=True)
        (aside_ms, slip), (right_ms, centre) = accidents.draw([PUT], END_MS, -10_000.0, {24}, world)
        assert (slip.act, centre.act, slip.field, centre.field) == ("slip", "centre", 24, 24)
        assert PUT[0] < aside_ms < END_MS < right_ms
        slips.add(slip.off_mm)
    assert len(slips) == 30 and min(slips) > 0
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
