"""What makes sensors read wrong, and what breaks: each error of the model does what its parameter says."""

from array import array

import pytest
from treppe import surfaces
from treppe_sim.piece import Piece
from treppe_sim.world import World

SQUARE7 = surfaces.load("square7")
TOWER = [Piece("B", 12.0) for _ in range(7)]
GRAMS_A_CODE = 12 / 136  # near 84 g


def codes(world):
    return [code / 16 for code in array("H", world.sensors.felt())]


def loaded(variant, is_creeping=False):
    world = World(SQUARE7, 3, variant)
    world.sensors.is_creeping = is_creeping
    world.sensors.lean_sd = 0
    world.sensors.put(24, list(TOWER), 0)
    for frame in range(100):
        world.sensors.step(frame * 10_000.0)
    return world


def at(world, field=24):
    return codes(world)[SQUARE7.CHANNELS[field]]


@pytest.mark.parametrize(("variant", "fraction"), [("steel", 0.003), ("fr4", 0.015), ("petg", 0.1)])
def test_springs_creep_under_a_load_and_back(variant, fraction):
    world = loaded(variant, is_creeping=True)
    before = at(world)
    world.sensors.age(3e9)
    assert (at(world) - before) * GRAMS_A_CODE == pytest.approx(84 * fraction, rel=0.3, abs=0.05)
    world.sensors.lift(24, [], list(TOWER), 2e6)
    world.sensors.age(3e9)
    for frame in range(100):
        world.sensors.step(3e6 + frame * 10_000.0)
    empty = World(SQUARE7, 3, variant)
    assert at(world) == pytest.approx(at(empty), abs=1.5 / GRAMS_A_CODE / 2)


@pytest.mark.parametrize(("variant", "per_k"), [("steel", 0.0006), ("fr4", 0.001), ("petg", 0.004)])
def test_heat_bends_loaded_springs_more_and_shows_at_the_thermistor(variant, per_k):
    warm, cold = loaded(variant), loaded(variant)
    warm.sensors.warm(10)
    moved = [codes(warm)[place] - codes(cold)[place] for place in SQUARE7.CHANNELS]
    others = sum(moved[:24] + moved[25:]) / 48
    assert abs(others) < 1.5  # offsets go either way
    assert (moved[24] - others) * GRAMS_A_CODE == pytest.approx(84 * 10 * per_k, abs=0.9)
    assert codes(warm)[56] == pytest.approx(2048 - 455, abs=2)


def test_a_magnet_is_felt_next_door_a_little():
    world = World(SQUARE7, 3)
    before = world.sensors.cells[23].neighbours_mt
    world.arrange([[str(piece) for piece in TOWER] if field == 24 else [] for field in range(49)], {})
    after = world.sensors.cells[23].neighbours_mt
    # 35 mT more at the magnet's own sensor, 6e-5 of them at 40 mm.
    assert before == 0 and after == pytest.approx(35 * 6e-5, rel=0.2)
    assert abs(world.sensors.cells[0].neighbours_mt) < 1e-4


def test_a_knock_moves_all_fields():
    world = World(SQUARE7, 3)
    before = codes(world)
    world.sensors.knock(0.05)
    world.sensors.step(10_000.0)
    assert all(abs(codes(world)[place] - before[place]) > 2 for place in SQUARE7.CHANNELS)


def test_a_seed_is_a_board():
    assert codes(World(SQUARE7, 3)) == codes(World(SQUARE7, 3)) != codes(World(SQUARE7, 4))
