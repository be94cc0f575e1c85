from array import array
from dataclasses import replace

import pytest
from treppe import surfaces
from treppe_sim.board_files import BoardFiles
from treppe_sim.wire import _ANSWER_HEADER, Request
from treppe_sim.world import ImpossibleAct, World


def board_with(surface, **places):
    names = surfaces.load(surface).NAMES
    stacks = [[] for _ in names]
    for name, codes in places.items():
        stacks[names.index(name)] = codes
    return stacks


@pytest.fixture
def world():
    world = World(surfaces.load("square7"), seed=3)
    world.arrange(board_with("square7", a1=["B", "O0"], b1=["B"]), {"B": 2})
    return world


def test_a_hand_moves_a_piece(world):
    assert world.lift(0) == "O0"
    world.put(1)
    assert world.stacks[0] == ["B"] and world.stacks[1] == ["B", "O0"] and world.hand == []


def test_the_supply_gives_and_takes(world):
    world.take("B")
    world.put(2)
    world.lift(2)
    world.give()
    assert world.supply == {"B": 2} and world.stacks[2] == []


def test_a_stone_of_the_supply_is_taken_on_either_side(world):
    world.supply = {"N21i": 1}
    world.take("N21a")
    assert world.hand == ["N21a"] and not any(world.supply.values())


def test_what_hands_cannot_do(world):
    for impossible in (lambda: world.lift(48), lambda: world.put(3), world.give, lambda: world.take("O3")):
        before = world.save()
        with pytest.raises(ImpossibleAct):
            impossible()
        assert world.save() == before
    with pytest.raises(ValueError):
        world.press("PANIC")


def test_a_world_is_found_as_it_was_left(world):
    world.lift(0)
    again = World(surfaces.load("square7"), seed=3)
    again.load(world.save())
    assert again.save() == world.save()
    assert [piece.mass_g for piece in again.hand] == [piece.mass_g for piece in world.hand]
    for frame in range(100):
        world.sensors.step(frame * 10_000)
    felt, felt_again = (array("H", each.sensors.felt()) for each in (world, again))
    assert list(felt) == pytest.approx(list(felt_again), abs=40)  # sixteenths of a code: friction, half a gram
    with pytest.raises(ValueError, match="square7"):
        World(surfaces.load("reed12")).load(world.save())


def test_the_same_seed_makes_the_same_world():
    felt = []
    for seed in (1, 1, 2):
        world = World(surfaces.load("square7"), seed)
        world.arrange(board_with("square7", a1=["B", "O0"]), {})
        felt.append(world.sensors.felt())
    assert felt[0] == felt[1] != felt[2]


def test_a_board_knows_its_supplies_and_is_seen_and_heard(world):
    strip = bytes(range(1, len(world.lamps) + 1))
    request = Request(7, 0, 0, 0, b"", 440, 1, strip)

    def supplies():
        number, _, supplies, _, third = _ANSWER_HEADER.unpack_from(world.answer(request, world.now_us + 1000))
        assert number == 7 and third == round(5 / 3 / 3.3 * 65536)
        return supplies

    assert supplies() == 3, "5 V, and the last lamp passes on what it gets"
    assert world.lamps[:6] == bytes([2, 1, 3, 5, 4, 6]) and world.lamps[-1] == strip[-1] and world.tone_hz == 440
    world.dark_from, world.has_external_supply = 1, False
    request = replace(request, strip=strip[:-1] + b"\x00", tone_duty=0)
    assert supplies() == 0 and world.tone_hz == 0
    assert world.lamps[:3] == bytes([2, 1, 3]) and not any(world.lamps[3:])


def test_pieces_weigh_what_they_should(world):
    ball, brick = world.stacks[0][1], world.stacks[0][0]
    assert ball.mass_g == pytest.approx(18, rel=0.05) and brick.mass_g == pytest.approx(12, rel=0.05)
    assert ball.mass_g != 18


def test_a_world_is_written_where_it_has_changed_since(world, tmp_path):
    files = BoardFiles(tmp_path)
    written = tmp_path / "world.json"
    files.save_world(world)
    assert files.find_world(world.surface, 0).save() == world.save()
    written.write_text("nobody has touched this")
    files.save_world(world)
    assert written.read_text() == "nobody has touched this", "a PC's disk is left alone while nobody moves a piece"
    world.take("B")
    files.save_world(world)
    assert files.find_world(world.surface, 0).hand == ["B"]
