"""Stacks that lean on a neighbour's: one weighs less by what the other weighs more."""

from fakes_sensing import CellBench, Noise, square_bench, typical_calibration
from treppe import surfaces
from treppe.sensing import QUIET, UNSURE
from treppe.sensing.cells import CellSensing

SQUARE7 = surfaces.load("square7")


def _bench(kind="bricks", **grams):
    bench = square_bench(kind, **grams)
    bench.run(400)
    return bench


def _lean(bench, stands_g, share):
    """Let c4 carry so much, a share of it on d4; wait until both rest."""
    bench.put("c4", stands_g * (1 - share))
    bench.put("d4", 24 + stands_g * share, 60)


def test_never_wrong_and_sure_however_stacks_lean():
    for seed, turns in ((7, 80), (2, 16), (11, 30)):
        random, bench, stands = Noise(seed), _bench(d4=24), 0
        for _ in range(turns):
            stands = 12 if not stands else max(12, min(60, stands + 12 * (random.below(3) - 1)))
            _lean(bench, stands, random.below(16) / 100)
            bench.run(300)
            for name, value in (("c4", stands // 12), ("d4", 2)):
                if bench.activity(name) == QUIET:
                    assert bench.value(name) == value, (seed, name, stands)
                else:
                    bench.sensing.assume(SQUARE7.NAMES.index(name), value)
            bench.run(400)


def test_a_ball_that_nobody_has_lifted_does_not_become_a_brick_when_a_stack_beside_it_is_put_straight():
    bench = _bench(c4=48)
    _lean_on_empty(bench, 6)
    bench.put("d4", 24, 400)
    bench.sensing.assume(SQUARE7.NAMES.index("d4"), 16)
    bench.run(400)
    bench.put("c4", 80)
    bench.put("d4", 18, 40)
    bench.put("c4", 60, 600)
    assert bench.value("d4") == 16 or bench.activity("d4") == UNSURE


def test_a_brick_that_goes_while_the_stack_is_put_straight_is_missed():
    for borne_g in (3.0, 4.0, 4.8):
        bench = _bench(c4=48)
        _lean_on_empty(bench, borne_g)
        bench.put("c4", 55)
        bench.put("d4", 0, 12)
        bench.put("c4", 36, 600)
        assert bench.value("c4") == 3 or bench.activity("c4") == UNSURE, borne_g
        assert bench.value("d4") == 0, borne_g


def test_a_ball_that_goes_while_its_stack_is_put_straight_is_missed_or_asked_about():
    for first, second in (("c4", "d4"), ("d4", "c4")):
        bench = _bench(c4=54, d4=18)
        bench.put("c4", 43)
        bench.put("d4", 29, 600)
        for name, value in (("c4", 16 + 3), ("d4", 16)):
            bench.sensing.assume(SQUARE7.NAMES.index(name), value)
        bench.run(600)
        for name in (first, second):
            bench.put(name, {"c4": 36.3, "d4": 18}[name])
        bench.run(600)
        for name, value in (("c4", 3), ("d4", 16)):
            assert bench.value(name) == value or bench.activity(name) == UNSURE, (first, name)


def _lean_on_empty(bench, borne_g):
    """Let c4, four bricks, lean on d4, where nothing stands; people say so if they are asked."""
    bench.put("c4", 48 - borne_g)
    bench.put("d4", borne_g, 600)
    for name, value in (("c4", 4), ("d4", 0)):
        if bench.activity(name) != QUIET or bench.value(name) != value:
            bench.sensing.assume(SQUARE7.NAMES.index(name), value)
    bench.run(600)


def test_a_brick_of_which_a_hand_bears_most_does_not_lean():
    for stands_g in (24, 36):
        for borne_g in (6.5, 7.8, 9):
            bench = _bench(c4=12, d4=24)
            bench.put("c4", 12 - borne_g)
            bench.put("d4", stands_g + borne_g, 60)
            bench.put("c4", 12)
            bench.put("d4", stands_g, 600)
            assert bench.value("c4") == 1 and bench.activity("c4") == QUIET, (stands_g, borne_g)
            assert bench.value("d4") == stands_g // 12, (stands_g, borne_g)
            assert bench.sensing.faults == []


def test_where_all_fields_move_no_stack_leans():
    bench = _bench(c4=24, d4=24)
    for name in SQUARE7.NAMES:
        stands_g = 24 if name in ("c4", "d4") else 0
        bench.put(name, stands_g + (13.5 if name == "c4" else 1.5))
    bench.run(60)
    assert bench.value("c4") == 3 and bench.value("d4") == 2
    assert bench.sensing.faults == []


def test_a_field_that_a_sleeve_touches_while_a_disc_comes_beside_it_stays_empty():
    for pause in range(0, 12, 2):
        for borne in range(5, 16, 2):
            bench = _bench("discs")
            bench.put("c4", -0.3, 400)
            bench.put("c4", 4, 8)
            bench.put("c4", -0.5, pause)
            bench.put("d4", 9.3, borne)  # a hand bears a part of it yet
            bench.put("d4", 12, 300)
            for name, value in (("c4", 0), ("d4", 1)):
                assert bench.value(name) == value and bench.activity(name) == QUIET, (pause, borne, name)


def test_a_disc_counts_though_a_hand_lets_go_of_the_field_beside_it_meanwhile():
    for pause in range(8):
        bench = _bench("discs", c4=12)
        bench.put("d4", 8.8, 20)
        bench.put("d4", 0, pause)
        bench.put("c4", 24, 300)
        for name, value in (("c4", 2), ("d4", 0)):
            assert bench.value(name) == value and bench.activity(name) == QUIET, (pause, name)


def test_an_arm_on_three_fields_is_never_sure_and_leaves_nothing_behind():
    rows = (("d1", "d2", "d3"), ("d3", "d4", "d5"), ("c4", "d4", "d5"))
    arms = ((17, 9, 18), (32, 5.6, 3.1), (40, 10, 26.4), (12, 24, 12), (3.1, 12, 18))
    for kind, stood in (("discs", (12, 12, 0)), ("bricks", (30, 24, 36)), ("bricks", (12, 48, 12))):
        for row in rows:
            for arm, scans in [(arm, scans) for arm in arms for scans in (60, 500)]:
                bench = _bench(kind, **dict(zip(row, stood)))
                before = bytes(bench.sensing.image)
                for name, stands_g, more_g in zip(row, stood, arm):
                    bench.put(name, stands_g + more_g)
                bench.run(30)
                for _ in range(scans):
                    bench.run(1)
                    for field, value in enumerate(before):
                        is_sure = bench.sensing.activity[field] == QUIET
                        assert not is_sure or bench.sensing.image[field] == value, (kind, row, arm)
                for name, stands_g in zip(row, stood):
                    bench.put(name, stands_g, 3)
                bench.run(97)
                assert bytes(bench.sensing.image) == before, (kind, row, arm, scans)
                assert bytes(bench.sensing.activity) == bytes(SQUARE7.FIELDS), (kind, row, arm, scans)
                assert bench.sensing.faults == []


def test_an_arm_that_came_after_the_hand_is_no_brick():
    for hand_before_scans in (3, 10):
        bench = _bench(c4=18, d4=24)
        bench.put("c4", 36, hand_before_scans)
        bench.put("d4", 24 + 21, 3)
        bench.put("d5", 11)
        bench.put("c4", 0)
        for _ in range(150):
            bench.run(1)
            assert bench.activity("d5") != QUIET or bench.value("d5") == 0, hand_before_scans
        bench.put("d4", 24)
        bench.put("d5", 0, 60)
        for name, value in (("c4", 0), ("d4", 2), ("d5", 0)):
            assert bench.value(name) == value and bench.activity(name) == QUIET, (hand_before_scans, name)


def test_an_arm_that_makes_a_ball_weigh_as_bricks_is_asked_about_until_it_has_gone():
    for stood_scans in (20, 400):
        sensing = CellSensing(SQUARE7, typical_calibration(SQUARE7), {})
        bench = CellBench(SQUARE7, sensing)
        sensing.expect(bytes([16 if name == "c4" else 0 for name in SQUARE7.NAMES]))
        bench.put("c4", 18, stood_scans)
        bench.put("c4", 18 + 30, 480)
        assert bench.activity("c4") == UNSURE and bench.value("c4") == 16, stood_scans
        bench.put("c4", 18, 60)
        assert bench.activity("c4") == QUIET and bench.value("c4") == 16, stood_scans
