import itertools
from array import array
from random import Random
from statistics import stdev

import pytest
from treppe import surfaces
from treppe_sim.cell import axial_field_mt, build_cell
from treppe_sim.cells import Cells
from treppe_sim.parameters import PARAMETERS
from treppe_sim.piece import Piece, make_piece

SURFACE = surfaces.load("square7")
FRAME_US = 10_000


def code(cells, field):
    return array("H", cells.felt())[SURFACE.CHANNELS[field]] / 16


def brick(random):
    return make_piece("B", random)


@pytest.mark.parametrize("row", PARAMETERS["codes"], ids=lambda row: f"{row['g']}g")
def test_the_nominal_cell_gives_the_published_codes(row):
    gap_mm = 4.8 - row["g"] / 54
    field_mt = axial_field_mt(gap_mm, 1190)
    assert gap_mm == pytest.approx(row["gap_mm"], abs=0.001)
    assert field_mt == pytest.approx(row["mT"], abs=0.01)
    assert 2048 + field_mt * 15 / (3300 / 4096) == pytest.approx(row["code"], abs=0.2)


def test_cells_differ_as_much_as_they_should():
    random = Random(5)
    built = [build_cell(random) for _ in range(500)]
    empty = [cell.code(0) for cell in built]
    full = [cell.code(84 / cell.spring_g_per_mm) for cell in built]
    assert min(empty) >= 2590 and max(empty) <= 2650
    assert 60 < stdev(full) < 160  # about 106 by a study of this model
    assert max(full) < 3800


def test_a_put_swings_settles_and_weighs():
    random = Random(6)
    cells = Cells(SURFACE, Random(6))
    stack = []
    now_us = 0
    for level in range(1, 8):
        before = code(cells, 24)
        stack.append(brick(random))
        cells.put(24, stack, now_us)
        seen = []
        for _ in range(100):
            now_us += FRAME_US
            cells.step(now_us)
            seen.append(code(cells, 24))
        assert max(seen) - min(seen) > 20  # it was touched
        assert max(seen[-20:]) - min(seen[-20:]) < 0.5, level  # and stands still
        assert 40 < seen[-1] - before < 180
    table = cells.calibration16([12.0 * level for level in range(8)])[24 * 8 : 25 * 8]
    grams_per_code = 12 / (table[7] - table[6]) * 16
    assert abs(code(cells, 24) - table[7] / 16) * grams_per_code < 3


def test_a_lift_is_felt_before_the_piece_leaves():
    random = Random(7)
    cells = Cells(SURFACE, Random(7))
    stack = [brick(random), brick(random)]
    cells.arrange([stack if field == 10 else [] for field in range(SURFACE.FIELDS)])
    standing = code(cells, 10)
    piece = stack.pop()
    cells.lift(10, stack, [piece], 0)
    seen = []
    for frame in range(100):
        cells.step((frame + 1) * FRAME_US)
        seen.append(code(cells, 10))
    assert seen[0] > standing - 8  # a hand presses first
    assert seen[-1] < standing - 40
    assert max(seen[-20:]) - min(seen[-20:]) < 0.5


def test_a_hand_that_leaves_is_felt_until_its_force_is_gone():
    cells = Cells(SURFACE, Random(7))
    stack = [brick(Random(7))]
    cells.arrange([stack if field == 10 else [] for field in range(SURFACE.FIELDS)])
    cells.hover(10, 0)
    assert cells.hands_off_us == 0, "nobody knows yet for how long"
    cells.leave(10, stack, 500_000)
    assert 500_000 < cells.hands_off_us < 1_000_000


def test_neighbours_feel_a_tower_a_little():
    cells = Cells(SURFACE, Random(8))
    empty = [code(cells, field) for field in range(SURFACE.FIELDS)]
    tower = [Piece("B", 12.0) for _ in range(7)]
    cells.arrange([tower if field == 24 else [] for field in range(SURFACE.FIELDS)])
    change = [code(cells, field) - empty[field] for field in range(SURFACE.FIELDS)]
    assert change[24] > 400
    assert 0.5 < change[23] < 3.5 and abs(change[0]) < 1.5  # friction may keep a code or so


def test_an_overload_stops_at_the_stop():
    cells = Cells(SURFACE, Random(9))
    cells.arrange([[Piece("B", 2000.0)] if field == 0 else [] for field in range(SURFACE.FIELDS)])
    assert code(cells, 0) == 3848
    for frame in range(50):
        cells.step((frame + 1) * FRAME_US)
    assert cells.is_still


def test_the_calibration_rises_everywhere():
    table = Cells(SURFACE, Random(10)).calibration16([12.0 * level for level in range(8)])
    assert len(table) == 49 * 8
    for field in range(49):
        row = table[field * 8 : field * 8 + 8]
        assert all(low + 40 * 16 < high for low, high in itertools.pairwise(row))
        assert 2570 * 16 < row[0] < 2670 * 16


def test_a_platform_that_comes_back_is_felt_again_without_a_load():
    cells = Cells(SURFACE, Random(1))
    empty = code(cells, 5)
    cells.set_magnet(5, is_there=False)
    assert abs(code(cells, 5) - 2048) < 80
    cells.set_magnet(5, is_there=True)
    assert code(cells, 5) == empty
